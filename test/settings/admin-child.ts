/* A process of its own in which an admin adds one trigger emoji after the other; see `together.test.ts`. */
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { open } from '../store/open-store.ts';
import { actor, asForm, openHouse, WORKSPACE } from './house.ts';

const [where = '', name = '', ...emoji] = process.argv.slice(2);
const database = await (where.startsWith('postgres:')
  ? openPostgres(where, {
      migrationsFolder: resolve(import.meta.dirname, '../../migrations/postgres'),
    })
  : open(where));
const house = await openHouse({ database, now: Date.now });
const by = actor(name, { isAdmin: true });
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (about: object) => process.stdout.write(`${JSON.stringify(about)}\n`);

for (const each of emoji) {
  let form = asForm(await house.show('emoji/all/add', by, WORKSPACE));
  say({ ready: each });
  // Both have the form open before either sends it.
  await lines.next();
  for (;;) {
    const values = { emoji: `:${each}:`, persona: 'line-editor' };
    const next = await house.submit(form.address, values, by, WORKSPACE);
    if (next.type !== 'form') break;
    form = next;
    say({ told: next.problems.map(({ message }) => message).join(' ') });
  }
  say({ saved: each });
  // Nobody opens the next form before both have saved this one.
  await lines.next();
}
lines.return?.();
process.stdin.destroy();
await house.close();
