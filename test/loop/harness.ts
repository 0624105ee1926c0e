import { NO_JUDGE } from '../../src/loop/best-of-n.ts';
import { NO_BUDGET } from '../../src/loop/budget.ts';
import type { Critic, CritiqueReply } from '../../src/loop/critic.ts';
import type { LoopEvent, LoopResult } from '../../src/loop/events.ts';
import { refineLoop } from '../../src/loop/loop.ts';
import type { Persona } from '../../src/loop/persona.ts';
import type { LoopDeps, LoopInput } from '../../src/loop/run.ts';
import type { Writer } from '../../src/loop/writer.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';

/** A persona with one check and one criterion, `clear`. */
export function persona(id: string, more: Partial<Persona> = {}): Persona {
  return {
    id,
    version: '1',
    title: id,
    icon: 'pencil2',
    reader: 'a reader in a hurry',
    checklist: [{ id: `${id}-1`, question: `Would ${id} say yes?`, severityIfFailed: 'blocking' }],
    criteria: [
      { id: 'clear', title: 'Clear', weight: 1, anchors: ['not', 'hardly', 'mostly', 'fully'] },
    ],
    ignores: [],
    maxComments: 5,
    examples: [],
    ...more,
  };
}

export const DRAFT = [
  'The export button was broken for most of the morning.',
  'We may have sent 12 reports twice between 09:40 and 11:15.',
  'Please read the details on https://status.example.org/e/7 before you call us.',
].join(' ');

export interface LoopSetup extends Partial<LoopInput> {
  readonly critic: Critic;
  readonly writer?: Writer;
  readonly deps?: Partial<LoopDeps>;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: LoopEvent) => void;
}

export interface LoopOutcome {
  readonly events: LoopEvent[];
  readonly result: LoopResult;
}

/** Runs the loop to its end with small defaults and returns everything it told. */
export async function runLoop(setup: LoopSetup): Promise<LoopOutcome> {
  const { critic, writer, deps, signal, onEvent, ...input } = setup;
  const loop = refineLoop(
    {
      critic,
      writer: writer ?? applyingWriter(),
      judge: NO_JUDGE,
      budget: NO_BUDGET,
      check: async () => ({ comments: [], limits: [] }),
      step: (_key, work) => work(),
      now: () => 0,
      inbox: () => [],
      reportError: () => {},
      ...deps,
    },
    {
      draft: DRAFT,
      brief: '',
      personas: [persona('senior')],
      maxRounds: 1,
      mode: 'auto',
      editStyle: 'edits',
      strategy: 'self-refine',
      names: [],
      dismissed: [],
      lowered: [],
      limits: {},
      ...input,
    },
    signal ?? new AbortController().signal,
  );
  const events: LoopEvent[] = [];
  for (;;) {
    const next = await loop.next();
    if (next.done) return { events, result: next.value };
    events.push(next.value);
    onEvent?.(next.value);
  }
}

/** A scripted writer that makes exactly the replacements the plan spells out. */
export function applyingWriter(drafts: readonly string[] = []) {
  return createScriptedWriter({
    drafts,
    refine: ({ plan }) => ({
      type: 'edits',
      edits: plan.flatMap((comment) => {
        const { anchor, suggestion } = comment;
        if (anchor.type !== 'quote' || suggestion.text === undefined) return [];
        return [
          {
            commentIds: [comment.id],
            find: anchor.quote,
            replace: suggestion.text,
            sentenceId: anchor.sentenceId,
            start: anchor.start,
          },
        ];
      }),
    }),
  });
}

/** The words of a draft that a refinement can be asked to swap, one pair a round: W1 → W2 → W3 … */
export function ladder(round: number): { from: string; to: string } {
  return { from: `word${LETTERS[round - 1]}`, to: `word${LETTERS[round]}` };
}

const LETTERS = 'abcdefghij';

export const LADDER_DRAFT =
  'This sentence holds worda and enough other words to count as a whole draft for everybody here.';

/** The scores of a critique by a persona of `persona`. */
export const score = (value: number) => [{ id: 'clear', score: value }];

/** One serious comment a round, always on the word the round before put in. */
export const climbing = (scores: readonly number[], more: Partial<CritiqueReply> = {}) =>
  createScriptedCritic(({ view }) => ({
    comments: [scriptComment(ladder(view.round).from, ladder(view.round).to)],
    verdict: 'revise',
    criteria: score(scores[view.round - 1] ?? scores.at(-1) ?? 2),
    ...more,
  }));
