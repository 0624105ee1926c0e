/* What servers really say, each in its own words, and what becomes of it. */
import { afterEach, describe, expect, it } from 'vitest';
import type { CriticView } from '../../src/loop/critic.ts';
import { createRevision } from '../../src/loop/revision.ts';
import { createModelCritic } from '../../src/models/model-critic.ts';
import { lineEditor } from '../../src/personas/line-editor.ts';
import type { FakeReply, FakeScript } from '../fakes/openai-server.ts';
import { endServer, failureOf, GOOD, openModel, question, refuse, setUp } from './openai-setup.ts';

afterEach(async () => {
  expect(await endServer()).toEqual([]);
});

const never = new AbortController().signal;

const json = (status: number, body: unknown): FakeReply => ({
  raw: JSON.stringify(body),
  type: 'application/json',
  status,
});

describe('a strict schema refused', () => {
  it.each<[string, FakeReply]>([
    [
      'OpenRouter',
      json(404, {
        error: {
          message: 'No endpoints found that can handle the requested parameters.',
          code: 404,
        },
      }),
    ],
    [
      'llama.cpp',
      json(400, { error: { code: 400, message: 'JSON schema conversion failed:\nUnrecognized' } }),
    ],
    ['llama.cpp, as a failure', json(500, { error: { message: 'failed to parse grammar' } })],
    ['a gateway', json(501, { error: { message: 'response_format is not implemented' } })],
    [
      'vLLM',
      json(400, {
        object: 'error',
        message: 'The provided JSON schema is not supported by xgrammar.',
      }),
    ],
    [
      'Gemini',
      json(400, [
        { error: { message: "Unknown name 'x' at 'generation_config.response_schema'" } },
      ]),
    ],
    ['Groq', refuse('Failed to generate JSON.', { code: 'json_validate_failed' })],
    ['LM Studio', json(400, { error: "'response_format.type' must be 'text'" })],
  ])('is asked for in JSON mode, once and from then on: %s', async (_vendor, reply) => {
    const { server, model } = await setUp(
      ({ body }) => (body.response_format?.type === 'json_schema' ? reply : GOOD),
      { api: 'auto' },
    );
    await model.complete(question());
    await model.complete(question());
    const forms = server.requests.map(({ body }) => body.response_format?.type);
    expect(forms).toEqual(['json_schema', 'json_object', 'json_object']);
  });
});

