/*
 * A critic and a writer that say what a script tells them: for tests and demonstrations without a model.
 * Answers are chosen by persona and round, not by call order, so a resumed run gets the same ones.
 */

import type { Comment, RawComment } from '../loop/comment.ts';
import type { Critic, CriticView, CritiqueReply } from '../loop/critic.ts';
import type { Persona } from '../loop/persona.ts';
import type { Revision } from '../loop/revision.ts';
import type { Usage } from '../loop/usage.ts';
import type { RefineReply, Writer, WriterView } from '../loop/writer.ts';

/** What one scripted call is said to have used. */
export const SCRIPTED_USAGE: Usage = {
  calls: 1,
  retries: 0,
  inputTokens: 100,
  cachedTokens: 0,
  outputTokens: 20,
  cost: 0.001,
};

/** A critique with everything optional: without a verdict it is derived from the comments. */
export type ScriptedCritique = Partial<CritiqueReply> | Error;

export interface CriticRequest {
  readonly persona: Persona;
  readonly revision: Revision;
  readonly view: CriticView;
}

type CritiqueScript = (request: CriticRequest) => ScriptedCritique | Promise<ScriptedCritique>;

/** A critic that answers by script; `requests` lists what it was asked, in order. */
export function createScriptedCritic(
  script: CritiqueScript,
): Critic & { readonly requests: readonly CriticRequest[] } {
  const requests: CriticRequest[] = [];
  return {
    requests,
    async critique(persona, revision, view, signal) {
      signal.throwIfAborted();
      const request = { persona, revision, view };
      requests.push(request);
      const answer = await script(request);
      if (answer instanceof Error) throw answer;
      const comments = answer.comments ?? [];
      return {
        verdict: comments.length === 0 ? 'accept' : 'revise',
        usage: SCRIPTED_USAGE,
        ...answer,
        comments,
      };
    },
  };
}

export interface WriterRequest {
  readonly best: Revision;
  readonly plan: readonly Comment[];
  readonly view: WriterView;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type ScriptedRefinement = DistributiveOmit<RefineReply, 'usage'> | Error;
type RefinementScript = (
  request: WriterRequest,
) => ScriptedRefinement | Promise<ScriptedRefinement>;

/** A writer that answers by script; `requests` lists what it was asked to refine, in order. */
export function createScriptedWriter(script: {
  readonly drafts?: readonly string[];
  readonly refine: RefinementScript;
}): Writer & { readonly requests: readonly WriterRequest[] } {
  const requests: WriterRequest[] = [];
  let generated = 0;
  return {
    requests,
    async generate(_task, signal) {
      signal.throwIfAborted();
      const text = script.drafts?.[generated] ?? '';
      generated += 1;
      return { text, usage: SCRIPTED_USAGE };
    },
    async refine(best, plan, view, signal) {
      signal.throwIfAborted();
      const request = { best, plan, view };
      requests.push(request);
      const answer = await script.refine(request);
      if (answer instanceof Error) throw answer;
      return { ...answer, usage: SCRIPTED_USAGE };
    },
  };
}

/** A remark with sensible defaults around its quote and replacement. */
export function scriptComment(
  quote: string,
  text: string | undefined,
  more: Partial<RawComment> = {},
): RawComment {
  return {
    kind: 'clarity',
    severity: 'major',
    quote,
    problem: `“${quote}” is hard to follow.`,
    why: 'Readers stop here.',
    suggestion:
      text === undefined
        ? { action: 'ask', instruction: `What does “${quote}” mean?` }
        : { action: 'replace', text, instruction: `Write “${text}”.` },
    ...more,
  };
}
