import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarper, type HarperLinter } from '../../../src/models/offline/harper.ts';
import type { HarperLint } from '../../../src/models/offline/harper-protocol.ts';
import { NOISY_HARPER_RULES } from '../../../src/models/offline/harper-rules.ts';
import { inspect } from './setup.ts';

const { signal } = new AbortController();
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A linter whose process runs this program instead of Harper. */
async function harperRunning(
  program: string,
  options: { timeoutMs?: number; idleMs?: number } = {},
): Promise<HarperLinter> {
  const folder = await mkdtemp(join(tmpdir(), 'harper-'));
  folders.push(folder);
  const entry = join(folder, 'entry.mjs');
  await writeFile(entry, program);
  return createHarper({ entry: pathToFileURL(entry), ...options });
}

const ECHO = `
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ id, text }) => process.send({ id, lints: [{ rule: text, kind: String(process.pid) }] }));
`;

function processOf(lints: readonly HarperLint[] | null | undefined): string | undefined {
  return lints?.[0]?.kind;
}

describe('the process', () => {
  test('answers several questions and stays for the next', async () => {
    const harper = await harperRunning(ECHO);
    const answers = await Promise.all(['a', 'b'].map((text) => harper.lint(text, {}, signal)));
    expect(answers.map((lints) => lints?.[0]?.rule)).toEqual(['a', 'b']);
    const again = await harper.lint('c', {}, signal);
    expect(processOf(again)).toBe(processOf(answers[0]));
    harper.close();
  });

  test('that crashes gives null, and the next question starts a new one', async () => {
    const harper = await harperRunning(`
      process.on('message', ({ id, text }) => (text === 'crash' ? process.exit(1) : process.send({ id, lints: [] })));
    `);
    expect(await harper.lint('crash', {}, signal)).toBeNull();
    expect(await harper.lint('fine', {}, signal)).toEqual([]);
    harper.close();
  });

  test('that cannot start gives null', async () => {
    const harper = createHarper({ entry: pathToFileURL(join(tmpdir(), 'no-such-file.mjs')) });
    expect(await harper.lint('text', {}, signal)).toBeNull();
    harper.close();
  });

  test('that hangs gives null when its time is over', async () => {
    const harper = await harperRunning('setInterval(() => {}, 1000);', { timeoutMs: 300 });
    expect(await harper.lint('text', {}, signal)).toBeNull();
    harper.close();
  });

  test('that reports a failure gives null', async () => {
    const harper = await harperRunning(
      `process.on('message', ({ id }) => process.send({ id, failure: 'no' }));`,
    );
    expect(await harper.lint('text', {}, signal)).toBeNull();
    harper.close();
  });

  test('that hangs is not waited for when the caller aborts', async () => {
    const harper = await harperRunning('setInterval(() => {}, 1000);');
    const controller = new AbortController();
    const asked = harper.lint('text', {}, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
    harper.close();
  });

  test('ends when nobody has asked for a while', async () => {
    const harper = await harperRunning(ECHO, { idleMs: 50 });
    const first = await harper.lint('a', {}, signal);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const second = await harper.lint('b', {}, signal);
    expect(processOf(first)).toEqual(expect.any(String));
    expect(processOf(second)).not.toBe(processOf(first));
    harper.close();
  });

  test('sees nothing of the environment', async () => {
    const harper = await harperRunning(`
      process.on('message', ({ id }) => process.send({ id, lints: [{ rule: process.env.PATH ?? 'nothing' }] }));
    `);
    expect((await harper.lint('a', {}, signal))?.[0]?.rule).toBe('nothing');
    harper.close();
  });
});

describe('the real Harper', () => {
  const harper = createHarper();
  const disabled = [...NOISY_HARPER_RULES];
  beforeAll(async () => {
    await harper.lint('Warm up.', { disabled }, signal);
  }, 60_000);
  afterAll(() => harper.close());

  test('counts in UTF-16 and names its rule', async () => {
    const text = 'Party 🎉🎉 now. They could of done it.';
    const lints = await harper.lint(text, { disabled }, signal);
    const found = lints?.find((lint) => lint.rule === 'ModalOf');
    expect(text.slice(found?.start, found?.end)).toBe('could of');
  });

  test('keeps quiet with its noisy rules switched off', async () => {
    const text =
      'We deploy Linux, macOS and Windows - all of the nodes. Nadja signed off at 3-5 pm...';
    expect(await harper.lint(text, { disabled }, signal)).toEqual([]);
  });

  test('is heard in the copy editor', async () => {
    const { comments, limits } = await inspect(
      'They could of done it for the team of people we know.',
      {
        harper,
      },
    );
    expect(limits).toEqual([]);
    expect(comments).toMatchObject([
      {
        rule: 'grammar/ModalOf',
        quote: 'could of',
        trust: 'offered',
        suggestion: { text: 'could have' },
      },
    ]);
  });
});
