import { lockDatabase } from '../../src/store/server-lock.ts';

lockDatabase(process.argv[2] ?? '');
process.stdout.write('locked\n');
setInterval(() => {}, 60_000);
