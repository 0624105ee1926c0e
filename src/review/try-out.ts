/* What an editor would say about a text: one critique, shown to whoever asked, and nothing is kept. */
import { randomUUID } from 'node:crypto';
import { NO_BUDGET } from '../loop/budget.ts';
import type { Comment } from '../loop/comment.ts';
import type { LoopResult } from '../loop/events.ts';
import { refineLoop } from '../loop/loop.ts';
import type { Meter } from '../loop/metered-call.ts';
import type { Persona, Preset } from '../loop/persona.ts';
import type { Place, ResolvedSettings } from '../settings/resolution.ts';
import { worstFirst } from './comment-part.ts';
import type { RunWorkerDeps } from './execute.ts';
import type { RunEditors } from './review-draft.ts';
import { showQuote, showRemark } from './shown-text.ts';
import type { Spending } from './spending.ts';
import { adviceOf, listWords } from './words.ts';

/** How long trying an editor may take. */
const MAX_TRY_MS = 90_000;

export interface TryOutDeps {
  readonly editorsFor: RunWorkerDeps['editorsFor'];
  /** Keeps what every call takes: trying costs as reviewing does. */
  readonly record: Spending['record'];
  readonly reportError: (error: unknown, about: { readonly doing: string }) => void;
  readonly now: () => number;
}

/** What is tried, and where: the place's settings and limits hold. */
interface TryOut {
  readonly persona: Persona;
  readonly text: string;
  readonly settings: ResolvedSettings;
  readonly place: Place;
}

/** Tries one editor on a text and tells what it said, as Markdown. Rejects only when no editor can be had. */
export async function tryOut(
  deps: TryOutDeps,
  { persona, text, settings, place }: TryOut,
): Promise<string> {
  const editors = await deps.editorsFor([persona], settings, {
    preset: { ...PLAIN, personas: [persona.id] },
    meter: meterFor(deps, place),
  });
  const { names, allowed } = settings.houseStyle.value;
  try {
    const loop = refineLoop(
      {
        critic: editors.critic,
        writer: editors.writer,
        judge: editors.judge,
        budget: { ...NO_BUDGET, foresee: editors.foresee },
        check: editors.check,
        step: (_key, work) => work(),
        now: deps.now,
        inbox: () => [],
        reportError: (error, doing) => deps.reportError(error, { doing }),
      },
      {
        draft: text,
        brief: '',
        personas: editors.panel,
        maxRounds: 1,
        mode: 'critique-only',
        editStyle: 'edits',
        strategy: 'self-refine',
        names: [...names, ...allowed, ...editors.namesIn(text)],
        dismissed: [],
        lowered: [],
        limits: { deadlineAt: deps.now() + MAX_TRY_MS },
      },
      AbortSignal.timeout(MAX_TRY_MS),
    );
    for (let next = await loop.next(); ; next = await loop.next()) {
      if (next.done) return tell(next.value, editors);
    }
  } finally {
    editors.close();
  }
}

/** What a try is like where a preset is asked for. */
const PLAIN: Preset = {
  id: 'try',
  title: 'Try',
  purpose: 'A text to try an editor on.',
  personas: [],
  rounds: 1,
  editStyle: 'edits',
  triggerEmoji: [],
};

function meterFor({ record, now, reportError }: TryOutDeps, { workspace, channel }: Place): Meter {
  return async ({ purpose, model, usage, durationMs, outcome }) => {
    const { calls, retries, inputTokens, cachedTokens, outputTokens, cost } = usage;
    const took = { inputTokens, cachedTokens, outputTokens, cost, durationMs, outcome };
    const where = { workspace, channel: channel ?? null, member: null, at: now() };
    const requests = Math.max(1, calls + retries);
    try {
      await record({ id: randomUUID(), runId: 'try', ...where, purpose, model, requests, ...took });
    } catch (error) {
      reportError(error, { doing: 'keep what a try took' });
    }
  };
}

function tell(result: LoopResult, { panel, resting }: RunEditors): string {
  const speakers = listWords(panel.map(({ title }) => title));
  if (result.failure !== undefined)
    return `${speakers} could not read it: ${result.failure.message}`;
  const criteria = result.critiques.flatMap((critique) =>
    critique.criteria.flatMap(({ id, score }) => {
      const criterion = panel
        .find((persona) => persona.id === critique.persona)
        ?.criteria.find((each) => each.id === id);
      return criterion === undefined ? [] : [`${criterion.title.toLowerCase()} ${score}/4`];
    }),
  );
  const verdict = result.critiques.some((critique) => critique.verdict === 'revise')
    ? 'revise'
    : 'accept';
  const strengths = result.critiques.flatMap((critique) => critique.strengths).slice(0, 2);
  const comments = worstFirst(result.comments);
  const rest = listWords(resting.map(({ title }) => `*${title}*`));
  return [
    `**${speakers}** · _${[verdict, ...criteria].join(' · ')}_`,
    ...(comments.length === 0 ? ['Nothing to mark.'] : comments.slice(0, 8).map(commentWords)),
    ...strengths.map(({ quote, note }) => `✓ Keep ${showQuote(quote)}: ${showRemark(note)}`),
    ...result.limits.map((limit) => `_${showRemark(limit)}_`),
    ...(resting.length === 0
      ? []
      : [`_${rest} can speak once an admin adds a model; until then rules read alone._`]),
  ].join('\n\n');
}

function commentWords(comment: Comment): string {
  const { anchor, problem, why } = comment;
  const quote = anchor.type === 'quote' ? `${showQuote(anchor.quote)} ` : '';
  return `${quote}**→ ${showRemark(problem)}** ${showRemark(why)} ${showRemark(adviceOf(comment))}`;
}
