import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { critiqueSchema } from '../../src/loop/prompts/replies.ts';
import { scoreCritique } from '../../src/loop/score.ts';
import { sharedData } from '../shared-data.ts';
import { persona } from './harness.ts';

/** The published few-shot critiques: graded aspects, and a total that somebody added up. */
function publishedCritiques() {
  return ['fewshot_feedback_acronym.jsonl', 'fewshot_feedback_responsegen.jsonl'].flatMap((file) =>
    readFileSync(join(sharedData ?? '', 'loop', file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const graded = Object.entries(JSON.parse(line) as Record<string, unknown>).flatMap(
          ([id, words]) => {
            const [, score, of] = /(\d+)\/(\d+)\s*$/.exec(String(words)) ?? [];
            return score === undefined ? [] : [{ id, score: Number(score), of: Number(of) }];
          },
        );
        const isTotal = ({ id }: { id: string }) => /total/i.test(id);
        return { aspects: graded.filter((each) => !isTotal(each)), total: graded.find(isTotal) };
      }),
  );
}

describe.runIf(sharedData !== null)('L6 the published few-shot critiques', () => {
  const critiques = publishedCritiques();
  const sum = (scores: readonly number[]) => scores.reduce((all, score) => all + score, 0);

  it('hold totals that do not add up', () => {
    const wrong = critiques.filter(
      ({ aspects, total }) => total?.score !== sum(aspects.map(({ score }) => score)),
    );
    expect(critiques.length).toBeGreaterThan(20);
    expect(wrong.length).toBeGreaterThanOrEqual(3);
  });

  it('are scored by the sum of the code, whatever total stands beside them', () => {
    for (const { aspects, total } of critiques) {
      // Their grades go up to five, ours to four.
      const criteria = aspects.map(({ id, score, of }) => ({
        id,
        score: 1 + (3 * (score - 1)) / (of - 1),
      }));
      const answer = critiqueSchema.parse({
        ...{ checks: [], strengths: [], comments: [], followUps: [], verdict: 'revise' },
        criteria,
        score: total?.score,
        'Total score': `${total?.score}/${total?.of}`,
      });
      const editor = persona('editor', {
        criteria: criteria.map(({ id }) => ({
          id,
          title: id,
          weight: 1,
          anchors: ['1', '2', '3', '4'],
        })),
      });
      const { criteria: read, verdict, comments } = answer;
      const score = scoreCritique(editor, { verdict, comments: [], criteria: read, usage: NONE });
      expect(comments).toEqual([]);
      expect(score).toBeCloseTo(sum(criteria.map((each) => each.score)) / criteria.length, 10);
      expect(JSON.stringify(answer)).not.toContain('otal');
    }
  });
});

const NONE = { calls: 0, retries: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: null };
