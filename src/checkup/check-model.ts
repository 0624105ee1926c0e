import { z } from 'zod';
import type { Config } from '../config.ts';
import { HOW_TO_SET_MODEL } from '../how-to-set-model.ts';
import { NO_USAGE } from '../loop/usage.ts';
import { openConnection } from '../models/openai/connection.ts';
import { createOpenAiModel } from '../models/openai/openai-model.ts';
import { costOf, type Prices, readPrices } from '../models/prices.ts';
import { UserError } from '../user-error.ts';
import { type Check, type Finding, fail, ok, warn } from './finding.ts';

/** Small, and the same for everybody: nobody's words leave the machine for a check. */
const QUESTION = {
  stable: 'You answer with JSON and nothing else.',
  round: 'Is this connection working? Answer {"answer": "yes"}.',
};
const ANSWER = z.object({ answer: z.string() });
/** Enough for models that think before they answer. */
const MAX_TOKENS = 2_000;
const SLOW_MS = 20_000;

/** Asks each model one tiny question in the form a review asks in. */
export function checkModel({ openai }: Pick<Config, 'openai'>, models: readonly string[]): Check {
  return async (signal) => {
    if (models.length === 0) {
      return [warn('Model', 'No model is set, so the copy editor works alone.', HOW_TO_SET_MODEL)];
    }
    const prices = await pricesOf(openai.pricesFile);
    const connection = openConnection({ ...openai, concurrency: 1 });
    const found: Finding[] = [...prices.found];
    for (const name of models) {
      const model = createOpenAiModel({ connection, model: name, api: openai.api });
      found.push(await askOnce(name, connection.host, { model, signal }));
      if (openai.pricesFile !== null) found.push(...priceOf(prices.known, name));
    }
    if (openai.pricesFile === null) {
      found.push(
        warn('Prices', 'No prices are known, so receipts say “cost unknown”.', 'Set PRICES_FILE.'),
      );
    }
    return found;
  };
}

async function askOnce(
  name: string,
  host: string,
  { model, signal }: { model: ReturnType<typeof createOpenAiModel>; signal: AbortSignal },
): Promise<Finding> {
  const begun = performance.now();
  try {
    const { usage } = await model.complete({
      purpose: 'judge',
      prompt: QUESTION,
      schema: ANSWER,
      maxOutputTokens: MAX_TOKENS,
      signal,
    });
    const ms = performance.now() - begun;
    const seconds = (ms / 1000).toFixed(1);
    const says = `${name} at ${host} answered in the asked form after ${seconds} s${usage.retries > 0 ? ', on the second try' : ''}.`;
    return ms < SLOW_MS ? ok('Model', says) : warn('Model', says, 'A review asks several times.');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return fail('Model', error.message, 'Until then the editors that need it cannot answer.');
  }
}

function priceOf(prices: Prices, name: string): Finding[] {
  if (costOf(prices, name, NO_USAGE) !== null) return [ok('Prices', `${name} has a price.`)];
  const fix = 'Add it to the file PRICES_FILE names, or receipts say “cost unknown”.';
  return [warn('Prices', `${name} has no price.`, fix)];
}

async function pricesOf(file: string | null): Promise<{ known: Prices; found: Finding[] }> {
  if (file === null) return { known: {}, found: [] };
  try {
    return { known: await readPrices(file), found: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { known: {}, found: [fail('Prices', error.message, 'Correct the file, or unset it.')] };
  }
}
