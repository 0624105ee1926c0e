import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Usage } from '../loop/usage.ts';
import { UserError } from '../user-error.ts';

/** US dollars for a million tokens. */
const price = z.strictObject({
  input: z.number().min(0),
  /** Of the input, what the provider's cache had; without it, cached tokens cost as much as others. */
  cached: z.number().min(0).optional(),
  output: z.number().min(0),
});

const priceFile = z.record(z.string().min(1), price);

/** Prices by model name, as the operator wrote them down. */
export type Prices = Readonly<Record<string, z.infer<typeof price>>>;

/** Reads a price file. Rejects with a `UserError` that names the file and what is wrong in it. */
export async function readPrices(path: string): Promise<Prices> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw bad(path, 'cannot be read', cause);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw bad(path, 'is no JSON', cause);
  }
  const read = priceFile.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(' → ') ?? '';
  throw bad(path, `has a mistake${place === '' ? '' : ` at “${place}”`}`, read.error);
}

function bad(path: string, what: string, cause: unknown): UserError {
  return new UserError(
    `PRICES_FILE names ${path}, which ${what}. It holds prices in US dollars for a million tokens, like {"gpt-5-mini": {"input": 0.25, "cached": 0.025, "output": 2}}.`,
    { code: 'bad_config', cause },
  );
}

/** What tokens cost, in US dollars; null when the model has no price. A dated name costs what its family does. */
export function costOf(prices: Prices, model: string, usage: Usage): number | null {
  const family = model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
  const found = own(prices, model) ?? own(prices, family);
  if (found === undefined) return null;
  const { input, cached = input, output } = found;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedTokens);
  return (fresh * input + usage.cachedTokens * cached + usage.outputTokens * output) / 1_000_000;
}

function own(prices: Prices, model: string) {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}
