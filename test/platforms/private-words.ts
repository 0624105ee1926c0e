/* What is planted in a private review, whatever the platform. */
import { plant } from '../logs/gather.js';
import { panelCritic } from '../review/room.ts';

/** A word of the draft, one of what the editors put in its place, one of a wish; each stands nowhere else. */
export const PRIVATE_WORDS = ['zquandraft', 'zquanfix', 'zquanwish'] as const;
const [DRAFTED, FIXED, WISHED] = PRIVATE_WORDS;

export const PRIVATE_DRAFT = `This is a ${DRAFTED} story about the lift.`;
export const PRIVATE_WISH = `Mention the ${WISHED} as well.`;

/** An editor that puts one planted word in the place of another, and quotes it. */
export const privateCritic = () => panelCritic({ 'line-editor': [[DRAFTED, FIXED]] });

/** Says that no log line of this test file may hold a private word; the judge of all logs looks. */
export function keepOutOfLogs(): void {
  for (const word of PRIVATE_WORDS) plant(word);
}

/** The private words in whatever was shown, said or sent. */
export function privateWordsIn(shown: unknown): readonly string[] {
  const text = JSON.stringify(shown) ?? '';
  return PRIVATE_WORDS.filter((word) => text.includes(word));
}
