/* What people write in a day: each wish has words of its own, by which it is found again wherever they went. */

/** Stands in every draft and nowhere else: it must not be found in a log. */
export const PLANTED = 'Quetzalcoatlus';
/** Part of every member's name on Slack; on Discord it is written small. */
export const PEOPLE = 'Zanzibarian';
/** The phrase the line editor finds, and what it becomes. */
export const REDUNDANT = 'in order to';
export const SHORT = 'to';

/** The draft of one wish. */
export function draftOf(number: number): string {
  return `Hi all, ${markOf(number)} moves to room ${number + 100} on Friday ${REDUNDANT} make space.`;
}

/** The draft once it is refined. */
export function refinedOf(number: number): string {
  return draftOf(number).replace(REDUNDANT, SHORT);
}

/** What tells one draft from all others. */
export function markOf(number: number): string {
  return `${PLANTED} number ${number}`;
}

/** The wishes whose words stand in a text. */
export function numbersIn(text: string): ReadonlySet<number> {
  const found = text.matchAll(new RegExp(`${PLANTED} number (\\d+)`, 'g'));
  return new Set([...found].map(([, number]) => Number(number)));
}
