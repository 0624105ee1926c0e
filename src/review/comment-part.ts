import { type Comment, SEVERITIES } from '../loop/comment.ts';
import type { Verb } from './action.ts';
import type { Button, MessagePart } from './message.ts';
import { type Fate, fateOf, type ReviewThread } from './review-thread.ts';
import { rivalsOf } from './rivals.ts';
import { escapeMarkdown, isRightToLeft, showQuote, showRemark } from './shown-text.ts';
import { adviceOf, listWords } from './words.ts';

/** Comments shown in one place; the rest is counted. */
export const MAX_SHOWN = 5;
/** Small changes listed under one row of buttons. */
const CHANGES_PER_ROW = 5;
const MAX_LISTED_CHANGES = 10;
/** Longest words on an *Undo* button. */
const MAX_LABEL_CHARS = 24;

/** Comments from worst to slightest; equals keep their order. */
export function worstFirst(comments: readonly Comment[]): Comment[] {
  return [...comments].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

/** One comment: quoted words → problem → why → suggestion, with what a person can do about it. */
export function commentPart(thread: ReviewThread, comment: Comment): MessagePart {
  const fate = fateOf(thread, comment);
  const quote = comment.anchor.type === 'quote' ? showQuote(comment.anchor.quote) : '';
  const remark = [
    showRemark(comment.problem),
    showRemark(comment.why),
    agreement(thread, comment),
  ].filter((part) => part !== '');
  const said = `${comment.severity === 'blocking' ? '**Before you send this:** ' : ''}${remark.join(' ')}`;
  const isOwnLine = quote !== '' && isRightToLeft(quote);
  const lines = [
    ...(isOwnLine ? [quote, said] : [quote === '' ? said : `${quote} — ${said}`]),
    `→ ${showRemark(adviceOf(comment))}${FATES[fate]}`,
    ...(fate === 'open' ? choiceLine(thread, comment) : []),
  ];
  return { markdown: lines.join('  \n'), buttons: buttonsFor(thread, comment, fate) };
}

/** Says that two suggestions want other words in the same place. */
function choiceLine(thread: ReviewThread, comment: Comment): string[] {
  const others = rivalsOf(thread, comment).flatMap(({ anchor }) =>
    anchor.type === 'quote' ? [showQuote(anchor.quote)] : [],
  );
  if (others.length === 0) return [];
  const them = listWords([...new Set(others)]);
  return [`_A choice: this or what is said of ${them}. Accepting one dismisses the other._`];
}

const FATES: Record<Fate, string> = {
  pending: '',
  open: '',
  accepted: ' _Accepted._',
  applied: ' _Accepted, and in the text._',
  noted: ' _Accepted; the words are yours to write._',
  dismissed: ' _Dismissed; I won’t bring it up here again._',
  changed: ' _Done._',
  settled: ' _Done._',
  undone: ' _Undone; your words stand._',
};

function buttonsFor(thread: ReviewThread, comment: Comment, fate: Fate): Button[] {
  const button = (label: string, verb: Verb): Button => ({
    label,
    action: { verb, runId: thread.runId, commentId: comment.id },
    style: 'plain',
  });
  switch (fate) {
    case 'open':
      return [button('Accept', 'accept'), button('Dismiss', 'dismiss')];
    case 'accepted':
    case 'applied':
    case 'noted':
    case 'dismissed':
    case 'changed':
      return [button('Undo', 'undo')];
    case 'undone':
      return [button('Put it back', 'put-back')];
    default:
      return [];
  }
}

/** “2 of 3 editors”, where more than one raised it. */
function agreement({ plan }: ReviewThread, { raisedBy }: Comment): string {
  if (raisedBy.length < 2) return '';
  const panel = plan.panel.map(({ id }) => id);
  const voices = raisedBy.filter((name) => panel.includes(name)).length;
  return voices < 2 ? '' : `_${voices} of ${panel.length} editors_`;
}

/** Small changes that code made, a few under one row of *Undo* buttons. */
export function changeParts(thread: ReviewThread, changes: readonly Comment[]): MessagePart[] {
  const listed = changes.slice(0, MAX_LISTED_CHANGES);
  const parts: MessagePart[] = [];
  for (let from = 0; from < listed.length; from += CHANGES_PER_ROW) {
    const row = listed.slice(from, from + CHANGES_PER_ROW);
    const lines = row.map((comment) => `- ${changeLine(comment, fateOf(thread, comment))}`);
    if (from === 0) lines.unshift(changesTitle(thread, changes.length), '');
    parts.push({
      markdown: lines.join('\n'),
      buttons: row.flatMap((each) => undoButton(thread, each)),
    });
  }
  const rest = changes.length - listed.length;
  if (rest > 0) parts.push({ markdown: `… and ${rest} more of the kind.`, buttons: [] });
  return parts;
}

function changesTitle({ isOver }: ReviewThread, changes: number): string {
  const what = changes === 1 ? 'one small thing' : `${changes} small things`;
  return isOver ? `Changed ${what}:` : `I’ll change ${what}:`;
}

function changeLine({ anchor, suggestion }: Comment, fate: Fate): string {
  const before = anchor.type === 'quote' ? showQuote(anchor.quote) : '';
  const after = suggestion.action === 'delete' ? '' : showQuote(suggestion.text ?? '');
  const done = fate === 'undone' ? ' _(undone)_' : '';
  if (before === '') return `${showRemark(suggestion.instruction)}${done}`;
  if (after === '' || after === '“”') return `${before}: removed${done}`;
  return `${before} → ${after}${done}`;
}

function undoButton(thread: ReviewThread, comment: Comment): Button[] {
  if (fateOf(thread, comment) !== 'changed') return [];
  const words = comment.anchor.type === 'quote' ? comment.anchor.quote.trim() : '';
  const isShort = words.length <= MAX_LABEL_CHARS && !/[\r\n]/.test(words);
  return [
    {
      label: isShort ? `Undo “${words}”` : 'Undo',
      action: { verb: 'undo', runId: thread.runId, commentId: comment.id },
      style: 'plain',
    },
  ];
}

/** Words in bold, whatever signs stand in them. */
export function bold(text: string): string {
  return `**${escapeMarkdown(text)}**`;
}
