import { openDatabase } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';

const [address = '', migrationsFolder = ''] = process.argv.slice(2);
const isFile = !address.startsWith('postgres:');
await (isFile ? openDatabase : openPostgres)(address, { migrationsFolder });
process.stdout.write('migrated\n');
