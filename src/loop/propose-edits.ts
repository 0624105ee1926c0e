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
      return suggestion.text === undefined ? null : quote + suggestion.text;
    case 'delete':
      return '';
    default:
      return null;
  }
}
