import { afterEach, describe, expect, it } from 'vitest';
import type { FakeReply } from '../fakes/openai-server.ts';
import {
  endServer,
  failureOf,
  GOOD,
  KEY,
  openModel,
  question,
  refuse,
  setUp,
  WORD,
} from './openai-setup.ts';

afterEach(async () => {
  expect(await endServer()).toEqual([]);
});

describe('RC-078 a model that declines', () => {
  it.each<[string, FakeReply]>([
    ['a refusal', { content: null, refusal: 'I cannot help with that.' }],
    ['a content filter', { content: '', finish: 'content_filter' }],
    ['a refusal with empty content', { content: '', refusal: 'No.' }],
    [
      'a filtered prompt',
      refuse('The response was filtered by the content management policy', {
        code: 'content_filter',
      }),
    ],
  ])('is said as such and asked once: %s', async (_shape, reply) => {
    const { server, model } = await setUp(() => reply);
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('refused');
    expect(error.message).toContain('declined to work on this text');
    expect(server.requests).toHaveLength(1);
  });
});

it('an answer that its server broke off is not taken, though it can be read', async () => {
  const { server, model } = await setUp([{ ...GOOD, finish: 'error' }]);
  const { value, usage } = await model.complete(question());
  expect(value).toEqual({ answer: 'yes' });
  expect(usage).toMatchObject({ calls: 1, retries: 1, inputTokens: 2_000 });
  expect(server.requests).toHaveLength(2);
});

it('a usage that cannot be true is counted here', async () => {
  const claimed = { prompt_tokens: 5_000_000, completion_tokens: 5_000_000 };
  const { model } = await setUp([{ ...GOOD, claimedUsage: claimed }]);
  const { usage } = await model.complete(question());
  expect(usage.isCountedHere).toBe(true);
  expect(usage.inputTokens + usage.outputTokens).toBeLessThan(1_000);
});

describe('a failure', () => {
  it.each<[FakeReply, string, RegExp]>([
    [{ status: 401, error: { message: `bad key ${KEY}` } }, 'model_key', /OPENAI_API_KEY/],
    [{ status: 403, error: { message: `no ${WORD}` } }, 'model_forbidden', /test-model/],
    [{ status: 404, error: { message: 'no such model' } }, 'model_missing', /OPENAI_MODEL/],
    [
      { status: 429, error: { message: 'pay', code: 'insufficient_quota' } },
      'model_quota',
      /billing/,
    ],
    [{ status: 413, error: { message: `too long ${WORD}` } }, 'draft_too_long', /larger window/],
    [refuse('maximum context length is 100 tokens'), 'draft_too_long', /Shorten/],
    [{ raw: `<html>${WORD}</html>`, type: 'text/html' }, 'model_address', /ends in \/v1/],
    [{ raw: '{"ok": true}', type: 'application/json' }, 'model_address', /ends in \/v1/],
    [{ endless: `${WORD} `, type: 'application/json' }, 'model_address', /more than 16 MB/],
    [{ raw: WORD, type: 'text/plain', status: 799 }, 'model_address', /ends in \/v1/],
    [
      { raw: '', type: 'text/plain', status: 307, headers: { location: `/v1/${WORD}` } },
      'model_address',
      /another address \(status 307\)/,
    ],
  ])('RC-093 %j becomes a sentence that names what to check', async (reply, code, message) => {
    const { server, model } = await setUp(() => reply, { timeoutMs: 60_000 });
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(server.requests).toHaveLength(1);
    const everything = JSON.stringify([error.message, error.stack, String(error.cause)]);
    expect(everything).not.toContain('canary');
  });

  it('that may pass is tried again', async () => {
    const { server, model } = await setUp([
      { status: 500 },
      { status: 429, headers: { 'retry-after': '0' } },
      GOOD,
    ]);
    const { usage } = await model.complete(question());
    expect(server.requests).toHaveLength(3);
    // What was never answered has cost nothing.
    expect(usage).toMatchObject({ calls: 1, retries: 0, inputTokens: 1_000 });
  });

  it('that does not pass ends after three tries', async () => {
    const { server, model } = await setUp(() => ({ status: 503 }));
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('model_server');
    expect(error.message).toContain('503');
    expect(server.requests).toHaveLength(3);
  });

  it('hidden in an answer with status 200 is read as one', async () => {
    const { server, model } = await setUp([
      {
        raw: JSON.stringify({ error: { code: 429, message: 'slow down' } }),
        type: 'application/json',
      },
      GOOD,
    ]);
    await model.complete(question());
    expect(server.requests).toHaveLength(2);
  });

  it('that asks for more patience than there is is told with the time it asks for', async () => {
    const { server, model } = await setUp(() => ({
      status: 429,
      headers: { 'retry-after': '90' },
    }));
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('model_rate_limited');
    expect(error.message).toContain('Try again in 90 s');
    expect(server.requests).toHaveLength(1);
  });

  it('of the connection is tried again and then told', async () => {
    const { server, model } = await setUp([{ drop: true }, GOOD]);
    await model.complete(question());
    expect(server.requests).toHaveLength(2);
    const { url } = server;
    await server.close();
    const error = await failureOf(openModel(url, {}).complete(question()));
    expect(error.code).toBe('model_unreachable');
    expect(error.message).toContain(new URL(url).host);
  });

  it.each(['silent', 'after headers'] as const)(
    'to answer in time is tried again with a clock of its own: %s',
    async (hang) => {
      const { server, model } = await setUp([{ hang }, GOOD], { timeoutMs: 600 });
      expect((await model.complete(question())).value.answer).toBe('yes');
      expect(server.requests).toHaveLength(2);
    },
  );

  it('to answer in time twice is told', async () => {
    const { server, model } = await setUp(() => ({ hang: 'silent' }), { timeoutMs: 600 });
    expect((await failureOf(model.complete(question()))).code).toBe('model_timeout');
    expect(server.requests).toHaveLength(2);
  });
});

