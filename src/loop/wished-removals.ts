import type { Range } from '../text/range.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Comment } from './comment.ts';
import type { SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';

/** How people say that something shall go, by the stem where a language bends its verbs. */
const REMOVAL =
  /\b(?:drop|delete|remove|cut|strike|omit|scrap|leave out|take out|get rid of)|streich|lösch|entfern|weglass|lass .* weg|supprim|enl[eè]v|retir|elimin|borra|quita|rimuov|togli|apag|verwijder|schrap|usuń|skreśl|удал|убер|убра|削除|消して|删|刪|去掉|삭제|빼|احذف|מחק/iu;

/** Somebody who wants more gone than this writes a text of their own. */
const MOST_REMOVED = 0.5;

/**
 * The sentences of the old text that are gone whole where a person asked for something to go: what they say
 * goes with them. Empty where nobody asked, or where more than half of the words are gone.
 */
export function findWishedRemovals(
  before: string,
  hunks: readonly SentenceGroup[],
  plan: readonly Comment[],
): readonly Range[] {
  const isWished = plan.some(({ source, problem }) => 'human' in source && REMOVAL.test(problem));
  if (!isWished) return [];
  const cuts = hunks.filter(({ after }) => after.start === after.end).map((hunk) => hunk.before);
  const removed = splitSentences(before).filter(({ start, end }) =>
    cuts.some((cut) => cut.start <= start && end <= cut.end),
  );
  const words = (text: string) => wordsOf(text).length;
  const gone = removed.reduce((sum, { start, end }) => sum + words(before.slice(start, end)), 0);
  return gone > MOST_REMOVED * words(before) ? [] : removed;
}

/** A text without these of its sentences; `text` may differ from the one they were found in. */
export function withoutSentences(text: string, before: string, gone: readonly Range[]): string {
  return gone.reduce(
    (left, { start, end }) => left.replace(before.slice(start, end), () => ''),
    text,
  );
}
