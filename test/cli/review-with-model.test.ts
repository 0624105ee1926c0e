/*
 * Whole reviews against a server that speaks the real protocol. The draft is German, which keeps them quick:
 * no grammar checker has to load.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { ACCEPT, carryOut, isAskedOf, remark, textIn } from '../fakes/editor-replies.ts';
import {
  type FakeOpenAiServer,
  type FakeReply,
  type FakeScript,
  startOpenAiServer,
} from '../fakes/openai-server.ts';
import { bluepencil } from './command.ts';

const DRAFT =
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.\n';
const BETTER = DRAFT.replace('seitens der Leitung', 'von der Leitung');

let server: FakeOpenAiServer | undefined;
afterEach(async () => {
  const violations = server?.violations ?? [];
  await server?.close();
  server = undefined;
  expect(violations).toEqual([]);
});

async function review(script: FakeScript, args: readonly string[] = ['-'], signal?: AbortSignal) {
  server = await startOpenAiServer(script);
  return bluepencil(['review', ...args], {
    stdin: DRAFT,
    env: { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'test-model', MODEL_TIMEOUT_MS: '2000' },
    ...(signal === undefined ? {} : { signal }),
  });
}

const MARK = remark('seitens der Leitung', 'von der Leitung', 'major', {
  problem: 'Das klingt nach Amt und nicht nach uns.',
  why: 'Wer es liest, bleibt daran hängen.',
  instruction: 'Schreib „von der Leitung“.',
});

/** Two editors mark the same words, the third has nothing to say; all praise the same sentence. */
const panel: FakeScript = (request) => {
  if (request.purpose !== 'critique') return carryOut(request);
  const isMarked = textIn(request).includes('seitens') && !isAskedOf(request, 'Skeptical reader');
  const reply = isMarked ? MARK : ACCEPT;
  return praising(reply, 'Wir ziehen am Freitag um.');
};

function praising(reply: FakeReply, quote: string): FakeReply {
  if (!('content' in reply) || typeof reply.content !== 'object') return reply;
  return {
    content: { ...reply.content, strengths: [{ quote, note: 'Sagt gleich, was geschieht.' }] },
  };
}

describe('a panel', () => {
  it('is shown with its agreement, its praise and what was changed, each once', async () => {
    const { code, stdout, stderr } = await review(panel);
    expect(code).toBe(0);
    expect(stdout).toContain('standard input · 18 words · 1 changed\n');
    expect(stdout.match(/2 editors agree/g)).toHaveLength(1);
    expect(stdout.match(/Keep “Wir ziehen am Freitag um\.”/g)).toHaveLength(1);
    expect(stdout).toContain('Changes · 1\n    line 1\n      − ');
    expect(stdout).toContain(`Refined draft · revision 2\n\n${BETTER}`);
    expect(stdout).toContain('\nCopy editor: This draft is in German.');
    expect(stdout).toContain('1 round · 7 calls · 7.7k tokens · cost unknown · best: revision 2');
    expect(stderr).toContain('Skeptical reader: nothing to mark\n');
  });

  it('is told in full as JSON', async () => {
    const { stdout } = await review(panel, ['-', '--format', 'json']);
    const json = JSON.parse(stdout);
    expect(json.best).toEqual({ number: 2, text: BETTER });
    expect(json.critiques[0].comments[0]).toMatchObject({
      persona: 'senior-editor',
      raisedBy: ['senior-editor', 'line-editor'],
      quote: 'seitens der Leitung',
      start: DRAFT.indexOf('seitens'),
    });
    expect(json).toMatchObject({ stillOpen: [], stopReason: 'satisfied', unfinished: [] });
    expect(json.receipt).toMatchObject({ calls: 7, outputTokens: 700, cost: null });
  });

  it('is told in Markdown that links, pictures and mentions cannot break out of', async () => {
    const loud = remark('zeitnah', 'bald');
    const { stdout } = await review(
      (request) => {
        if (request.purpose !== 'critique') return { status: 500 };
        if (!('content' in loud) || !isAskedOf(request, 'Line editor')) return ACCEPT;
        return JSON.parse(
          JSON.stringify(loud).replace(
            'makes the reader work.',
            '@anna ![x](y) <b> reads **this**.',
          ),
        );
      },
      ['-', '--format', 'markdown'],
    );
    expect(stdout).toContain('\n> `zeitnah`\n');
    expect(stdout).not.toMatch(/@anna|[^\\]\[x|[^\\]<b|[^\\]\*\*this/);
    expect(stdout).toContain('anna');
  });
});

describe('an editor that fails', () => {
  it('is named in the result, with the reason, while the others go on', async () => {
    const { code, stdout } = await review((request) =>
      isAskedOf(request, 'Line editor') ? { status: 500 } : panel(request),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n\nLine editor could not finish: The model server at .*\n/);
    expect(stdout).toContain('Refined draft');
  });

  it('ends the review with exit code 2 when nobody else is there, and says why once', async () => {
    const { code, stdout, stderr } = await review(() => ({
      status: 401,
      error: { message: 'no \u001b[31mkey', code: 'invalid_api_key' },
    }));
    expect(code).toBe(2);
    expect(stdout).toMatch(/\n\nNot finished: .*OPENAI_API_KEY.*\n\n/);
    expect(stdout).not.toContain('Nothing to fix');
    expect(stderr.match(/OPENAI_API_KEY/g)).toHaveLength(1);
    expect(stderr).toContain('Line editor could not finish either.\n');
  });

  it('leaves JSON valid and the sentence on standard error', async () => {
    const { code, stdout, stderr } = await review(
      () => ({ raw: '<p>', type: 'text/html' }),
      ['-', '--format', 'json'],
    );
    const json = JSON.parse(stdout);
    expect(code).toBe(2);
    expect(json.unfinished).toHaveLength(3);
    expect(stderr.endsWith(`${json.failure.message}\n`)).toBe(true);
  });
});

describe('a draft from a brief', () => {
  it('is written, reviewed and shown whole', async () => {
    const script: FakeScript = (request) =>
      request.purpose === 'generate' ? { content: { text: DRAFT } } : ACCEPT;
    const { code, stdout } = await review(script, ['--write', 'Umzug am Freitag']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Draft · revision 1\n\n${DRAFT}`);
  });

  it('shows no empty draft when the writer fails', async () => {
    const { code, stdout } = await review(() => ({ status: 400 }), ['--write', 'Umzug']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^From your brief\n\nNot finished: .*\n\n0 rounds/);
  });
});

it('stops when asked to, with the exit code of the signal', async () => {
  const stop = new AbortController();
  const script: FakeScript = () => {
    stop.abort();
    return { hang: 'silent' };
  };
  const { code, stdout } = await review(script, ['-'], stop.signal);
  expect(code).toBe(130);
  expect(stdout).not.toContain('Nothing to fix');
});