describe('RC-078 a provider that declines', () => {
  it.each<[string, FakeReply]>([
    [
      'Azure',
      refuse('The prompt was filtered.', { innererror: { code: 'ResponsibleAIPolicyViolation' } }),
    ],
    [
      'OpenRouter',
      json(403, { error: { code: 403, message: 'Your input was flagged for "violence".' } }),
    ],
    [
      'OpenAI',
      refuse('Your prompt was flagged as potentially violating our usage policy.', {
        code: 'invalid_prompt',
      }),
    ],
    ['LiteLLM', refuse('litellm.ContentPolicyViolationError: blocked')],
    ['Gemini', { content: '', finish: 'content_filter: PROHIBITED_CONTENT' }],
    ['Vertex', { content: '{"answer": "half"}', finish: 'RECITATION' }],
  ])('is not said to have a wrong key or address: %s', async (_vendor, reply) => {
    const { server, model } = await setUp(() => reply);
    expect((await failureOf(model.complete(question()))).code).toBe('refused');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a prompt beyond the window', () => {
  it.each<[string, FakeReply]>([
    [
      'llama.cpp',
      refuse('the request exceeds the available context size (4096 tokens), try increasing it'),
    ],
    [
      'LM Studio',
      json(400, { error: 'the model is loaded with context length of only 4096 tokens' }),
    ],
    ['Gemini', json(400, [{ error: { message: 'The input token count (5000) exceeds 4096.' } }])],
    [
      'TGI',
      json(422, { error: 'Input validation error: `inputs` must have less than 4096 tokens' }),
    ],
    [
      'SGLang',
      json(400, { message: "The input (5000 tokens) is longer than the model's context length" }),
    ],
    ['Bedrock', refuse('Input is too long for requested model.')],
  ])('is said as such: %s', async (_vendor, reply) => {
    const { server, model } = await setUp(() => reply);
    expect((await failureOf(model.complete(question()))).code).toBe('draft_too_long');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a window that is smaller than the operator says', () => {
  const text = `${'The team meets every week and writes down what it decided. '.repeat(1_400)}\n\n`;
  const clean = {
    ...{ checks: [], strengths: [], comments: [], followUps: [], criteria: [] },
    verdict: 'accept',
  };
  /** Counts as a server does, with a tokenizer of its own. */
  const served =
    (window: number, refusal: FakeReply): FakeScript =>
    ({ body }) =>
      JSON.stringify(body).length / 5 > window ? refusal : { content: clean };

  it.each<[string, FakeReply]>([
    [
      'names it',
      refuse('the request exceeds the available context size (8192 tokens), try increasing it'),
    ],
    ['does not name it', refuse('Input is too long for requested model.')],
    [
      'names something else',
      json(400, { error: { message: 'prompt is too long: 20000 tokens > 12 maximum' } }),
    ],
  ])(
    'is found out once where its server %s, and the draft is read in sections',
    async (_how, refusal) => {
      const { server, model } = await setUp(served(8_192, refusal));
      const critic = createModelCritic({ modelFor: () => model });
      const revision = createRevision(1, text, null);
      const view: CriticView = { round: 1, facts: [], planned: [] };
      const reply = await critic.critique(lineEditor, revision, view, never);
      const refused = server.requests.length - reply.usage.calls;
      expect(refused).toBeGreaterThan(0);
      expect(reply.limits?.join()).toContain(`read in ${reply.usage.calls} sections`);
      expect(model.windowTokens?.()).toBeLessThanOrEqual(16_000);

      const before = server.requests.length;
      const again = await critic.critique(lineEditor, revision, view, never);
      expect(server.requests.length - before).toBe(again.usage.calls);
    },
  );

  it('is told as it is where not even a section fits', async () => {
    const { model } = await setUp(served(100, refuse('Input is too long for requested model.')));
    const critic = createModelCritic({ modelFor: () => model });
    const view: CriticView = { round: 1, facts: [], planned: [] };
    const asked = critic.critique(lineEditor, createRevision(1, text, null), view, never);
    expect((await failureOf(asked)).message).toContain('too long for the model “test-model”');
  });
});

describe('a model that is still loading', () => {
  it.each<[string, FakeReply]>([
    [
      'llama.cpp',
      json(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
    ],
    ['Hugging Face', json(503, { error: 'Model acme/m is currently loading', estimated_time: 20 })],
    ['SGLang', json(503, { message: 'The model is warming up' })],
  ])('is waited for, and does not count as down: %s', async (_vendor, reply) => {
    const { server, model } = await setUp(({ number }) => (number < 12 ? reply : GOOD), {
      breaker: { failures: 3, pauseMs: 60_000 },
    });
    expect((await model.complete(question())).value).toEqual({ answer: 'yes' });
    expect(server.requests).toHaveLength(12);
  });

  it('is told as such when it takes longer than anybody waits', async () => {
    const loading = json(503, { error: { message: 'Loading model' } });
    const { model } = await setUp(() => loading, { pauseBudgetMs: 40 });
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('model_loading');
    expect(error.message).toContain('still loading “test-model”');
  });
});

describe('an answer that a provider broke off', () => {
  it.each<[string, FakeReply]>([
    ['by its finish', { content: { answer: 'half' }, finish: 'error' }],
    [
      'by an error beside it',
      json(200, {
        choices: [
          { error: { code: 502, message: 'gone' }, message: { content: '{"answer": "half"}' } },
        ],
      }),
    ],
  ])('is never taken for a whole one: %s', async (_how, reply) => {
    const { server, model } = await setUp([reply, GOOD]);
    expect((await model.complete(question())).value.answer).toBe('yes');
    expect(server.requests).toHaveLength(2);
  });
});

describe('an answer that streams although nobody asked', () => {
  const stream = (...events: readonly object[]): FakeReply => ({
    raw: `: ping\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`,
    type: 'text/event-stream; charset=utf-8',
  });
  const piece = (content: string, finish: string | null = null) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });

  it('is put together, with what it took', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 3 };
    const { model } = await setUp([
      stream(piece('{"answer": '), piece('"yes"}'), piece('', 'stop'), { choices: [], usage }),
    ]);
    const reply = await model.complete(question());
    expect(reply.value.answer).toBe('yes');
    expect(reply.usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
  });

  it('is put together in the other form of the protocol', async () => {
    const output = [
      { type: 'message', content: [{ type: 'output_text', text: '{"answer": "yes"}' }] },
    ];
    const { model } = await setUp(
      [stream({ type: 'response.completed', response: { status: 'completed', output } })],
      { api: 'responses' },
    );
    expect((await model.complete(question())).value.answer).toBe('yes');
  });

  it('is never used when it breaks off, even where it can be read', async () => {
    const { server, model } = await setUp([stream(piece('{"answer": "half"}')), GOOD]);
    expect((await model.complete(question())).value.answer).toBe('yes');
    expect(server.requests).toHaveLength(2);
  });

  it('may hold an error in the place of an answer', async () => {
    const { server, model } = await setUp([
      stream({ error: { code: 429, message: 'slow' } }),
      GOOD,
    ]);
    await model.complete(question());
    expect(server.requests).toHaveLength(2);
  });
});

describe('thinking in the text of an answer', () => {
  const cut: FakeReply = { content: '<think>\nPerhaps {"answer": "no"}', finish: 'length' };

  it('that takes all the room there is is asked to be less from then on', async () => {
    const { server, model } = await setUp(({ body }) => {
      if ((body.max_completion_tokens ?? 0) > 1_000) {
        return refuse(
          'max_tokens is too large. This model supports at most 1000 completion tokens',
        );
      }
      return body.reasoning_effort === 'low' ? GOOD : cut;
    });
    await failureOf(model.complete(question()));
    expect((await model.complete(question())).value.answer).toBe('yes');
    expect(server.requests.at(-1)?.body.reasoning_effort).toBe('low');
  });

  it('is named when it is what took the room', async () => {
    const { model } = await setUp(() => cut);
    expect((await failureOf(model.complete(question()))).message).toContain('while thinking');
  });
});

describe('what an answer took', () => {
  it.each([
    ['nothing at all', { prompt_tokens: 0, completion_tokens: 0 }],
    ['half of it', { total_tokens: 12 }],
  ])('is counted here when a server tells %s', async (_what, claimedUsage) => {
    const { model } = await setUp([{ content: { answer: 'yes' }, claimedUsage }]);
    const { usage } = await model.complete(question());
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(usage.outputTokens).toBeGreaterThan(0);
    expect(usage).toMatchObject({ isCountedHere: true });
  });

  it('has its cached tokens under the name DeepSeek gives them too', async () => {
    const claimedUsage = { prompt_tokens: 90, completion_tokens: 8, prompt_cache_hit_tokens: 64 };
    const { model } = await setUp([{ content: { answer: 'yes' }, claimedUsage }]);
    expect((await model.complete(question())).usage.cachedTokens).toBe(64);
  });
});

describe('RC-093 an address', () => {
  it('of an Azure deployment keeps its version, and the key has the header of its own', async () => {
    const { server } = await setUp([GOOD]);
    const address = `${server.url}/openai/deployments/d?api-version=2024-10-21`;
    await openModel(address, { apiKey: 'azure-key' }).complete(question());
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/openai/deployments/d/chat/completions?api-version=2024-10-21');
    expect(request?.apiKey).toBe('azure-key');
  });

  it('anywhere else is not told the key twice', async () => {
    const { server, model } = await setUp([GOOD]);
    await model.complete(question());
    expect(server.requests[0]?.apiKey).toBeUndefined();
  });

  it('that sends requests on is not followed', async () => {
    const { server, model } = await setUp(({ path }) =>
      path === '/elsewhere' ? GOOD : { status: 307, headers: { location: '/elsewhere' } },
    );
    const error = await failureOf(model.complete(question()));
    expect(error.message).toContain('the address you mean into OPENAI_BASE_URL');
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });

  it.each([403, 404, 451])(
    'with a web page in front (status %i) is said to be none of a model server',
    async (status) => {
      const { model } = await setUp(() => ({
        raw: '<!DOCTYPE html><h1>Blocked</h1>',
        type: 'text/html',
        status,
      }));
      expect((await failureOf(model.complete(question()))).code).toBe('model_address');
    },
  );

  it.each([
    ['https://no-such-machine.invalid/v1', 'nobody knows a machine of that name'],
    ['http://127.0.0.1:49151/v1', 'nothing listens there'],
  ])('that leads nowhere says why: %s', async (address, why) => {
    expect((await failureOf(openModel(address, {}).complete(question()))).message).toContain(why);
  });

  it('with https in front of a server without is corrected', async () => {
    const { server } = await setUp([GOOD]);
    const address = server.url.replace('http://', 'https://');
    const error = await failureOf(openModel(address, {}).complete(question()));
    expect(error.message).toContain('does not speak https');
  });
});
