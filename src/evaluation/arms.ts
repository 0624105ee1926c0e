import type { Comment } from '../loop/comment.ts';
import type { Persona } from '../loop/persona.ts';
import type { LoopInput } from '../loop/run.ts';
import type { EditStyle, Writer } from '../loop/writer.ts';

/** One way of working, measured beside others on the same drafts. */
export interface Arm {
  readonly id: string;
  /** What is done, in a few words. */
  readonly about: string;
  readonly strategy: LoopInput['strategy'];
  /** Absent: `edits` for a draft, `rewrite` for a brief, as in every review. */
  readonly editStyle?: EditStyle;
  /** The panel as this arm's editors see themselves. */
  readonly panel: (personas: readonly Persona[]) => readonly Persona[];
  /** The writer as this arm tells it what to do. */
  readonly writer: (writer: Writer) => Writer;
}

const AS_USUAL: Pick<Arm, 'panel' | 'writer'> = {
  panel: (personas) => personas,
  writer: (writer) => writer,
};

/**
 * The strategies, and the loop with one of its parts taken away: what a part is worth is the difference.
 * Generic feedback is the control of Self-Refine (Madaan et al., 2303.17651, table 2).
 */
export const ARMS: readonly Arm[] = [
  { ...AS_USUAL, id: 'one-shot', about: 'the first draft as it is', strategy: 'one-shot' },
  {
    ...AS_USUAL,
    id: 'three-step',
    about: 'write, critique, refine once; nobody reads the result',
    strategy: 'three-step',
  },
  {
    ...AS_USUAL,
    id: 'best-of-n',
    about: 'three candidates, compared two by two',
    strategy: 'best-of-n',
  },
  {
    ...AS_USUAL,
    id: 'self-refine',
    about: 'rounds until nothing is left to fix',
    strategy: 'self-refine',
  },
  {
    ...AS_USUAL,
    id: 'rewrite',
    about: 'self-refine by rewriting in place of exact edits',
    strategy: 'self-refine',
    editStyle: 'rewrite',
  },
  {
    ...AS_USUAL,
    id: 'generic',
    about: 'self-refine with critiques that say where and not what',
    strategy: 'self-refine',
    writer: toldNothingSpecific,
  },
  {
    ...AS_USUAL,
    id: 'untitled',
    about: 'self-refine with the same checklists and no personas',
    strategy: 'self-refine',
    panel: withoutTitles,
  },
];

function withoutTitles(personas: readonly Persona[]): readonly Persona[] {
  return personas.map((persona, index) => ({
    ...persona,
    title: `Reader ${index + 1}`,
    reader: 'Anybody who reads the text.',
  }));
}

function toldNothingSpecific(writer: Writer): Writer {
  return {
    ...writer,
    refine: (best, plan, ...rest) => writer.refine(best, plan.map(withoutContent), ...rest),
  };
}

function withoutContent(comment: Comment): Comment {
  return {
    ...comment,
    problem: 'This passage could be better.',
    why: 'The text as a whole would be better.',
    suggestion: { action: 'replace', instruction: 'Improve this passage.' },
  };
}
