// Another program that writes to a database file: it takes the write lock and lets go of it when it is told to.
import Sqlite from 'better-sqlite3';

const connection = new Sqlite(process.argv[2] ?? '', { fileMustExist: true, timeout: 10_000 });
connection.exec('BEGIN IMMEDIATE');
process.stdout.write('held\n');
process.stdin.once('data', () => {
  connection.exec('ROLLBACK');
  connection.close();
  process.exit(0);
});
