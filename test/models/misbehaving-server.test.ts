/* Whole reviews of every sample draft by a server that misbehaves in every way there is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_BUDGET } from '../../src/loop/budget.ts';
import type { LoopResult } from '../../src/loop/events.ts';
import { refineLoop } from '../../src/loop/loop.ts';
import { PLAIN_OPTIONS } from '../../src/models/editor-options.ts';
import { openModelRoom } from '../../src/models/model-room.ts';
import { findPersona } from '../../src/personas/library.ts';
import { environmentFor, INVENTED, isOffering, MISBEHAVIOURS } from '../fakes/misbehaviour.ts';
import { type FakeOpenAiServer, startOpenAiServer } from '../fakes/openai-server.ts';
import { sharedData } from '../shared-data.ts';

const KEY = 'sk-canary-0123456789abcdef';
/** One of our own where the samples are not at hand. */
const OWN = [
  'We are going to move the billing database on 12 March at 22:00 UTC, and some invoices may be late.',
  'Please write to @maria or read https://status.example.com/billing if there are any issues with that.',
].join(' ');

const folder = sharedData === null ? null : join(sharedData, 'drafts');
const drafts =
  folder === null
    ? [OWN]
    : [OWN, ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))];
const panel = ['senior-editor', 'line-editor'].flatMap((id) => findPersona(id) ?? []);

let server: FakeOpenAiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Outcome {
  readonly draft: string;
  readonly result: LoopResult;
}

async function review(way: string, editStyle: 'edits' | 'rewrite') {
  const script = MISBEHAVIOURS[way];
  if (script === undefined) throw new Error(`nobody misbehaves like “${way}”`);
  server = await startOpenAiServer(script());
  const room = await openModelRoom({
    apiKey: KEY,
    baseUrl: server.url,
    api: environmentFor(way).MODEL_API === 'auto' ? 'auto' : 'chat',
    timeoutMs: Number(environmentFor(way).MODEL_TIMEOUT_MS ?? 20_000),
    concurrency: 50,
    prices: { m: { input: 1, output: 1 } },
  });
  const crashes: unknown[] = [];
  const { foresee, ...editors } = room.editors({
    criticFor: () => 'm',
    writer: 'm',
    judge: 'm',
    options: PLAIN_OPTIONS,
    meter: async () => {},
  });
  // What never ends takes long enough once.
  const tried = way.endsWith('without end') ? drafts.slice(0, 1) : drafts;
  const outcomes = await Promise.all(
    tried.map(async (draft): Promise<Outcome> => {
      const loop = refineLoop(
        {
          ...editors,
          budget: { ...NO_BUDGET, foresee },
          check: async () => ({ comments: [], limits: [] }),
          step: (_key, work) => work(),
          now: () => performance.now(),
          inbox: () => [],
          reportError: (error) => {
            if (!(error instanceof Error) || error.name !== 'UserError') crashes.push(error);
          },
        },
        {
          draft,
          brief: '',
          personas: panel,
          maxRounds: 1,
          mode: 'auto',
          editStyle,
          strategy: 'self-refine',
          names: [],
          dismissed: [],
          lowered: [],
          limits: {},
        },
        new AbortController().signal,
      );
      for (;;) {
        const next = await loop.next();
        if (next.done) return { draft, result: next.value };
      }
    }),
  );
  return { outcomes, crashes, server };
}

const ways = Object.keys(MISBEHAVIOURS);
/** Of a whole text more can go wrong than of edits, and only where one comes. */
const aboutTexts = ways.filter((way) => /job|first|wraps|writ|invents/.test(way));

describe.each([
  ...ways.map((way) => ({ way, editStyle: 'edits' as const })),
  ...aboutTexts.map((way) => ({ way, editStyle: 'rewrite' as const })),
])('a server that $way, asked for $editStyle,', ({ way, editStyle }) => {
  it('does no harm', async () => {
    const { outcomes, crashes, server: asked } = await review(way, editStyle);
    expect(crashes).toEqual([]);
    expect(asked.violations).toEqual([]);
    let [input, output, cost, isCountedHere] = [0, 0, 0, false];
    for (const { draft, result } of outcomes) {
      const { receipt, best, stopSentence, failure, critiques } = result;
      input += receipt.inputTokens;
      output += receipt.outputTokens;
      cost += receipt.cost ?? Number.NaN;
      isCountedHere ||= receipt.isCountedHere === true;
      // Nothing invented stands in what is handed back, or in what people are shown.
      const shown = JSON.stringify([best.text, critiques, failure, result.stillOpen]);
      for (const invented of INVENTED) {
        expect(isOffering(way) ? best.text : shown).not.toContain(invented);
      }
      expect(receipt.facts.added).toEqual([]);
      expect(receipt.facts.lost).toEqual([]);
      expect(shown).not.toContain(KEY);
      expect(stopSentence).toMatch(/\p{L}/u);
      const isFailed = result.stopReason === 'model_error' || result.stopReason === 'refused';
      expect(failure !== undefined).toBe(isFailed);
      if (failure !== undefined) expect(failure.message).toMatch(/\.$/);
      if (failure?.code === 'internal') throw new Error(`${way}: ${failure.message}`);
      if (best.number === 1) expect(best.text).toBe(draft);
    }
    // Whatever was answered was paid for and is on a receipt, no more and no less.
    const { input: servedInput, output: servedOutput } = asked.reported;
    if (!isCountedHere)
      expect({ input, output }).toEqual({ input: servedInput, output: servedOutput });
    expect(cost).toBeCloseTo((input + output) / 1_000_000, 8);
  }, 60_000);
});

it.runIf(folder !== null)('is tried on every sample draft', () => {
  expect(drafts).toHaveLength(12);
});