describe('RC-080 stop means stop', () => {
  it.each<[string, FakeReply]>([
    ['during the pause a server asked for', { status: 429, headers: { 'retry-after': '300' } }],
    ['while waiting for an answer', { hang: 'silent' }],
    ['while reading an answer', { hang: 'after headers' }],
    ['while an answer streams', { hang: 'in a stream' }],
    ['between two tries', { status: 503 }],
  ])('%s', async (_phase, reply) => {
    const { server, model } = await setUp(() => reply, {
      ...{ pauseBudgetMs: 600_000, firstPauseMs: 300_000, timeoutMs: 600_000 },
    });
    const controller = new AbortController();
    const asked = model.complete(question({ signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort('cancelled');
    // The pause and the timeouts are longer than a test may take: settling at all within the test proves the abort.
    await expect(asked).rejects.toBe('cancelled');
    expect(server.requests).toHaveLength(1);
  });

  it('while waiting for its turn', async () => {
    const { server, model } = await setUp(() => ({ hang: 'silent' }), { concurrency: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const asked = model.complete(question({ signal: first.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    const waiting = model.complete(question({ signal: second.signal }));
    second.abort('cancelled');
    await expect(waiting).rejects.toBe('cancelled');
    first.abort('cancelled');
    await expect(asked).rejects.toBe('cancelled');
    expect(server.requests).toHaveLength(1);
  });

  it('while another finds out whether the server is back', async () => {
    let time = 0;
    let hangs = false;
    const { server, model } = await setUp(() => (hangs ? { hang: 'silent' } : { status: 503 }), {
      breaker: { failures: 3, pauseMs: 10_000 },
      now: () => time,
    });
    await failureOf(model.complete(question()));
    time = 10_000;
    hangs = true;
    const [first, second] = [new AbortController(), new AbortController()];
    const trying = model.complete(question({ signal: first.signal }));
    await expect.poll(() => server.requests.length).toBe(4);
    const waiting = model.complete(question({ signal: second.signal }));
    second.abort('cancelled');
    await expect(waiting).rejects.toBe('cancelled');
    first.abort('cancelled');
    await expect(trying).rejects.toBe('cancelled');
    expect(server.requests).toHaveLength(4);
  });

  it('before anything was sent', async () => {
    const { server, model } = await setUp([GOOD]);
    await expect(model.complete(question({ signal: AbortSignal.abort('cancelled') }))).rejects.toBe(
      'cancelled',
    );
    expect(server.requests).toHaveLength(0);
  });
});
