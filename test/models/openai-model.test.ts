import { afterEach, describe, expect, it } from 'vitest';
import { findViolations, hasSpecification } from '../fakes/request-schema.ts';
import { endServer, failureOf, GOOD, KEY, question, refuse, setUp, WORD } from './openai-setup.ts';

afterEach(async () => {
  expect(await endServer()).toEqual([]);
});

describe('a question', () => {
  it.runIf(hasSpecification)('is checked against the published specification', () => {
    const messages = [{ role: 'user', content: 'x' }];
    expect(findViolations({ model: 'm', messages })).toEqual([]);
    expect(findViolations({ model: 'm', messages: [] })).not.toEqual([]);
    expect(findViolations({ model: 'm', messages: [{ role: 'nobody' }] })).not.toEqual([]);
    expect(findViolations({ model: 'm', messages, temperature: 'warm' })).not.toEqual([]);
  });

  it('is one request with a strict schema, and the answer says what it used', async () => {
    const usage = { prompt: 900, cached: 512, output: 40 };
    const { server, model } = await setUp([{ content: { answer: 'yes' }, usage }]);
    expect(await model.complete(question())).toEqual({
      value: { answer: 'yes' },
      finish: 'stop',
      usage: {
        calls: 1,
        retries: 0,
        inputTokens: 900,
        cachedTokens: 512,
        outputTokens: 40,
        cost: null,
      },
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: `Bearer ${KEY}`,
      body: {
        model: 'test-model',
        max_completion_tokens: 1_000,
        response_format: { type: 'json_schema', json_schema: { name: 'critique', strict: true } },
      },
    });
    expect(server.requests[0]?.body.messages?.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('RC-051 never holds half an emoji', async () => {
    const { server, model } = await setUp([GOOD]);
    const half = '\u{1F600}'.slice(0, 1);
    await model.complete(question({ prompt: { stable: half, round: `cut ${half}` } }));
    for (const { content } of server.requests[0]?.body.messages ?? []) {
      expect(content.isWellFormed()).toBe(true);
    }
  });

  it('goes to a server without a key too', async () => {
    const { model } = await setUp([GOOD], { apiKey: null });
    expect((await model.complete(question())).value.answer).toBe('yes');
  });

  it('waits for its turn when enough are under way', async () => {
    const { server, model } = await setUp(() => ({ content: { answer: 'yes' }, delayMs: 20 }), {
      concurrency: 2,
    });
    await Promise.all(Array.from({ length: 6 }, () => model.complete(question())));
    expect(server.requests).toHaveLength(6);
    expect(server.peak).toBe(2);
  });
});

describe('RC-075 parameters that a model refuses', () => {
  it('are dropped one by one and not sent again', async () => {
    const { server, model } = await setUp(
      ({ body }) => {
        if (body.temperature !== undefined) {
          return refuse("Unsupported value: 'temperature' does not support 0.2 with this model.", {
            param: 'temperature',
            code: 'unsupported_value',
          });
        }
        return body.max_completion_tokens === undefined
          ? GOOD
          : refuse("Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens' instead.", {
              param: 'max_completion_tokens',
              code: 'unsupported_parameter',
            });
      },
      { temperature: 0.2 },
    );
    await model.complete(question());
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]?.body.max_tokens).toBe(1_000);
    const { usage } = await model.complete(question());
    expect(server.requests).toHaveLength(4);
    expect(usage.retries).toBe(0);
  });

  it('are all dropped in one more try when the refusal names them all', async () => {
    const { server, model } = await setUp(
      ({ body }) =>
        body.temperature === undefined && body.max_completion_tokens === undefined
          ? GOOD
          : {
              status: 422,
              error: {
                message:
                  'Extra inputs are not permitted: temperature; max_completion_tokens; extra_forbidden',
              },
            },
      { temperature: 1 },
    );
    await model.complete(question());
    expect(server.requests).toHaveLength(2);
  });

  it('lowers the room to what the model allows', async () => {
    const { server, model } = await setUp(({ body }) =>
      (body.max_completion_tokens ?? 0) > 16_384
        ? refuse(
            'max_tokens is too large: 20000. This model supports at most 16384 completion tokens.',
          )
        : GOOD,
    );
    await model.complete(question({ maxOutputTokens: 20_000 }));
    await model.complete(question({ maxOutputTokens: 20_000 }));
    expect(server.requests.map(({ body }) => body.max_completion_tokens)).toEqual([
      20_000, 16_384, 16_384,
    ]);
  });

  it('takes what the prompt leaves of the window, for this prompt only', async () => {
    const { server, model } = await setUp([
      refuse(
        "'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 1200 input tokens.",
      ),
    ]);
    await model.complete(question({ maxOutputTokens: 8_000 }));
    await model.complete(question({ maxOutputTokens: 8_000 }));
    expect(server.requests.map(({ body }) => body.max_completion_tokens)).toEqual([
      8_000, 2_895, 8_000,
    ]);
  });

  it('moves the contract into the question where a model knows no system message', async () => {
    const { server, model } = await setUp(({ body }) =>
      body.messages?.[0]?.role === 'system'
        ? refuse("Unsupported value: 'messages[0].role' does not support 'system' with this model.")
        : GOOD,
    );
    await model.complete(question());
    expect(server.requests[1]?.body.messages).toEqual([
      { role: 'user', content: `Answer with JSON.\n\nIs it? ${WORD}` },
    ]);
  });
});

describe('RC-079 JSON modes', () => {
  it('steps down to JSON mode where a server knows no schema', async () => {
    const { server, model } = await setUp(({ body }) =>
      body.response_format?.type === 'json_schema'
        ? refuse('This response_format type is unavailable now')
        : GOOD,
    );
    await model.complete(question());
    await model.complete(question());
    expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      'json_object',
    ]);
    expect(server.requests[1]?.prompt).toContain('JSON');
  });

  it('steps down to plain text where a server knows neither', async () => {
    const { server, model } = await setUp(({ body }) => {
      if (body.response_format?.type === 'json_schema') return refuse('json_schema: not available');
      return body.response_format === undefined
        ? { content: 'Here you are:\n```json\n{"answer": "yes"}\n```\nAnything else?' }
        : refuse("'response_format.type' must be 'json_schema' or 'text'");
    });
    expect((await model.complete(question())).value.answer).toBe('yes');
    await model.complete(question());
    expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
      undefined,
    ]);
  });

  it('learns once from two questions refused at the same time', async () => {
    const { server, model } = await setUp(({ body }) =>
      body.response_format?.type === 'json_schema' ? refuse('no json_schema here') : GOOD,
    );
    await Promise.all([model.complete(question()), model.complete(question())]);
    await model.complete(question());
    expect(server.requests.at(-1)?.body.response_format?.type).toBe('json_object');
  });

  it('does not repeat a request that was refused for another reason', async () => {
    const { server, model } = await setUp(() => refuse(`Invalid value ${WORD}`));
    expect((await failureOf(model.complete(question()))).code).toBe('model_request');
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer that cannot be used', () => {
  it('is asked for once more, told what was wrong', async () => {
    const { server, model } = await setUp([{ content: { answer: 7 } }, GOOD]);
    const { usage } = await model.complete(question());
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.prompt).toContain('“answer” is wrong (invalid type)');
    expect(usage).toMatchObject({ calls: 1, retries: 1, inputTokens: 2_000, outputTokens: 200 });
  });

  it('ends in a plain sentence the second time', async () => {
    const { server, model } = await setUp(() => ({ content: 'I would rather talk.' }));
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('bad_answer');
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for once more when its content is at fault', async () => {
    const { server, model } = await setUp([GOOD, { content: { answer: 'no' } }]);
    const findFault = ({ answer }: { answer: string }) => (answer === 'yes' ? 'not yes' : null);
    const { value } = await model.complete(question({ findFault }));
    expect(value.answer).toBe('no');
    expect(server.requests[1]?.prompt).toContain('could not be used: not yes.');
  });
});

