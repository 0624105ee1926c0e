/*
 * The program itself, as a git hook or a person starts it, with a model server that does what is most likely
 * to bring a process down: it has to end by itself, with the exit code it promises and words people understand.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentFor, MISBEHAVIOURS } from './fakes/misbehaviour.ts';
import { type FakeOpenAiServer, startOpenAiServer } from './fakes/openai-server.ts';
import { OWN_DRAFTS } from './misbehaving-rig.ts';
import { makeTempFolder } from './store/temp-folder.ts';

const BIN = join(import.meta.dirname, '..', 'bin', 'bluepencil.js');
const GERMAN =
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.';

let folder: ReturnType<typeof makeTempFolder>;
let server: FakeOpenAiServer | undefined;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  await server?.close();
  folder.remove();
});

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function review(way: string, draft: string): Promise<Ended> {
  const script = MISBEHAVIOURS[way];
  if (script === undefined) throw new Error(`nobody misbehaves like “${way}”`);
  server = await startOpenAiServer(script());
  const child = spawn(process.execPath, [BIN, 'review', '-'], {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      ...{ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-canary', OPENAI_MODEL: 'm' },
      ...environmentFor(way),
    },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  child.stdin.end(draft);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...said }));
  });
}

/** What a crash leaves on a screen. */
const TRACE = /^\s+at .+:\d+:\d+\)?$|node:internal|Unhandled|undefined|\[object |\uFFFD/m;

describe.each([
  ['German', GERMAN],
  ['orders and hidden characters', OWN_DRAFTS[1] ?? ''],
])('bluepencil review on a draft of %s', (_what, draft) => {
  it.each([
    ['hangs up', /cannot be reached|left alone for now/],
    ['hangs up in the middle', /cannot be reached|left alone for now/],
    ['sends words without end', /more than 16 MB/],
    ['sends more than it unpacks to', /more than 16 MB/],
    ['sends bytes that are no text', /not a model server/],
    ['sends megabytes of words', /cannot be used/],
    ['sends half a JSON', /cannot be used/],
    ['sends HTML', /not a model server/],
    ['says nothing', /did not answer within/],
    ['is broken', /failed \(status 500\)|left alone for now/],
    ['is busy and names a pause', /no more requests for now/],
  ])(
    'ends by itself with a sentence and code 2 when its server %s',
    async (way, sentence) => {
      const { code, signal, stdout, stderr } = await review(way, draft);
      expect({ code, signal }).toEqual({ code: 2, signal: null });
      const said = `${stdout}\n${stderr}`;
      expect(said).toMatch(sentence);
      expect(said).not.toMatch(TRACE);
      expect(said).not.toContain('sk-canary');
    },
    120_000,
  );

  it('ends with its receipt when its server is only slow', async () => {
    const { code, stdout, stderr } = await review('is slow', draft);
    expect(code).toBe(0);
    expect(stdout).toMatch(/stopped: \p{L}+/u);
    expect(stderr).not.toMatch(TRACE);
  }, 120_000);
});
