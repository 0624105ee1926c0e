/*
 * Asking the panel: every persona at once and each by itself, heard in panel order as soon as the ones before
 * are in, so that a resumed run tells the same events under the same numbers.
 */
import { UserError } from '../user-error.ts';
import type { DropReason } from './comment.ts';
import type { CriticView, CritiqueReply } from './critic.ts';
import type { Critique } from './critique.ts';
import type { LoopEventBody } from './events.ts';
import { readReply } from './hearing.ts';
import { exceededLimit, foreseeAgain } from './limits.ts';
import type { Persona } from './persona.ts';
import type { Revision } from './revision.ts';
import { abortable, asRetry, type Run, spend } from './run.ts';
import type { Screen } from './screen.ts';
import { addUsage, NO_USAGE, type Usage, usageOf } from './usage.ts';

/** One revision under review, and what the editors see of it. */
export interface Reading {
  readonly run: Run;
  readonly screen: Screen;
  readonly revision: Revision;
  readonly view: CriticView;
}

export interface Heard {
  readonly persona: Persona;
  readonly answer: Answer;
  critique: Critique | null;
}

/** Asks all at once and hears them in panel order. */
export async function* hearPanel(reading: Reading): AsyncGenerator<LoopEventBody, Heard[]> {
  const { run, view } = reading;
  const { round } = view;
  const panel = run.input.personas;
  const asked = panel.map((persona) => askPersona(reading, persona));
  const answers: Heard[] = [];
  for (const [at, persona] of panel.entries()) {
    const answer = (await asked[at]) ?? SILENT;
    const critique = hear(reading, persona, answer);
    answers.push({ persona, answer, critique });
    yield critique === null
      ? { type: 'critique_failed', round, persona: persona.id, reason: reasonOf(answer) }
      : { type: 'critique_received', round, critique };
  }
  return answers;
}

function reasonOf(answer: Answer): string {
  return 'failed' in answer ? answer.failed : SILENT.failed;
}

/**
 * The one re-ask: whoever wants changes and named none that can be made is told what was missing, where that
 * is within the limits.
 */
export async function* askVagueAgain(
  { view, ...rest }: Reading,
  answers: readonly Heard[],
): AsyncGenerator<LoopEventBody, void> {
  const vague = answers.filter(({ critique }) => critique !== null && isVague(critique));
  if (vague.length === 0) return;
  // Who was vague once costs as much again; where that is more than is left, their answer stands.
  const again = foreseeAgain({ usage: usageOfAll(vague), ms: 0 });
  if (await exceededLimit(rest.run, `reask/${view.round}`, again)) return;
  const asked = vague.flatMap((entry) => {
    if (entry.critique === null) return [];
    const reading = { ...rest, view: { ...view, reask: reaskFor(entry.critique) } };
    return [{ entry, reading, asked: askPersona(reading, entry.persona) }];
  });
  for (const { entry, reading, asked: answer } of asked) {
    const critique = hear(reading, entry.persona, await answer);
    if (critique === null) continue;
    entry.critique = critique;
    yield { type: 'critique_received', round: view.round, critique };
  }
}

function usageOfAll(answers: readonly Heard[]): Usage {
  return answers.reduce(
    (sum, { answer }) => addUsage(sum, 'failed' in answer ? answer.usage : answer.reply.usage),
    NO_USAGE,
  );
}

/** What was missing from an answer, for the one who gave it. */
function reaskFor({ rawCommentCount, dropped }: Critique): string {
  const faults = (Object.entries(FAULTS) as [DropReason, string][]).flatMap(([reason, fault]) => {
    const count = dropped[reason] ?? 0;
    return count === 0 ? [] : [`${count} of ${rawCommentCount} ${fault}`];
  });
  return [
    faults.length === 0
      ? 'You asked for changes and made no remark.'
      : `No remark of yours could be used: ${faults.join(', ')}.`,
    'Name the exact words of the text, what is wrong with them, and what to write instead; or accept the text.',
  ].join(' ');
}

const FAULTS: Partial<Record<DropReason, string>> = {
  unanchored: 'quoted words that are not in the text',
  stale_quote: 'quoted words of an earlier version',
  copied: 'repeated the words of an example, which is about another text',
  generic: 'gave advice that would fit any text',
  no_fix: 'named nothing to do',
  protected: 'would change a name, a link or code',
  reversal: 'would undo what was changed before',
  dismissed_before: 'repeated what people refused',
};

export type Answer = { readonly reply: CritiqueReply } | Failure;

/** Why a persona gave no critique, in words for people, and what the attempt cost. */
interface Failure {
  readonly failed: string;
  readonly code: string;
  readonly usage: Usage;
}

const SILENT: Failure = { failed: 'did not answer', code: 'no_answer', usage: NO_USAGE };

/** A failed persona is remembered like an answer: a resumed run degrades the same way. */
function askPersona({ run, revision, view }: Reading, persona: Persona): Promise<Answer> {
  const key = `critique/${view.round}/${persona.id}${view.reask === undefined ? '' : '/2'}`;
  const asked = abortable(run.signal, () =>
    run.deps.step(key, async (): Promise<Answer> => {
      try {
        const reply = await run.deps.critic.critique(persona, revision, view, run.signal);
        return {
          reply: view.reask === undefined ? reply : { ...reply, usage: asRetry(reply.usage) },
        };
      } catch (error) {
        run.signal.throwIfAborted();
        run.deps.reportError(error, key);
        const usage = usageOf(error);
        return error instanceof UserError
          ? { failed: error.message, code: error.code, usage }
          : { ...SILENT, usage };
      }
    }),
  );
  // Answers are awaited one by one in panel order; a rejection before its turn must not go unhandled.
  asked.catch(() => undefined);
  return asked;
}

/** What an answer cost is spent; null when it is none. */
function hear(
  { run, screen, revision, view }: Reading,
  persona: Persona,
  answer: Answer,
): Critique | null {
  if ('failed' in answer) {
    spend(run, answer.usage);
    return null;
  }
  spend(run, answer.reply.usage);
  return readReply(run, screen, { round: view.round, revision, persona, reply: answer.reply });
}

/** Asked for changes and gave nothing usable; what people refused before is not asked for again. */
function isVague(critique: Critique): boolean {
  const refused = critique.dropped.dismissed_before ?? 0;
  return critique.verdict !== 'accept' && (refused === 0 || refused < critique.rawCommentCount);
}

/** What to tell when nobody answered: a refusal only when all refused. */
export function failureOf(
  answers: readonly Answer[],
): { readonly code: string; readonly message: string } | null {
  const failures = answers.flatMap((answer) => ('failed' in answer ? [answer] : []));
  const [first] = failures;
  if (first === undefined || failures.length < answers.length) return null;
  const other = failures.find(({ code }) => code !== 'refused');
  return { code: (other ?? first).code, message: (other ?? first).failed };
}
