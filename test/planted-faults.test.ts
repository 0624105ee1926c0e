import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { openEditors } from '../src/editors.ts';
import { NO_BUDGET } from '../src/loop/budget.ts';
import type { LoopResult } from '../src/loop/events.ts';
import { refineLoop } from '../src/loop/loop.ts';
import type { HouseStyle } from '../src/models/offline/house-style.ts';
import { sharedData } from './shared-data.ts';

const HOUSE: HouseStyle = {
  names: ['Nimbuss'],
  avoid: [{ word: 'utilise', use: 'use' }],
  allowed: [],
};

interface Fault {
  readonly kind: string;
  /** Put into the draft as a paragraph of its own. */
  readonly sentence: string;
  /** The words a comment has to point at. */
  readonly at: string;
  /** The sentence after the fault was fixed unasked; absent where a person has to decide. */
  readonly fixed?: string;
}

const FAULTS: readonly Fault[] = [
  {
    kind: 'misspelling',
    sentence: 'We have recieved your report and Nimbuss is next.',
    at: 'recieved',
    fixed: 'We have received your report and Nimbuss is next.',
  },
  {
    kind: 'doubled word',
    sentence: 'It was found in the the second check.',
    at: 'the the',
    fixed: 'It was found in the second check.',
  },
  {
    kind: 'small i',
    sentence: 'Last week i wrote to the team.',
    at: 'i',
    fixed: 'Last week I wrote to the team.',
  },
  {
    kind: 'contraction',
    sentence: 'Please dont restart anything yourself.',
    at: 'dont',
    fixed: "Please don't restart anything yourself.",
  },
  {
    kind: 'open compound',
    sentence: 'This helped alot in the last weeks.',
    at: 'alot',
    fixed: 'This helped a lot in the last weeks.',
  },
  {
    kind: 'house word',
    sentence: 'You can utilise the new page from now on.',
    at: 'utilise',
    fixed: 'You can use the new page from now on.',
  },
  {
    kind: 'duration',
    sentence: 'The second window was open from 10:00 to 12:30 (2 hours and 45 minutes).',
    at: '2 hours and 45 minutes',
  },
  { kind: 'broken link', sentence: 'See [the overview]() for more.', at: '[the overview]()' },
  { kind: 'placeholder', sentence: 'The owner is [insert name here].', at: '[insert name here]' },
  { kind: 'unclosed fence', sentence: '```sh\nnpm run report', at: '```' },
];

const folder = sharedData === null ? null : join(sharedData, 'drafts');
const drafts = folder === null ? [] : readdirSync(folder).filter((name) => name.startsWith('en-'));
const editors = await openEditors(readConfig({}), [], HOUSE);
afterAll(() => editors.close());

async function review(draft: string): Promise<LoopResult> {
  const loop = refineLoop(
    {
      ...editors,
      budget: NO_BUDGET,
      step: (_key, work) => work(),
      now: () => 0,
      inbox: () => [],
    },
    {
      draft,
      brief: '',
      personas: editors.panel,
      maxRounds: 1,
      mode: 'auto',
      editStyle: 'edits',
      strategy: 'self-refine',
      names: HOUSE.names,
      dismissed: [],
      lowered: [],
      limits: {},
    },
    new AbortController().signal,
  );
  for (;;) {
    const next = await loop.next();
    if (next.done) return next.value;
  }
}

/** Puts each fault between two paragraphs, spread over the draft, the unclosed fence last. */
function plant(draft: string, sentence: (fault: Fault) => string): string {
  const paragraphs = draft.trimEnd().split('\n\n');
  // Indented blocks belong to a list or to code; a paragraph put there would become part of it.
  const places = paragraphs.flatMap((paragraph, at) =>
    /^[\s|`>-]/.test(paragraph) || /^[\s|`>-]/.test(paragraphs[at + 1] ?? '') ? [] : [at],
  );
  const [fence, ...others] = [...FAULTS].reverse();
  const planted = new Map<number, string[]>();
  others.reverse().forEach((fault, index) => {
    const place =
      places[Math.floor((index * places.length) / others.length)] ?? paragraphs.length - 1;
    planted.set(place, [...(planted.get(place) ?? []), sentence(fault)]);
  });
  const all = paragraphs.flatMap((paragraph, at) => [paragraph, ...(planted.get(at) ?? [])]);
  return `${[...all, fence === undefined ? '' : sentence(fence)].join('\n\n')}\n`;
}

describe.skipIf(folder === null)('ten planted faults', () => {
  it.each(drafts)('are found and repaired in %s, and nothing else changes', async (name) => {
    const draft = plant(readFileSync(join(folder ?? '', name), 'utf8'), ({ sentence }) => sentence);
    const fixed = plant(
      readFileSync(join(folder ?? '', name), 'utf8'),
      (fault) => fault.fixed ?? fault.sentence,
    );
    const result = await review(draft);
    const missed = FAULTS.filter((fault) => !isFound(fault, draft, result)).map(({ kind }) => kind);
    expect(missed.length, `missed: ${missed.join(', ')}`).toBeLessThanOrEqual(1);
    expect(result.best.text).toBe(fixed);
  });
});

function isFound(fault: Fault, draft: string, result: LoopResult): boolean {
  const sentence = draft.indexOf(fault.sentence);
  const inSentence =
    fault.kind === 'small i' ? fault.sentence.indexOf(' i ') + 1 : fault.sentence.indexOf(fault.at);
  const start = sentence + inSentence;
  const end = start + fault.at.length;
  return (
    result.critiques[0]?.comments.some(
      ({ anchor }) => anchor.type === 'quote' && anchor.start < end && start < anchor.end,
    ) ?? false
  );
}

describe.skipIf(folder === null)('an untouched draft', () => {
  const all = folder === null ? [] : readdirSync(folder);
  it.each(all)('%s is not changed unasked', async (name) => {
    const draft = readFileSync(join(folder ?? '', name), 'utf8');
    const result = await review(draft);
    expect(result.best.text).toBe(draft);
    for (const comment of result.critiques.flatMap(({ comments }) => comments)) {
      if (comment.anchor.type !== 'quote') continue;
      expect(draft.slice(comment.anchor.start, comment.anchor.end)).toBe(comment.anchor.quote);
    }
  });
});
