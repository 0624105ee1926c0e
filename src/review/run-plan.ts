import type { Persona, Preset } from '../loop/persona.ts';
import type { LoopInput } from '../loop/run.ts';
import type { EditStyle } from '../loop/writer.ts';
import { findPersona, findPreset } from '../personas/library.ts';
import type { LessonsInForce } from '../settings/lessons.ts';
import type { Library } from '../settings/library.ts';
import type { ResolvedSettings } from '../settings/resolution.ts';
import { UserError } from '../user-error.ts';
import type { RunPlan } from './review-thread.ts';
import type { RunOptions } from './run-options.ts';
import type { CountedAs } from './stats-store.ts';

/** What a run does, settled when it starts: later changes of settings do not reach it. */
export interface FullPlan extends RunPlan {
  /** The panel whole, as it was when the run began; absent in plans of older releases. */
  readonly personas?: readonly Persona[];
  readonly maxRounds: number;
  readonly mode: LoopInput['mode'];
  readonly editStyle: EditStyle;
  readonly strategy: LoopInput['strategy'];
  readonly names: readonly string[];
  readonly dismissed: readonly string[];
  /** Absent in plans of older releases. */
  readonly lowered?: LoopInput['lowered'];
  readonly maxTokens: number | null;
  readonly publicStatus: boolean;
  /** Milliseconds since 1970. */
  readonly deadlineAt: number;
}

/** What the asked-for editors come to where the run happens. */
export interface OpenedPanel {
  readonly panel: readonly Persona[];
  readonly resting: readonly Persona[];
  readonly blindSpots: string | null;
  /** Names in a draft that nobody had to list. */
  readonly namesIn: (draft: string) => readonly string[];
}

export interface PlanInput {
  readonly options: RunOptions;
  readonly settings: ResolvedSettings;
  readonly library: Library;
  readonly editors: OpenedPanel;
  /** Empty for a brief, whose draft is not written yet. */
  readonly draft: string;
  readonly isBrief: boolean;
  readonly isMessage: boolean;
  /** There are pages that people reach. */
  readonly hasPage: boolean;
  /** People said what they want: no editor is asked, and nothing else is changed. */
  readonly isWished: boolean;
  readonly lessons: LessonsInForce;
  readonly deadlineAt: number;
}

/** The personas a run asks for, in order: chosen ones, the channel's own, or those of its preset. */
export function choosePersonas(
  options: RunOptions,
  settings: ResolvedSettings,
  library: Library,
): Persona[] {
  const own = options.preset === null ? settings.personas.value : null;
  const ids = options.personas ?? own ?? presetOf(options, settings, library).personas;
  const found = ids.map((id) => ({ id, persona: findPersona(id, library.personas) }));
  const panel = found.flatMap(({ persona }) => persona ?? []);
  // Of a standing panel, whoever rests is left out; who was asked for by name is missed.
  if (panel.length > 0 && (options.personas === null || panel.length === ids.length)) return panel;
  const missing = found.find(({ persona }) => persona === null)?.id ?? '';
  throw new UserError(`The persona “${missing}” no longer works here. Choose another one.`, {
    code: 'unknown_persona',
  });
}

/** Settles what a run does. */
export function makePlan(input: PlanInput): FullPlan {
  const { options, settings, library, editors, isBrief, isMessage, lessons } = input;
  const { names, allowed } = settings.houseStyle.value;
  const preset = presetOf(options, settings, library);
  const panel = input.isWished ? [] : editors.panel;
  const isFinalOnly = input.isWished || settings.finalDraftOnly.value;
  return {
    personas: panel,
    panel: panel.map(({ id, title, icon, criteria }) => ({
      id,
      title,
      icon,
      criteria: criteria.map((criterion) => ({ id: criterion.id, title: criterion.title })),
    })),
    resting: (input.isWished ? [] : editors.resting).map(({ title }) => title),
    blindSpots: editors.blindSpots,
    layout: isFinalOnly
      ? 'final'
      : usualDelivery(settings, isMessage) === 'digest'
        ? 'digest'
        : 'each',
    isPrivate: isForOne(options, settings, isMessage),
    hasPage: input.hasPage,
    maxRounds: options.rounds ?? decided(settings.rounds) ?? preset.rounds,
    mode: input.isWished ? 'auto' : settings.mode.value,
    editStyle:
      options.editStyle ??
      (isBrief ? settings.briefEditStyle.value : (decided(settings.editStyle) ?? preset.editStyle)),
    strategy: input.isWished ? 'self-refine' : strategyOf(settings, editors),
    names: [...new Set([...names, ...allowed, ...editors.namesIn(input.draft)])],
    dismissed: lessons.dismissed,
    lowered: lessons.lowered.map(({ persona, kind }) => ({ persona, kind })),
    maxTokens: settings.budget.value.tokensPerRun,
    publicStatus: settings.publicStatus.value,
    deadlineAt: input.deadlineAt,
  };
}

/** True where the answer goes to the requester alone. */
export function isForOne(
  { delivery }: Pick<RunOptions, 'delivery'>,
  settings: ResolvedSettings,
  isMessage: boolean,
): boolean {
  return (delivery ?? usualDelivery(settings, isMessage)) === 'private';
}

function usualDelivery(settings: ResolvedSettings, isMessage: boolean) {
  return isMessage ? settings.delivery.value : settings.commandDelivery.value;
}

/** What a run is counted by: editors that were chosen by name belong to no preset. */
export function countedAs(
  options: RunOptions,
  settings: ResolvedSettings,
  { isPrivate }: RunPlan,
): CountedAs {
  const chosen = options.personas ?? (options.preset === null ? settings.personas.value : null);
  const preset = chosen === null ? (options.preset ?? settings.preset.value) : null;
  return { preset, isPrivate };
}

/** The preset a run goes by: chosen, or the channel's own. */
export function presetOf(
  options: RunOptions,
  settings: ResolvedSettings,
  library: Library,
): Preset {
  const id = options.preset ?? settings.preset.value;
  const preset = findPreset(id, library.presets);
  if (preset !== null) return preset;
  throw new UserError(`The preset “${id}” no longer exists. Choose another one.`, {
    code: 'unknown_preset',
  });
}

/** A value somebody decided; null where only the built-in default holds. */
function decided<T>({ value, origin }: { value: T; origin: string }): T | null {
  return origin === 'built-in default' ? null : value;
}

/** Rules give the same candidate every time, so without a model there is nothing to choose from. */
function strategyOf(
  { strategy }: ResolvedSettings,
  { blindSpots }: OpenedPanel,
): LoopInput['strategy'] {
  return strategy.value === 'best-of-n' && blindSpots !== null ? 'self-refine' : strategy.value;
}
