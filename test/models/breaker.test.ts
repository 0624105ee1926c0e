import { afterEach, describe, expect, it } from 'vitest';
import { createBreaker } from '../../src/models/openai/breaker.ts';
import { endServer, failureOf, GOOD, question, setUp } from './openai-setup.ts';

afterEach(async () => {
  await endServer();
});

const DOWN = { kind: 'network', reason: 'unknown' } as const;
const POLICY = { failures: 3, pauseMs: 10_000 };

function clock() {
  let time = 0;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

describe('a server that keeps failing', () => {
  it('is left alone, then tried by one request, and trusted again when that works', () => {
    const { now, pass } = clock();
    const breaker = createBreaker(POLICY, now);
    for (let failure = 0; failure < 3; failure += 1) {
      expect(breaker.refuse()).toBeNull();
      breaker.failed(DOWN);
    }
    expect(breaker.refuse()).toBe(10_000);
    expect(breaker.state()).toEqual({ state: 'open', failures: 3, retryInMs: 10_000 });
    pass(10_000);
    expect(breaker.state().state).toBe('trying');
    expect(breaker.refuse()).toBeNull();
    expect(breaker.refuse()).not.toBeNull();
    breaker.succeeded();
    expect(breaker.refuse()).toBeNull();
    expect(breaker.state()).toEqual({ state: 'closed', failures: 0, retryInMs: 0 });
  });

  it('is left alone again when the one that tries fails, and tried again when it gives up', () => {
    const { now, pass } = clock();
    const breaker = createBreaker(POLICY, now);
    for (let failure = 0; failure < 3; failure += 1) breaker.failed(DOWN);
    pass(10_000);
    breaker.refuse();
    breaker.abandoned();
    expect(breaker.refuse()).toBeNull();
    breaker.failed(DOWN);
    expect(breaker.refuse()).toBe(10_000);
  });

  it('is not one that says no', () => {
    const breaker = createBreaker(POLICY, () => 0);
    const no = (status: number) =>
      ({ kind: 'http', status, code: '', param: '', sentence: '', retryAfterMs: null }) as const;
    for (const status of [429, 400, 401, 429, 404]) breaker.failed(no(status));
    expect(breaker.state().state).toBe('closed');
    for (const status of [500, 503, 502]) breaker.failed(no(status));
    expect(breaker.state().state).toBe('open');
  });

  it('gets no request and gives a sentence with the time', async () => {
    const { now, pass } = clock();
    let isUp = false;
    const { server, model } = await setUp(() => (isUp ? GOOD : { status: 503 }), {
      breaker: POLICY,
      now,
    });
    expect((await failureOf(model.complete(question()))).code).toBe('model_server');
    const error = await failureOf(model.complete(question()));
    expect(error.code).toBe('model_paused');
    expect(error.message).toContain('Try again in 10 s');
    expect(server.requests).toHaveLength(3);
    isUp = true;
    pass(10_000);
    expect((await model.complete(question())).value.answer).toBe('yes');
  });

  it('is tried by one request while the others wait for what it finds out', async () => {
    const { now, pass } = clock();
    let isUp = false;
    const { server, model } = await setUp(
      () => (isUp ? { ...GOOD, delayMs: 50 } : { status: 503 }),
      { breaker: POLICY, now },
    );
    await failureOf(model.complete(question()));
    const three = () => [1, 2, 3].map(() => model.complete(question()));

    pass(10_000);
    const asked = server.requests.length;
    const codes = await Promise.all(three().map(async (each) => (await failureOf(each)).code));
    expect(codes.filter((code) => code === 'model_paused')).toHaveLength(3);
    expect(server.requests).toHaveLength(asked + 1);

    pass(10_000);
    isUp = true;
    const answers = await Promise.all(three());
    expect(answers.map(({ value }) => value.answer)).toEqual(['yes', 'yes', 'yes']);
  });
});
