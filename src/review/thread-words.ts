/** Words to Bluepencil that are commands by themselves. */
export type ThreadWord = 'review' | 'again' | 'stop' | 'vote';

/** How people ask for a review of what stands above, as a whole message; a longer text is a draft. */
const REVIEW =
  /^(?:(?:please|can you|could you)\s+)?review(?:\s+(?:this|that|it|(?:this|the)\s+(?:message|post|draft|text|thread)|the\s+above))?(?:,?\s+please)?$/;

/** The command a message to Bluepencil is when it says nothing else; null for all other words. */
export function readThreadWord(words: string): ThreadWord | null {
  const alone = words
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!?]+$/, '');
  if (alone === 'stop' || alone === 'again' || alone === 'vote') return alone;
  return alone === '' || REVIEW.test(alone) ? 'review' : null;
}
