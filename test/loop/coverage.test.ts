import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckRevision } from '../../src/loop/check.ts';
import type { RawComment } from '../../src/loop/comment.ts';
import { createScriptedWriter, SCRIPTED_USAGE } from '../../src/models/scripted.ts';
import { sharedData } from '../shared-data.ts';
import { runLoop } from './harness.ts';

interface Published {
  readonly concepts: readonly string[];
  readonly sentence_to_feedback: readonly { readonly sentence: string }[];
}

/** The concepts a sentence has no form of: `sitting` covers `sit`, `cutting` covers `cut`. */
function missing(sentence: string, concepts: readonly string[]): string[] {
  const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const covers = (word: string, concept: string) => {
    const stem = concept.replace(/(?:e|y)$/, '');
    return word === concept || (word.startsWith(stem) && word.length <= concept.length + 4);
  };
  return concepts.filter((concept) => !words.some((word) => covers(word, concept)));
}

/** Code that wants every concept in the text, whatever a critic says. */
const wants =
  (concepts: readonly string[]): CheckRevision =>
  async ({ text }) => ({
    comments: missing(text, concepts).map(
      (concept): RawComment => ({
        kind: 'structure',
        severity: 'blocking',
        quote: '',
        sentenceId: 'S1',
        problem: `The sentence does not have “${concept}”.`,
        why: 'The brief asks for every one of them.',
        suggestion: { action: 'ask', instruction: `Where does “${concept}” come in?` },
        rule: `coverage/${concept}`,
      }),
    ),
    limits: [],
  });

const acceptsEverything = {
  critique: async () => ({ verdict: 'accept' as const, comments: [], usage: SCRIPTED_USAGE }),
};
const keepsEverything = createScriptedWriter({ refine: () => ({ type: 'edits', edits: [] }) });

/** In the published code a run counts as solved when the critic says so; here code has the last word. */
describe.skipIf(sharedData === null)('coverage of the published concept lists', () => {
  const file = join(sharedData ?? '', 'loop/fewshot_iterate_commongen.jsonl');
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Published);
  const attempts = rows.flatMap(({ concepts, sentence_to_feedback }) =>
    sentence_to_feedback.map(({ sentence }) => ({ sentence, concepts })),
  );

  it('has attempts that cover everything, and attempts that do not', () => {
    const lacking = attempts.map(({ sentence, concepts }) => missing(sentence, concepts).length);
    expect(lacking.some((count) => count === 0)).toBe(true);
    expect(lacking.some((count) => count > 0)).toBe(true);
  });

  it.each(attempts)('is told by code: $sentence', async ({ sentence, concepts }) => {
    const { result } = await runLoop({
      draft: sentence,
      critic: acceptsEverything,
      writer: keepsEverything,
      deps: { check: wants(concepts) },
    });
    const open = result.comments.filter(
      ({ status }) => status === 'open' || status === 'unresolved',
    );
    const lacking = missing(sentence, concepts);
    const told = open.map(({ problem }) => /“(.+)”/.exec(problem)?.[1] ?? '');
    // Remarks on the whole sentence that are alike are told as one.
    expect(told.length > 0).toBe(lacking.length > 0);
    expect(lacking).toEqual(expect.arrayContaining(told));
    expect(result.stopReason === 'satisfied').toBe(lacking.length === 0);
  });
});
