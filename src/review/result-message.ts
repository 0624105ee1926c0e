import type { Comment } from '../loop/comment.ts';
import type { LoopResult } from '../loop/events.ts';
import { summariseFacts } from '../loop/receipt.ts';
import type { Revision } from '../loop/revision.ts';
import type { StopReason } from '../loop/stop.ts';
import { diffHunks, diffWords } from '../text/word-diff.ts';
import type { Verb } from './action.ts';
import { changeParts, commentPart, MAX_SHOWN, worstFirst } from './comment-part.ts';
import { restingPart } from './critique-message.ts';
import { feedbackButtons } from './feedback.ts';
import type { Button, Message, MessagePart } from './message.ts';
import { knownAs } from './numbering.ts';
import { type Fate, fateOf, isSettled, type ReviewThread } from './review-thread.ts';
import { plainMentions, showRemark } from './shown-text.ts';
import { waitingComments } from './waiting.ts';
import { count, factsLine, listWords, receiptLine } from './words.ts';

/** The closing post of a run: the refined draft, what is still open, and the receipt; null while it lives. */
export function resultMessage(thread: ReviewThread): Message | null {
  const { result } = thread.state;
  if (result === null) return null;
  return { identity: null, parts: resultParts(thread, result) };
}

/** What stands in the closing post. */
export function resultParts(thread: ReviewThread, result: LoopResult): MessagePart[] {
  const open = leftOpen(thread, result);
  const isClean = isNothingToFix(thread, result);
  return [
    ...thread.wishes.map(({ text }) => say(`_As you asked: “${showRemark(text)}”_`)),
    ...(isClean ? [say(cleanSentence(thread))] : draftParts(thread, result)),
    ...panelFixes(thread),
    ...stillOpen(thread, result, open),
    ...remarks(thread, isClean),
    ...editedPart(thread),
    // Of everything else the editors tell in their replies.
    ...(isClean ? [] : (result.runLimits ?? []).map((limit) => say(`_${showRemark(limit)}_`))),
    ...(isClean ? restingPart(thread, scopeOf(thread, result)) : []),
    { markdown: `_${receiptOf(thread, result)}_`, buttons: buttons(thread, result, isClean) },
  ];
}

function receiptOf({ numbers }: ReviewThread, result: LoopResult): string {
  return receiptLine({ ...result, best: { number: knownAs(numbers, result.best.number) } });
}

/** Said once the review is over: it is about the words that stood there when it began. */
function editedPart({ isEdited, runId }: ReviewThread): MessagePart[] {
  if (!isEdited) return [];
  const again: Button = {
    label: 'Review the edited text',
    action: { verb: 'again', runId },
    style: 'plain',
  };
  const markdown =
    'The message was edited while we read; all of this is about what it said before.';
  return [{ markdown, buttons: [again] }];
}

/** What nobody could check in a draft where nothing was found. */
function scopeOf({ plan }: ReviewThread, { limits }: LoopResult): string {
  return (limits.length > 0 ? limits : [plan.blindSpots ?? '']).map(showRemark).join(' ');
}

function isNothingToFix({ state, isWritten }: ReviewThread, result: LoopResult): boolean {
  return result.stopReason === 'satisfied' && state.comments.size === 0 && !isWritten;
}

function cleanSentence(thread: ReviewThread): string {
  if (unanswered(thread).length > 0) return 'Those of us who read it found nothing worth changing.';
  return thread.plan.blindSpots === null
    ? 'Good to go: none of us found anything worth changing.'
    : 'I found nothing to fix, as far as rules can see.';
}

/** The text that counts now, where it differs from what the author wrote. */
function draftParts(thread: ReviewThread, result: LoopResult): MessagePart[] {
  const { state, decisions, isWritten } = thread;
  const current = state.current ?? result.best;
  const original = result.revisions[0];
  if (current.number === 1 && !isWritten) return [say(stayedSentence(thread, result))];
  const isChosen = decisions.get(`revision/${current.number}`) === 'used';
  const title = `**${current.number === 1 ? 'Draft' : 'Refined draft'}** · ${revisionTitle(thread, result, current)}`;
  const line = changedLine(thread, result, { before: original?.text ?? '', after: current });
  return [
    say(`${title}${isChosen ? ' · ✓ the chosen text' : ''}`),
    { markdown: plainMentions(current.text), buttons: [], isDraft: true },
    ...(current.number === 1 ? [] : [say(line)]),
  ];
}

