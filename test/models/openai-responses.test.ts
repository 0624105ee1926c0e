import { afterEach, describe, expect, it } from 'vitest';
import { findViolations, hasSpecification } from '../fakes/request-schema.ts';
import { endServer, failureOf, GOOD, question, refuse, setUp } from './openai-setup.ts';

afterEach(async () => {
  expect(await endServer()).toEqual([]);
});

const NO_SUCH_PAGE = { status: 404, error: { message: 'Not found' } } as const;

describe('the responses form of the protocol', () => {
  it.runIf(hasSpecification)('is checked against the published specification', () => {
    const path = '/v1/responses';
    expect(findViolations({ model: 'm', input: 'x', store: false }, path)).toEqual([]);
    expect(findViolations({ model: 'm', input: 5 }, path)).not.toEqual([]);
    expect(findViolations({ model: 'm', input: 'x', messages: [] }, path)).not.toEqual([]);
  });

  it('asks for a strict schema, keeps nothing at the provider and says what it used', async () => {
    const usage = { prompt: 900, cached: 512, output: 40 };
    const { server, model } = await setUp([{ content: { answer: 'yes' }, usage }], {
      api: 'responses',
    });
    const reply = await model.complete(question());
    expect(reply).toMatchObject({
      value: { answer: 'yes' },
      usage: { calls: 1, inputTokens: 900, cachedTokens: 512, outputTokens: 40 },
    });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/responses',
      body: {
        instructions: 'Answer with JSON.',
        store: false,
        max_output_tokens: 1_000,
        text: { format: { type: 'json_schema', name: 'critique', strict: true } },
      },
    });
  });

  it('RC-076 never takes a cut answer for a whole one, even if it parses', async () => {
    const cut = { content: { answer: 'half' }, finish: 'length' };
    const { server, model } = await setUp([cut, GOOD], { api: 'responses' });
    expect((await model.complete(question())).value.answer).toBe('yes');
    expect(server.requests.map(({ body }) => body.max_output_tokens)).toEqual([1_000, 4_000]);
  });

  it.each([
    { content: null, refusal: 'No.' },
    { content: '', finish: 'content_filter' },
  ])('RC-078 takes a refusal for one: %j', async (reply) => {
    const { server, model } = await setUp(() => reply, { api: 'responses' });
    expect((await failureOf(model.complete(question()))).code).toBe('refused');
    expect(server.requests).toHaveLength(1);
  });

  it('drops what the server does not know, and only that', async () => {
    const { server, model } = await setUp(
      ({ body }) => {
        if (body.store !== undefined) {
          return refuse("Unknown parameter: 'store'.", { param: 'store' });
        }
        return body.text?.format?.type === 'json_schema'
          ? refuse("Unsupported value: 'text.format' of type json_schema", { param: 'text.format' })
          : GOOD;
      },
      { api: 'responses' },
    );
    await model.complete(question());
    await model.complete(question());
    expect(server.requests).toHaveLength(4);
    expect(server.requests[3]?.body).toMatchObject({
      text: { format: { type: 'json_object' } },
      max_output_tokens: 1_000,
    });
  });
});

describe('the form of the protocol', () => {
  it('is found out with the first question and remembered', async () => {
    const { server, model } = await setUp(
      ({ path }) => (path.endsWith('/responses') ? GOOD : NO_SUCH_PAGE),
      { api: 'auto' },
    );
    await model.complete(question());
    await model.complete(question());
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/chat/completions',
      '/v1/responses',
      '/v1/responses',
    ]);
  });

  it('changes when the server says that the model wants the other one', async () => {
    const { model } = await setUp(
      ({ path }) =>
        path.endsWith('/responses')
          ? GOOD
          : refuse('This model is only supported in v1/responses and not in v1/chat/completions.'),
      { api: 'auto' },
    );
    expect((await model.complete(question())).value.answer).toBe('yes');
  });

  it('is not blamed when the server knows neither, however often it is asked', async () => {
    const { server, model } = await setUp(() => NO_SUCH_PAGE, { api: 'auto' });
    for (const sent of [2, 4]) {
      expect((await failureOf(model.complete(question()))).code).toBe('model_missing');
      expect(server.requests).toHaveLength(sent);
    }
    expect(server.requests[2]?.path).toBe('/v1/chat/completions');
  });

  it('stays as it was configured', async () => {
    const { server, model } = await setUp(() => NO_SUCH_PAGE, { api: 'chat' });
    expect((await failureOf(model.complete(question()))).code).toBe('model_missing');
    expect(server.requests).toHaveLength(1);
  });
});
