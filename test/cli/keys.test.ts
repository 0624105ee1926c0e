import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSealer } from '../../src/seal.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { open } from '../store/open-store.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { bluepencil } from './command.ts';

const OLD = '01'.repeat(32);
const NEW = '02'.repeat(32);
const bytes = (key: string) => Buffer.from(key, 'hex');

let folder: ReturnType<typeof makeTempFolder>;
let before: string;
beforeAll(async () => {
  folder = makeTempFolder();
  const database = await open(folder.file('keys.db'));
  const secret = createSealer([bytes(OLD)]).seal('xoxb-1');
  before = secret.body;
  const installed = { platform: 'slack', workspace: 'T1', installedAt: 1 };
  await createInstallationRepository(database).save({ ...installed, secret });
  await database.close();
});
afterAll(() => folder.remove());

const run = (args: readonly string[], key: string) =>
  bluepencil(args, {
    env: { DATABASE_URL: `file:${folder.file('keys.db')}`, ENCRYPTION_KEY: key, PORT: '0' },
  });

it('a start with the wrong key or none is refused with what to do', async () => {
  for (const key of ['', NEW]) {
    const { code, stderr } = await run(['start'], key);
    expect(code).not.toBe(0);
    expect(stderr).toContain('The token of one workspace is sealed with the key');
    expect(stderr).toContain('bluepencil keys drop');
    expect(stderr).not.toContain(NEW);
  }
});

it('keys rotate seals anew beside an open database and leaves nothing of the old seal', async () => {
  const service = await open(folder.file('keys.db'));

  const { code, stdout } = await run(['keys', 'rotate'], `${NEW},${OLD}`);

  expect(stdout).toContain('Sealed anew: 1 secret;');
  expect(code).toBe(0);
  const found = await createInstallationRepository(service).find('slack', 'T1');
  expect(found && createSealer([bytes(NEW)]).open(found.secret)).toBe('xoxb-1');
  const files = readdirSync(folder.path).map((name) => readFileSync(folder.file(name)));
  expect(Buffer.concat(files).includes(before)).toBe(false);
  await service.close();
});

it('keys drop deletes what no key opens', async () => {
  expect((await run(['keys', 'drop'], NEW)).stdout).toContain('nothing was deleted');

  const { stdout } = await run(['keys', 'drop'], OLD);

  expect(stdout).toContain('Deleted 1 token that no key opens');
  expect((await run(['keys', 'rotate'], OLD)).stdout).toContain('No secrets are kept');
});