/** What people made of the best revision has a number of its own, and says where it comes from. */
function revisionTitle(
  { numbers }: ReviewThread,
  { best }: LoopResult,
  { number }: Revision,
): string {
  const own = `revision ${knownAs(numbers, number)}`;
  if (number === best.number) return own;
  return `${own}: revision ${knownAs(numbers, best.number)} with your choices`;
}

function changedLine(
  { plan }: ReviewThread,
  { best, receipt }: LoopResult,
  { before, after: { number, text: after } }: { before: string; after: Revision },
): string {
  const places = diffHunks(diffWords(before, after)).length;
  // What people undid and accepted since is not in the receipt of the run.
  const now =
    number === best.number ? receipt.facts : summariseFacts(before, after, plan.names ?? []);
  const facts = factsLine({ best: { number }, receipt: { facts: now } });
  const changed = places === 0 ? 'Changed: nothing any more' : `Changed: ${count(places, 'place')}`;
  const [was, is] = [wordCount(before), wordCount(after)];
  const length = was === is ? [] : [`length: ${count(was, 'word')} → ${is.toLocaleString('en')}`];
  return [changed, ...(facts === null ? [] : [facts]), ...length].join(' · ');
}

function wordCount(text: string): number {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const UNWISHED =
  'I found no way to do that without changing more than you asked for, so the text stands. Try other words, or change it yourself.';

const UNKEPT =
  'I could not do that and keep what the text has to keep (its facts, names and claims), so it stands. Name the words that may go, or change it yourself.';

const STOPPED: Partial<Record<StopReason, string>> = {
  cancelled: 'Stopped, as you asked. What was said so far stays.',
  budget:
    'I stopped after the editors’ comments: a refined draft would have gone over the budget. An admin can raise it.',
  deadline: 'I stopped after the editors’ comments: a refined draft would have taken too long.',
  refine_rejected:
    'No refined draft this time: the rewrite did not keep what it had to keep, so your text stands.',
  model_error: 'I had to stop: an editor could not finish. What was said so far stays.',
  refused: 'I had to stop: the model declined to work on this text.',
  critique_only: 'Comments only, as asked; your text stands as it is.',
  awaiting_author: 'Accept the comments you agree with; nothing is changed before that.',
};

function stayedSentence({ wishes, state }: ReviewThread, result: LoopResult): string {
  const { stopReason: reason, receipt } = result;
  if (wishes.length > 0) {
    if (reason === 'refine_rejected') return UNKEPT;
    if (STOPPED[reason] === undefined) return UNWISHED;
  }
  if (STOPPED[reason] !== undefined) return STOPPED[reason];
  if (state.comments.size > 0) return 'Your text stands as it is: what is left is yours to decide.';
  return (receipt.filtered.dismissed_before ?? 0) > 0
    ? 'Your text stands as it is: all that was found had been decided here before.'
    : 'Your text stands as it is: nothing concrete was found to change.';
}

/** What code changed by itself beside a panel that does not speak of it. */
function panelFixes(thread: ReviewThread): MessagePart[] {
  const { state } = thread;
  const fixes = [...state.comments.values()].filter(
    (comment) =>
      comment.trust === 'safe' &&
      !state.speaker.has(comment.id) &&
      isSettled(fateOf(thread, comment)),
  );
  return changeParts(thread, fixes);
}

/** Comments left on the best revision that no reply above shows. */
function leftOpen(thread: ReviewThread, result: LoopResult): Comment[] {
  const { state } = thread;
  const above = new Set(
    [...state.first]
      .filter((id) => state.speaker.has(id))
      .map((id) => state.comments.get(id)?.fingerprint),
  );
  return worstFirst(
    result.stillOpen.filter(
      (comment) => !above.has(comment.fingerprint) && !isWish(thread, comment),
    ),
  );
}

function stillOpen(
  thread: ReviewThread,
  result: LoopResult,
  open: readonly Comment[],
): MessagePart[] {
  const isOver = result.stopReason === 'cancelled' || result.stopReason === 'critique_only';
  if (isOver) return [];
  const left = result.stillOpen.filter(
    (comment) => !isDecided(thread, comment) && !isWish(thread, comment),
  );
  const above = left.filter((comment) => !open.includes(comment)).length;
  const hidden = open.length - MAX_SHOWN;
  const title = [
    `**Still open**: ${left.length}`,
    ...(above > 0 ? [above < left.length ? `${above} above` : 'above'] : []),
  ].join(', ');
  return [
    ...(left.length > 0 ? [say(title)] : []),
    ...open.slice(0, MAX_SHOWN).map((comment) => commentPart(thread, comment)),
    ...(hidden > 0 ? [say(`_… and ${count(hidden, 'smaller one')}._`)] : []),
  ];
}

/** A wish stands at the head of the post already, with what came of it. */
function isWish({ wishes }: ReviewThread, { source, problem }: Comment): boolean {
  return 'human' in source && wishes.some(({ text }) => text === problem);
}

/** Somebody decided about it, here or where the same was said before. */
function isDecided(thread: ReviewThread, { fingerprint }: Comment): boolean {
  return [...thread.state.comments.values()].some(
    (comment) => comment.fingerprint === fingerprint && DECIDED.includes(fateOf(thread, comment)),
  );
}

const DECIDED: readonly Fate[] = ['accepted', 'applied', 'noted', 'dismissed'];

/** The editors that could not answer, with why; what they would have said is not known. */
export function unanswered({
  plan,
  state,
}: ReviewThread): readonly { readonly title: string; readonly reason: string }[] {
  return plan.panel.flatMap(({ id, title }) => {
    const reason = state.critiques.has(id) ? undefined : state.failed.get(id);
    return reason === undefined ? [] : [{ title, reason }];
  });
}

/** Who had nothing to say, who could not answer, what was not read. */
function remarks(thread: ReviewThread, isClean: boolean): MessagePart[] {
  const { plan, state, notRead } = thread;
  const titles = (ids: readonly string[]) =>
    plan.panel.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
  const quiet = titles([...state.critiques.keys()].filter((id) => !state.spoke.has(id)));
  const failed = unanswered(thread).map(({ title }) => title);
  const lines = [
    ...(quiet.length > 0 && !isClean ? [`Nothing to add: ${listWords(quiet)}.`] : []),
    ...(failed.length > 0 ? [`Could not answer this time: ${listWords(failed)}.`] : []),
    ...(notRead.length > 0 ? [`Not read: ${listWords(notRead.map(showRemark))}.`] : []),
  ];
  return lines.map((line) => say(`_${line}_`));
}

function buttons(thread: ReviewThread, result: LoopResult, isClean: boolean): Button[] {
  const { runId, plan, state, isWritten, decisions } = thread;
  const current = state.current ?? result.best;
  const button = (label: string, verb: Verb, style: Button['style'] = 'plain'): Button => ({
    label,
    action: { verb, runId },
    style,
  });
  const isChanged = current.number > 1;
  const isChosen = decisions.get(`revision/${current.number}`) === 'used';
  const page = plan.hasPage === true ? [button('Open the full review', 'open')] : [];
  const feedback = [...page, ...feedbackButtons(runId)];
  const runAgain = button('Run again', 'again');
  if (isClean) return unanswered(thread).length === 0 ? feedback : [runAgain, ...feedback];
  const waiting = waitingComments(thread).length;
  const refine =
    waiting === 0
      ? []
      : [button(`Refine with accepted (${waiting})`, 'refine-accepted', 'primary')];
  if (!isChanged && !isWritten) return [...refine, runAgain, ...feedback];
  return [
    ...refine,
    ...(isChanged ? [button('Show changes', 'changes')] : []),
    ...(isChosen ? [] : [button('Use this', 'use', 'primary')]),
    button('Another round', 'refine'),
    ...(plan.isPrivate ? [button('Share in channel', 'share')] : []),
    ...feedback,
  ];
}

function say(markdown: string): MessagePart {
  return { markdown, buttons: [] };
}
