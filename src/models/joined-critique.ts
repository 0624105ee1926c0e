import type { CritiqueAnswer } from '../loop/prompts/replies.ts';
import { addUsage, NO_USAGE, type Usage } from '../loop/usage.ts';

interface Part {
  readonly answer: CritiqueAnswer;
  readonly usage: Usage;
}

/**
 * One critique from those of a text's sections: a check passes when it passed everywhere, a criterion has
 * the mean of its scores, a comment asked about is fixed when nobody who knows of it says otherwise.
 */
export function joinCritiques(parts: readonly Part[]): Part {
  const [only, ...others] = parts;
  if (only === undefined) throw new Error('a text has at least one section');
  if (others.length === 0) return only;
  const answers = parts.map(({ answer }) => answer);
  return {
    answer: {
      checks: byId(answers.flatMap(({ checks }) => checks)).map(([id, of]) => ({
        id,
        pass: of.every(({ pass }) => pass),
      })),
      criteria: byId(answers.flatMap(({ criteria }) => criteria)).map(([id, of]) => ({
        id,
        score: of.reduce((sum, { score }) => sum + score, 0) / of.length,
      })),
      followUps: byId(answers.flatMap(({ followUps }) => followUps)).map(([id, of]) => ({
        id,
        fixed: of.every(({ fixed }) => fixed),
      })),
      strengths: answers.flatMap(({ strengths }) => strengths),
      comments: answers.flatMap(({ comments }) => comments),
      verdict: answers.find(({ verdict }) => !/accept/i.test(verdict))?.verdict ?? 'accept',
    },
    usage: parts.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.id, [...(groups.get(item.id) ?? []), item]);
  return [...groups];
}
