import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../src/loop/usage.ts';
import { costOf, readPrices } from '../../src/models/prices.ts';
import { endServer, GOOD, question, setUp } from './openai-setup.ts';

const PRICES = { small: { input: 2, cached: 0.5, output: 8 }, plain: { input: 1, output: 1 } };
const USED = { ...NO_USAGE, calls: 1, inputTokens: 1_000, cachedTokens: 400, outputTokens: 100 };

afterEach(async () => {
  await endServer();
});

describe('what a call costs', () => {
  it('is counted from its tokens, cached ones at their own price', () => {
    expect(costOf(PRICES, 'small', USED)).toBeCloseTo(0.0012 + 0.0002 + 0.0008, 12);
    expect(costOf(PRICES, 'plain', USED)).toBeCloseTo(0.0011, 12);
  });

  it('is that of its family for a dated name', () => {
    expect(costOf(PRICES, 'small-2026-01-31', USED)).toBe(costOf(PRICES, 'small', USED));
  });

  it('is not known without a price, and never guessed', () => {
    for (const model of ['other', 'smaller', 'toString']) {
      expect(costOf(PRICES, model, USED)).toBeNull();
    }
  });

  it('is told with the answer, every repeated request counted', async () => {
    const usage = { prompt: 1_000, output: 100 };
    const { model } = await setUp(
      [
        { content: 'no JSON', usage },
        { ...GOOD, usage },
      ],
      {
        prices: { 'test-model': { input: 2, output: 8 } },
      },
    );
    const { usage: used } = await model.complete(question());
    expect(used).toMatchObject({ calls: 1, retries: 1, inputTokens: 2_000 });
    expect(used.cost).toBeCloseTo(2 * (0.002 + 0.0008), 12);
  });
});

describe('a price file', () => {
  it.each([
    ['{"m": {"input": 1, "output": 2}}', null],
    ['{"m": {"input": 1}}', /mistake at “m → output”/],
    ['{"m": {"input": -1, "output": 2}}', /mistake at “m → input”/],
    ['{"m": {"input": 1, "output": 2, "outptu": 3}}', /mistake/],
    ['nonsense', /is no JSON/],
  ])('%s is read or refused with what is wrong', async (text, problem) => {
    const folder = await mkdtemp(join(tmpdir(), 'prices-'));
    const path = join(folder, 'prices.json');
    await writeFile(path, text);
    try {
      const read = readPrices(path);
      if (problem === null) expect(await read).toEqual(JSON.parse(text));
      else await expect(read).rejects.toThrow(problem);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('that is missing is named', async () => {
    await expect(readPrices('no/such/prices.json')).rejects.toThrow(
      /PRICES_FILE names no\/such\/prices.json, which cannot be read/,
    );
  });
});
