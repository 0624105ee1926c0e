import type { Comment } from './comment.ts';
import { isApplicable } from './plan.ts';
import type { EditProposal } from './writer.ts';

/** The edits that planned comments spell out themselves; comments without exact words yield none. */
export function proposeEdits(plan: readonly Comment[]): EditProposal[] {
  return plan.flatMap((comment) => {
    const { anchor, suggestion } = comment;
    if (anchor.type !== 'quote' || !isApplicable(comment)) return [];
    const replace = replacementFor(anchor.quote, suggestion);
    if (replace === null) return [];
    return [
      {
        commentIds: [comment.id],
        find: anchor.quote,
        replace,
        sentenceId: anchor.sentenceId,
        start: anchor.start,
      },
    ];
  });
}

function replacementFor(quote: string, suggestion: Comment['suggestion']): string | null {
  switch (suggestion.action) {
    case 'replace':
      return suggestion.text ?? null;
    case 'insert':
      return suggestion.text === undefined ? null : join(quote, suggestion.text);
    case 'delete':
      return '';
    default:
      return null;
  }
}

/** Text that needs nothing before it: it brings a gap, closes something, or goes on with the word. */
const HOLDS_ON = /^[\s\p{Pe}\p{Pf}.,;:!?…%’'/-]/u;
/** Text after which nothing may stand between: a gap, an opened bracket or quotation, half of a word. */
const HOLDS_FAST = /[\s\p{Ps}\p{Pi}/-]$/u;
/** Scripts that write without spaces. */
const DENSE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、-】]`;
const ENDS_DENSE = new RegExp(`${DENSE}$`, 'u');
const BEGINS_DENSE = new RegExp(`^${DENSE}`, 'u');
const ITEM = /^(?:[-*+•]|\d{1,3}[.)])[ \t]/;

/** Words put behind others, with the gap that belongs between them. */
function join(quote: string, text: string): string {
  if (ITEM.test(text)) return quote.endsWith('\n') ? quote + text : `${quote.trimEnd()}\n${text}`;
  const isClose = HOLDS_ON.test(text) || HOLDS_FAST.test(quote);
  const isDense = ENDS_DENSE.test(quote) || BEGINS_DENSE.test(text);
  return isClose || isDense ? quote + text : `${quote} ${text}`;
}
