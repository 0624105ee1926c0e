import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/logger.ts';

const canary = 'canary7c1f9ad2';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  const sink = {
    write(line: string) {
      lines += line;
    },
  };
  write(createLogger({ level: 'debug', sink }));
  return lines;
}

describe('createLogger', () => {
  it('writes one JSON object a line with fields and message', () => {
    const line = logged((log) => log.info({ runId: 'r1', round: 2 }, 'round finished'));
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      runId: 'r1',
      round: 2,
      msg: 'round finished',
    });
    expect(line.endsWith('\n')).toBe(true);
  });

  it('drops what is below its level', () => {
    expect(logged((log) => log.debug({}, 'kept'))).toContain('kept');
    const quiet = { write: () => expect.unreachable() };
    createLogger({ level: 'silent', sink: quiet }).error({}, 'dropped');
  });

  it('adds the fields of a child to each line', () => {
    const line = logged((log) =>
      log.child({ runId: 'r1', draftText: canary }).warn({ step: 's' }, 'slow'),
    );
    expect(JSON.parse(line)).toMatchObject({ runId: 'r1', step: 's', draftText: '[redacted]' });
  });

  it.each([
    'text',
    'draft',
    'draftText',
    'quote',
    'quoted',
    'brief',
    'body',
    'content',
    'markdown',
    'prompt',
    'reply',
    'problem',
    'why',
    'suggestion',
    'find',
    'replace',
    'note',
    'output',
    'message',
    'token',
    'botToken',
    'access_token',
    'authorization',
    'Set-Cookie',
    'apiKey',
    'api_key',
    'OPENAI_API_KEY',
    'clientSecret',
    'password',
    'encryptionKey',
    'databaseUrl',
  ])('leaves out the value of %s at any depth', (name) => {
    const line = logged((log) => {
      log.info({ [name]: canary }, 'flat');
      log.info({ run: { steps: [{ [name]: { inner: [canary] } }] } }, 'deep');
    });
    expect(line).not.toContain(canary);
    expect(line.match(/\[redacted\]/g)).toHaveLength(2);
  });

  it('keeps numbers, switches and null under such names', () => {
    const fields = { inputTokens: 1200, text: null, prompt: true };
    expect(JSON.parse(logged((log) => log.info(fields, 'counted')))).toMatchObject(fields);
  });

  it.each([
    `xoxb-12-${canary}`,
    `xoxp-12-${canary}`,
    `xapp-1-${canary}`,
    `ghp_${canary}`,
    `github_pat_${canary}`,
    `AKIA${canary.toUpperCase()}`,
    `sk-${canary}`,
    `sk-proj-${canary}`,
    `Bearer ${canary}`,
    `eyJhbGciOi.eyJ${canary}.${canary}`,
    `postgres://editor:${canary}@db/desk`,
    `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----`,
  ])('leaves out the secret %s wherever it stands', (secret) => {
    const line = logged((log) => {
      log.info({ where: `calling with ${secret} failed` }, 'field');
      log.info({}, `message with ${secret}`);
      log.error({ error: new Error(`failed with ${secret}`) }, 'error');
    });
    expect(line.toLowerCase()).not.toContain(canary);
    for (const part of line.trim().split('\n')) expect(() => JSON.parse(part)).not.toThrow();
  });

  it('tells where an error was thrown without the words it quotes', () => {
    const parse = () => JSON.parse(`Dear ${canary}`);
    const line = logged((log) => {
      try {
        parse();
      } catch (cause) {
        log.error({ error: new Error(`cannot read '${canary}'`, { cause }) }, 'unexpected error');
      }
    });
    expect(line).not.toContain(canary);
    const { error } = JSON.parse(line);
    expect(error).toMatchObject({ name: 'Error', reason: 'cannot read [redacted]' });
    expect(error.cause.name).toBe('SyntaxError');
    expect(error.cause.frames[0]).toMatch(/^at /);
  });

  const reasonOf = (message: string) =>
    JSON.parse(logged((log) => log.error({ error: new Error(message) }, 'x'))).error.reason;

  it.each([
    [`Unexpected token 'H', "He said "${canary}" and left" is not valid JSON`],
    [`Value “${canary}” is no emoji`],
    [`Value «${canary}» is no emoji`],
    [`cannot read 'don't tell ${canary}' here`],
    [`{"said":"He said \\"${canary}\\""}`],
    [`cut off: "He said "so" and ${canary}`],
    [`cannot read "two\nlines of ${canary}"`],
    [`fetch of https://hooks.example.org/commands/${canary} failed`],
    [`fetch of https://hooks.example.org?key=${canary} failed`],
    [`Failed query: insert\nparams: ${canary}`],
    [`Failed:\n    at ${canary} we met at 10:30`],
  ])('says nothing of what %j quotes', (message) => {
    const line = logged((log) => log.error({ error: new Error(message) }, 'x'));
    expect(line).not.toContain(canary);
  });

  it('keeps the rest of such a sentence', () => {
    expect(reasonOf('Column "a" of "b" is not known')).toBe('Column [redacted] is not known');
    expect(reasonOf("it's gone from https://a.example.org/x/y now")).toBe(
      "it's gone from https://a.example.org/[redacted] now",
    );
    expect(reasonOf('connect ECONNREFUSED 127.0.0.1:5432')).toBe(
      'connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it.each([
    ['a sentence that is thrown', `Dear ${canary}`],
    ['an object that is thrown', { detail: canary, hint: [canary] }],
    ['a cause that is no error', new Error('x', { cause: `Dear ${canary}` })],
    ['a name that is none', Object.assign(new Error('x'), { name: `Dear ${canary}` })],
    ['a code that is none', Object.assign(new Error('x'), { code: `Dear ${canary}` })],
    ['what a database adds', Object.assign(new Error('x'), { detail: `row (${canary})` })],
    ['a sentence that is none', Object.assign(new Error('x'), { message: { said: canary } })],
  ])('tells only the kind of %s', (_, error) => {
    const line = logged((log) => log.error({ error }, 'x'));
    expect(JSON.parse(line).error).toHaveProperty('name');
    expect(line).not.toContain(canary);
  });

  it('survives a field that contains itself', () => {
    const run: Record<string, unknown> = { id: 'r1' };
    run.self = run;
    expect(logged((log) => log.info({ run }, 'loop'))).toContain('"id":"r1"');
  });
});
