import { CHECK_SOURCE } from '../loop/check.ts';
import type { Comment } from '../loop/comment.ts';
import type { Critique } from '../loop/critique.ts';
import { changeParts, commentPart, MAX_SHOWN, worstFirst } from './comment-part.ts';
import { feedbackButtons } from './feedback.ts';
import type { Identity, Message, MessagePart } from './message.ts';
import { fateOf, isSettled, type PanelMember, type ReviewThread } from './review-thread.ts';
import { showQuote, showRemark } from './shown-text.ts';
import { count, listWords } from './words.ts';

const MAX_STRENGTHS = 2;
/** The best score on a criterion's scale. */
const FULL_MARKS = 4;

/** The reply of one persona: verdict, comments worst first, strengths, what it could not check. */
export function critiqueMessage(thread: ReviewThread, member: PanelMember): Message {
  return { identity: identityOf(member), parts: critiqueParts(thread, member) };
}

/** What stands in a persona's reply. */
export function critiqueParts(thread: ReviewThread, member: PanelMember): MessagePart[] {
  const { state } = thread;
  const critique = state.critiques.get(member.id);
  const own = [...state.comments.values()].filter(
    (comment) => state.speaker.get(comment.id) === member.id && belongsInReply(thread, comment),
  );
  // What code proved and changed needs no discussion: it is listed together.
  const small = own.filter(
    (comment) => comment.trust === 'safe' && (isSettled(fateOf(thread, comment)) || !thread.isOver),
  );
  const discussed = worstFirst(own.filter((comment) => !small.includes(comment)));
  const shown = discussed.slice(0, MAX_SHOWN);
  return [
    { markdown: heading(critique, member), buttons: [] },
    ...(own.length === 0 ? [say('Nothing to add that the others haven’t said.')] : []),
    ...shown.map((comment) => commentPart(thread, comment)),
    ...(discussed.length > shown.length ? [say(heldBack(discussed.length - shown.length))] : []),
    ...changeParts(thread, small),
    ...(critique === undefined ? [] : strengths(critique)),
    ...footer(thread, member, (critique?.limits ?? []).map(showRemark)),
    { markdown: '', buttons: feedbackButtons(thread.runId, member.id) },
  ];
}

/** Who speaks in a persona's reply. */
export function identityOf({ id, title, icon }: PanelMember): Identity {
  return { name: title, icon, label: id === CHECK_SOURCE ? 'rules, no AI' : 'AI' };
}

/** Which editors rest without a model and how an admin wakes them, after `scope`: what was checked instead. */
export function restingPart({ plan }: ReviewThread, scope: string): MessagePart[] {
  const editors = listWords(plan.resting.map((title) => title.toLowerCase()));
  const rest = plan.resting.length === 1 ? 'rests' : 'rest';
  const sentences = [
    scope,
    plan.resting.length === 0
      ? ''
      : `The ${editors} ${rest} until an admin adds a model: \`/refine status\` shows how.`,
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? [] : [say(`_${sentences.join(' ')}_`)];
}

const RULES_CHECK =
  'I check spelling, repeated words, your word list and whether numbers and links still agree.';

/** What it could not check; without a model also who rests. */
function footer(
  thread: ReviewThread,
  { id }: PanelMember,
  limits: readonly string[],
): MessagePart[] {
  if (id === CHECK_SOURCE && thread.plan.blindSpots !== null) {
    return restingPart(thread, limits.length === 0 ? RULES_CHECK : limits.join(' '));
  }
  return limits.map((limit) => say(`_${limit}_`));
}

/** The first round's comments, and later ones that were acted on; what is left is told with the draft. */
function belongsInReply({ state }: ReviewThread, comment: Comment): boolean {
  return state.first.size === 0 || state.first.has(comment.id) || comment.status === 'resolved';
}

function heading(critique: Critique | undefined, member: PanelMember): string {
  const verdict = critique?.verdict === 'accept' ? 'accept' : 'revise';
  const scores = (critique?.criteria ?? []).flatMap(({ id, score }) => {
    const criterion = member.criteria.find((each) => each.id === id);
    return criterion === undefined
      ? []
      : [`${criterion.title.toLowerCase()} ${score}/${FULL_MARKS}`];
  });
  return [`_${verdict}_`, ...scores].join(' · ');
}

function heldBack(number: number): string {
  return `_(${count(number, 'smaller comment')} held back, so that these get read.)_`;
}

function strengths({ strengths: found }: Critique): MessagePart[] {
  return found
    .slice(0, MAX_STRENGTHS)
    .map(({ quote, note }) => say(`✓ Keep ${showQuote(quote)}: ${showRemark(note)}`));
}

function say(markdown: string): MessagePart {
  return { markdown, buttons: [] };
}
