import { type ScriptedCritique, scriptComment } from '../../src/models/scripted.ts';

/** The draft of every review that is killed. */
export const DRAFT =
  'Hi all, the export was fixed by us in the time of the night. A number of reports may have been sent twice.';

/** A draft that ends the process of a child that may be poisoned, and the code it ends with. */
export const POISON = `${DRAFT} Poison.`;
export const POISONED = 7;

/** What each editor says of it: one has a change, one a question, the third nothing. */
export function answerOf(personaId: string): ScriptedCritique {
  if (personaId === 'senior-editor') {
    return { comments: [scriptComment('in the time of the night', 'last night')] };
  }
  if (personaId === 'line-editor') {
    return { comments: [scriptComment('A number of reports', undefined)] };
  }
  return { comments: [] };
}
