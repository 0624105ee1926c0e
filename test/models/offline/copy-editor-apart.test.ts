import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type CopyEditorApart,
  type CopyEditorApartOptions,
  createCopyEditorApart,
  NO_COPY_EDITOR,
} from '../../../src/models/offline/copy-editor-apart.ts';
import { NO_HOUSE_STYLE } from '../../../src/models/offline/house-style.ts';
import { COPY_EDITOR_MISSED } from '../../../src/models/offline/limits.ts';
import { createOfflineCheck } from '../../../src/models/offline/offline-check.ts';
import { sharedData } from '../../shared-data.ts';
import { inspect } from './setup.ts';

const lexiconFolder = join(import.meta.dirname, '..', '..', '..', 'dist', 'lexicon');
const { signal } = new AbortController();
const open: CopyEditorApart[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const copyEditor of open) copyEditor.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Enough to start a process in on a busy machine. */
const HANG_MS = 5_000;

function start(options: Partial<CopyEditorApartOptions> = {}): CopyEditorApart {
  const copyEditor = createCopyEditorApart({ lexiconFolder, ...options });
  open.push(copyEditor);
  return copyEditor;
}

/** One whose process obeys: a text `crash` ends it, `hang` keeps it from doing anything else. */
async function startObedient(options: Partial<CopyEditorApartOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'copy-editor-'));
  folders.push(folder);
  const entry = join(folder, 'entry.mjs');
  await writeFile(
    entry,
    `process.on('disconnect', () => process.exit(0));
     process.on('message', ({ id, text }) => {
       if (text === 'crash') process.exit(1);
       while (text === 'hang');
       const wait = text === 'slow' ? 100 : 0;
       setTimeout(() => process.send({ id, inspection: { comments: [], limits: [text, String(process.pid)] } }), wait);
     });`,
  );
  return start({ entry: pathToFileURL(entry), ...options });
}

function read(copyEditor: CopyEditorApart, text: string, abort: AbortSignal = signal) {
  return copyEditor.inspect(text, { house: NO_HOUSE_STYLE }, abort);
}

async function outcome(asked: Promise<{ limits: readonly string[] }>): Promise<string> {
  return asked.then(
    ({ limits }) => limits[0] ?? '',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

describe('the copy editor in a process of its own', () => {
  const FAULTY =
    'We have recieved the the cause\r\nfrom our host , i think. Dont wait: 09:40 to 11:15 (1 h 25 min). [Write to us]()';
  const texts = [
    FAULTY,
    'Caf\u00e9 \ud83c\udf89 and a lone \ud83c surrogate, teh end. Teh \u2028 end.',
    'Wir haben die Ursache gefunden. Treffen am 31.02.2026 um 9 Uhr.',
    '   ',
    '```\nnever closed, recieve\n',
    'x'.repeat(20_000),
  ];
  const house = {
    names: ['Teh Corp'],
    avoid: [{ word: 'utilise', use: 'use', flagOnly: true }],
    allowed: ['recieved'],
  };

  test('says the same to the letter as in the main one', async () => {
    const copyEditor = start();
    for (const text of [...texts, ...(await realDrafts())]) {
      const here = await inspect(text, { house });
      const there = await copyEditor.inspect(text, { house }, signal);
      // Grammar is Harper's, who is asked by the one apart alone.
      const comments = there.comments.filter(({ rule }) => !rule?.startsWith('grammar/'));
      expect(JSON.stringify(comments)).toBe(JSON.stringify(here.comments));
    }
  }, 180_000);

  test('tells what is missing in the words of the main one', async () => {
    const copyEditor = start({ lexiconFolder: join(tmpdir(), 'no-word-lists') });
    await expect(read(copyEditor, FAULTY)).rejects.toMatchObject({
      code: 'lexicon_missing',
      message: expect.stringContaining('npm run build'),
    });
  });
});

describe('a draft that ends the process', () => {
  test('costs no other draft its answer', async () => {
    const copyEditor = await startObedient();
    const asked = ['slow', 'crash', 'slow'].map((text) => outcome(read(copyEditor, text)));
    expect(await Promise.all(asked)).toEqual(['slow', NO_COPY_EDITOR, 'slow']);
    expect(await outcome(read(copyEditor, 'later'))).toBe('later');
  });

  test('by taking for ever costs no other draft its answer', async () => {
    const copyEditor = await startObedient({ timeoutMs: HANG_MS });
    const asked = ['slow', 'hang', 'fine'].map((text) => outcome(read(copyEditor, text)));
    expect(await Promise.all(asked)).toEqual(['slow', NO_COPY_EDITOR, 'fine']);
  }, 60_000);

  test('is read by a panel without it, and the reader is told', async () => {
    const check = createOfflineCheck(await startObedient(), NO_HOUSE_STYLE);
    const revision = { number: 1, parent: null, text: 'crash', sha: 'any' };
    expect(await check(revision, signal)).toEqual({ comments: [], limits: [COPY_EDITOR_MISSED] });
  });

  test('and was given up no longer holds up whoever asks next', async () => {
    const copyEditor = await startObedient({ timeoutMs: HANG_MS });
    const controller = new AbortController();
    const given = read(copyEditor, 'hang', controller.signal);
    controller.abort(new Error('stopped'));
    await expect(given).rejects.toThrow('stopped');
    expect(await outcome(read(copyEditor, 'next'))).toBe('next');
  }, 60_000);
});

test('a process that cannot start is an answer that did not come', async () => {
  const copyEditor = start({ entry: pathToFileURL(join(tmpdir(), 'no-such-file.mjs')) });
  expect(await outcome(read(copyEditor, 'text'))).toBe(NO_COPY_EDITOR);
});

test('once closed it answers nobody and starts nothing', async () => {
  const copyEditor = await startObedient();
  const waiting = outcome(read(copyEditor, 'slow'));
  copyEditor.close();
  expect(await waiting).toBe(NO_COPY_EDITOR);
  expect(await outcome(read(copyEditor, 'text'))).toBe(NO_COPY_EDITOR);
});

test('ends when nobody has asked for a while, and starts again', async () => {
  const copyEditor = await startObedient({ idleMs: 30 });
  const processOf = async () => (await read(copyEditor, 'text')).limits[1];
  const first = await processOf();
  await expect.poll(() => isRunning(Number(first)), { timeout: 30_000 }).toBe(false);
  expect(await processOf()).not.toBe(first);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function realDrafts(): Promise<string[]> {
  if (sharedData === null) return [];
  const folder = join(sharedData, 'drafts');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}
