import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../src/text/secrets.ts';

const found = (text: string) => findSecrets(text).map((secret) => secret.text);

const a = (count: number) => 'x1Q2'.repeat(count).slice(0, count);

describe('RC-092 secrets', () => {
  it.each([
    'xoxb-000-FAKE',
    'xapp-1-A000-FAKE',
    `ghp_${a(36)}`,
    `github_pat_${a(30)}`,
    `glpat-${a(20)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `sk-proj-${a(24)}`,
    `sk_live_${a(24)}`,
    `AIza${a(35)}`,
    `hf_${a(34)}`,
    `npm_${a(36)}`,
    `SG.${a(22)}.${a(43)}`,
    `eyJ${a(20)}.eyJ${a(20)}.${a(20)}`,
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    `-----BEGIN RSA PRIVATE KEY-----\n${a(64)}\n${a(20)}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN PRIVATE KEY-----\n${a(64)}`,
  ])('are found by their shape: %j', (secret) => {
    expect(found(`Use ${secret} please.`)).toEqual([secret]);
    expect(found(secret)).toEqual([secret]);
  });

  it.each([
    ['postgres://u:p@h/db', 'u:p'],
    ['https://maria:hunter2@example.com/x', 'maria:hunter2'],
    ['password: hunter2hunter', 'hunter2hunter'],
    ['API_KEY="abc123xyz789"', 'abc123xyz789'],
    [`Authorization: Bearer ${a(20)}`, a(20)],
    [`https://hooks.example.com/services/T000/B000/${a(24)}`, `services/T000/B000/${a(24)}`],
  ])('are narrowed to what is secret: %s', (text, secret) => {
    expect(found(text)).toEqual([secret]);
  });

  it.each([
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'token: 3f786850e387550fdab836ed7e6dc881de23001b',
    'id 123e4567-e89b-12d3-a456-426614174000',
    'order 4111 1111 1111 1112, call 0049 30 1234567890',
    'The password: field is required. Tokens: 2000. secret: none',
    'https://example.com:8080/path and mail joe@example.com',
    'see sk-learn and task-force-one, version 1.22.333-rc.1',
    'Set API_KEY=$API_KEY or password=<your password>',
  ])('are not seen in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('come in order and never overlap', () => {
    const text = `token: ghp_${a(36)} and https://u:AKIAIOSFODNN7EXAMPLE@h/`;
    const secrets = findSecrets(text);
    expect(secrets.map((secret) => text.slice(secret.start, secret.end))).toEqual([
      `ghp_${a(36)}`,
      'u:AKIAIOSFODNN7EXAMPLE',
    ]);
  });

  it('are found quickly in long texts that look like some', () => {
    for (const piece of [
      '-----BEGIN PRIVATE KEY----- ',
      'a1B',
      'token=1a',
      'token=',
      'eyJ',
      'x://a:',
    ]) {
      expect(findSecrets(piece.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
    }
  });
});
