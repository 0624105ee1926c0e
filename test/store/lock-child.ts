import { lockDatabase } from '../../src/store/server-lock.ts';

const lock = lockDatabase(process.argv[2] ?? '');
process.stdout.write('locked\n');
// Held on to: a lock that nobody knows any more is given back when memory is cleared up.
setInterval(() => lock, 60_000);