describe('RC-076 an answer cut by its limit', () => {
  it('is never taken for complete, even when it parses', async () => {
    const { server, model } = await setUp([
      { content: { answer: 'half' }, finish: 'length' },
      { content: { answer: 'whole' } },
    ]);
    const { value, usage } = await model.complete(question());
    expect(value.answer).toBe('whole');
    expect(usage.retries).toBe(1);
    expect(server.requests.map(({ body }) => body.max_completion_tokens)).toEqual([1_000, 4_000]);
  });

  it.each([null, ''])('gets more room when thinking left it %j', async (content) => {
    const { server, model } = await setUp([{ content, finish: 'length' }, GOOD]);
    await model.complete(question());
    await model.complete(question());
    // What one answer needed the next one is given at once.
    expect(server.requests.map(({ body }) => body.max_completion_tokens)).toEqual([
      1_000, 4_000, 4_000,
    ]);
  });

  it('ends in a sentence that names the limit', async () => {
    const { server, model } = await setUp(() => ({ content: null, finish: 'length' }));
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('output_limit');
    expect(error.message).toContain('4000 tokens');
    expect(error.message).not.toMatch(/json/i);
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for with less thinking where no more room can be had, from then on', async () => {
    const { server, model } = await setUp(({ body }) => {
      if ((body.max_completion_tokens ?? 0) > 1_000) {
        return refuse('max_completion_tokens is too large: at most 1000 completion tokens');
      }
      return body.reasoning_effort === 'low' ? GOOD : { content: '', finish: 'length' };
    });
    await failureOf(model.complete(question()));
    const before = server.requests.length;
    expect((await model.complete(question())).value.answer).toBe('yes');
    expect((await model.complete(question())).usage).toMatchObject({ calls: 1, retries: 0 });
    const efforts = server.requests.slice(before).map(({ body }) => body.reasoning_effort);
    expect(efforts).toEqual(['low', 'low']);
  });

  it('is asked for with less thinking in the other form of the protocol too', async () => {
    const { server, model } = await setUp(
      ({ body }) => {
        if ((body.max_output_tokens ?? 0) > 1_000) {
          return refuse('max_output_tokens is too large: at most 1000 completion tokens');
        }
        return body.reasoning?.effort === 'low' ? GOOD : { content: '', finish: 'length' };
      },
      { api: 'responses' },
    );
    await failureOf(model.complete(question()));
    expect((await model.complete(question())).value.answer).toBe('yes');
    expect(server.requests.at(-1)?.body.reasoning).toEqual({ effort: 'low' });
  });

  it('names the limit where the model does not let itself be told how much to think', async () => {
    const { server, model } = await setUp(({ body }) => {
      if (body.reasoning_effort !== undefined) {
        return refuse("Unrecognized request argument supplied: 'reasoning_effort'");
      }
      return (body.max_completion_tokens ?? 0) > 1_000
        ? refuse('max_completion_tokens is too large: at most 1000 completion tokens')
        : { content: null, finish: 'length' };
    });
    for (let times = 0; times < 3; times += 1) {
      expect((await failureOf(model.complete(question()))).code).toBe('output_limit');
    }
    const told = server.requests.filter(({ body }) => body.reasoning_effort !== undefined);
    expect(told).toHaveLength(1);
  });

  it('is not repeated with the room it already had', async () => {
    const { server, model } = await setUp(({ body }) =>
      (body.max_completion_tokens ?? 0) > 1_000
        ? refuse('max_completion_tokens is too large: at most 1000 completion tokens')
        : { content: null, finish: 'length' },
    );
    await failureOf(model.complete(question()));
    const used = server.requests.map(({ body }) => body.max_completion_tokens);
    expect(used.filter((room) => room === 1_000).length).toBeLessThanOrEqual(2);
    await failureOf(model.complete(question()));
    expect(server.requests.length - used.length).toBe(1);
  });
});
