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
    `-----BEGIN PRIVATE KEY-----\\n${a(64)}\\n${a(30)}`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\n> ${a(64)}\n> ${a(30)}`,
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${a(64)}`,
    '2223 0031 2200 3222',
    '3782 822463 10005',
    '4111.1111.1111.1111',
    '4111\u00a01111\u00a01111\u00a01111',
    `GOCSPX-${a(28)}`,
    `hvs.${a(24)}`,
    `dapi${'0f'.repeat(16)}`,
    `SK${'0f'.repeat(16)}`,
    `gsk_${a(40)}`,
    `ATATT3xFfGF0${a(40)}`,
    `123456789:AA${a(33)}`,
    `abc8Q~${a(34)}`,
    `AGE-SECRET-KEY-1${'Q2'.repeat(29)}`,
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
    [`Authorization: Basic dXNlcjpodW50ZXIyaHVudGVyMg==`, 'dXNlcjpodW50ZXIyaHVudGVyMg=='],
    ['postgres://u:p@ss1word@h.example.com/db', 'u:p@ss1word'],
    ['redis://:secretpass@h:6379', ':secretpass'],
    ['**Password:** `hunter2hunter`.', 'hunter2hunter'],
    ['The password is hunter2hunter.', 'hunter2hunter'],
    ['PRIVATE-TOKEN: abcDEF1234567', 'abcDEF1234567'],
    ['export DB_PASSWORD=correcthorse', 'correcthorse'],
    [`The AWS secret is wJalrXUtnFEMI/K7MDENG/${a(18)}.`, `wJalrXUtnFEMI/K7MDENG/${a(18)}`],
    [`AccountName=x;AccountKey=${a(86)}==;EndpointSuffix=y`, `${a(86)}==`],
    ['Server=db;User Id=sa;Password=horses!;', 'horses!'],
    ['Pwd=horses;Server=db', 'horses'],
    [`https://x.example.net/c?sv=2020&sig=${a(20)}%2B${a(20)}`, `${a(20)}%2B${a(20)}`],
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
    'The password is required. The token is base64. The secret is out.',
    'https://example.com/?key=2024-spring-campaign-page&sort=up',
    'They met in 2223 and 4.1111.1111, at https://example.com/@joe:home',
    'The private key is described under “Private key: where to keep it”.',
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
      'x://a:b@',
      '-----BEGIN PRIVATE KEY-----\\n>Comment: a',
      'aws a1B/',
      '4111 ',
      ';pwd=',
      'A_PASSWORD=',
      '?sig=1',
    ]) {
      expect(findSecrets(piece.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
    }
  });
});
