/*
 * The same client against a server that others wrote: what our own fake and our client misunderstand
 * alike would show here. Every request is checked against the published specification as well.
 */
import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../fakes/request-schema.ts';
import { failureOf, KEY, openModel, question, WORD } from './openai-setup.ts';

let mock: LLMock;

beforeEach(async () => {
  mock = await LLMock.create({ port: 0, logLevel: 'silent' });
});

afterEach(async () => {
  // Its journal holds requests of the other form as chat completions, so those cannot be checked here.
  const asked = mock.getRequests().filter(({ path }) => path.endsWith('/chat/completions'));
  const violations = asked.flatMap(({ body, path }) => {
    const sent = Object.entries(body ?? {}).filter(([name]) => !name.startsWith('_'));
    return findViolations(Object.fromEntries(sent), path);
  });
  await mock.stop();
  expect(violations).toEqual([]);
});

const GOOD = { content: '{"answer": "yes"}' };
const paths = () => mock.getRequests().map(({ path }) => path);

describe.each(['chat', 'responses'] as const)('the wire, as %s', (api) => {
  const ask = (more: Parameters<typeof openModel>[1] = {}) =>
    openModel(`${mock.url}/v1`, { api, ...more }).complete(question());
  /** Gives one answer after the other, then the last again. */
  const play = (...responses: Parameters<typeof mock.on>[1][]) => {
    responses.slice(0, -1).forEach((response, sequenceIndex) => {
      mock.on({ sequenceIndex }, response);
    });
    mock.on({}, responses.at(-1) ?? GOOD);
  };

  it('brings a whole answer with what it took, under the key', async () => {
    play({
      ...GOOD,
      usage: { prompt_tokens: 12, completion_tokens: 3, input_tokens: 12, output_tokens: 3 },
    });
    const { value, usage, finish } = await ask();
    expect(value).toEqual({ answer: 'yes' });
    expect(usage).toMatchObject({ calls: 1, retries: 0, inputTokens: 12, outputTokens: 3 });
    expect(finish).not.toBe('length');
    expect(paths()).toEqual([api === 'chat' ? '/v1/chat/completions' : '/v1/responses']);
  });

  it('asks again after a 429 that names a pause, and after a 500', async () => {
    const failure = (status: number, more: object = {}) => ({
      error: { message: `no ${WORD}`, type: 'server_error' },
      status,
      ...more,
    });
    play(failure(429, { retryAfter: 0 }), failure(500), GOOD);
    expect((await ask()).value).toEqual({ answer: 'yes' });
    expect(paths()).toHaveLength(3);
  });

  it('ends with a sentence, no key and no word of the draft when it goes on failing', async () => {
    play({ error: { message: `no ${WORD} ${KEY}`, type: 'server_error' }, status: 500 });
    const error = await failureOf(ask());
    expect(error.message).toMatch(/^The model server|^The model/);
    expect(JSON.stringify([error.message, String(error.cause)])).not.toMatch(/canary/);
  });

  it('asks once more for an answer that ran out of room, even where it can be read', async () => {
    play({ ...GOOD, finishReason: 'length' }, GOOD);
    const { usage } = await ask();
    expect(usage).toMatchObject({ calls: 1, retries: 1 });
    const rooms = mock.getRequests().map(({ body }) => JSON.stringify(body));
    expect(rooms[0]).toContain('1000');
    expect(rooms[1]).toContain('4000');
  });

  it('asks once more for an answer in the wrong form, and for one that is no JSON', async () => {
    play({ content: '{"reply": 1}' }, GOOD);
    expect((await ask()).usage).toMatchObject({ calls: 1, retries: 1 });
    mock.clearFixtures();
    play({ content: 'I would say yes.' });
    expect((await failureOf(ask())).code).toBe('bad_answer');
  });

  it('takes a connection that is cut, and a body that is no JSON, for failures that may pass', async () => {
    mock.on({ sequenceIndex: 0 }, GOOD, { chaos: { disconnectRate: 1 } });
    mock.on({ sequenceIndex: 1 }, GOOD, { chaos: { malformedRate: 1 } });
    mock.on({}, GOOD);
    const outcome = await ask().then(
      ({ value }) => value,
      (error: unknown) => error,
    );
    expect(paths().length).toBeGreaterThan(1);
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it('waits for a slow first word, and not for ever', async () => {
    mock.on({}, GOOD, { chaos: { latencyMs: 60 } });
    expect((await ask()).value).toEqual({ answer: 'yes' });
    const error = await failureOf(ask({ timeoutMs: 20 }));
    expect(error.code).toBe('model_timeout');
  });

  it('RC-080 stops in the middle of a wait, whatever the server does', async () => {
    mock.on({}, GOOD, { chaos: { latencyMs: 20_000 } });
    const stop = new AbortController();
    const asked = openModel(`${mock.url}/v1`, { api }).complete(question({ signal: stop.signal }));
    stop.abort('cancelled');
    await expect(asked).rejects.toBe('cancelled');
  });
});

describe('the wire, in one form of the protocol', () => {
  const ask = (api: 'chat' | 'responses') =>
    openModel(`${mock.url}/v1`, { api }).complete(question());

  it('RC-078 says that a filter declined and does not ask again', async () => {
    mock.on({}, { content: '', finishReason: 'content_filter' });
    expect((await failureOf(ask('chat'))).code).toBe('refused');
    expect(paths()).toHaveLength(1);
  });

  it('never uses an answer that says it failed, even where it can be read', async () => {
    // What this server makes of a filtered answer: `failed`, and no word of why.
    mock.on({ sequenceIndex: 0 }, { ...GOOD, finishReason: 'content_filter' });
    mock.on({}, { content: '{"answer": "no"}' });
    expect((await ask('responses')).value).toEqual({ answer: 'no' });
    expect(paths()).toHaveLength(2);
  });
});
