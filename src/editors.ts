/*
 * The editors' half of the composition root: it turns a configuration into the critics, writers and
 * checks the loop needs and hands them out ready to use.
 */
import type { Config } from './config.ts';
import { NO_JUDGE } from './loop/best-of-n.ts';
import { type Budget, NO_BUDGET } from './loop/budget.ts';
import { CHECK_SOURCE, type CheckRevision } from './loop/check.ts';
import type { Critic } from './loop/critic.ts';
import type { Judge } from './loop/judge.ts';
import type { Meter } from './loop/metered-call.ts';
import type { Persona, Preset } from './loop/persona.ts';
import type { Writer } from './loop/writer.ts';
import type { FitContext } from './models/fit-context.ts';
import type { Cast, ModelRoom } from './models/model-room.ts';
import { type CopyEditor, createCopyEditor } from './models/offline/copy-editor.ts';
import { createCopyEditorApart } from './models/offline/copy-editor-apart.ts';
import { findDraftNames } from './models/offline/draft-names.ts';
import { createEditApplier } from './models/offline/edit-applier.ts';
import { createHarper } from './models/offline/harper.ts';
import { rememberParagraphs } from './models/offline/harper-memo.ts';
import type { HouseStyle } from './models/offline/house-style.ts';
import { type Lexicon, openLexicon } from './models/offline/lexicon.ts';
import { OFFLINE_BLIND_SPOTS } from './models/offline/limits.ts';
import { createOfflineCheck } from './models/offline/offline-check.ts';
import { createOfflineCritic } from './models/offline/offline-critic.ts';
import { pathTo } from './package-root.ts';
import { findPersona } from './personas/library.ts';
import type { Reader } from './review/first-contact.ts';
import { UserError } from './user-error.ts';

/** Who reviews and writes: everything a run needs from outside except its store and its clock. */
export interface Editors {
  readonly critic: Critic;
  readonly writer: Writer;
  readonly judge: Judge;
  readonly check: CheckRevision;
  /** What critiques of a text by these editors will take. */
  readonly foresee: Budget['foresee'];
  /** What of a thread these editors are shown; null where no model reads. */
  readonly fitContext: FitContext;
  /** The personas that speak, in order. */
  readonly panel: readonly Persona[];
  /** Personas that were asked for and need a model that is not set up. */
  readonly resting: readonly Persona[];
  /** What these editors cannot see in English; null with a model. */
  readonly blindSpots: string | null;
  /** Names in a draft that nobody had to list: the guard keeps them wherever they stand. */
  readonly namesIn: (draft: string) => readonly string[];
  /** Writes down what an editor failed on; never the words of a draft. */
  readonly reportError: (error: unknown, step: string) => void;
  /** Ends what was started for the review. */
  close(): void;
}

/** True when a model is configured: a key, or an address of a server of one's own. */
export function hasModel(config: Config): boolean {
  return config.openai.apiKey !== null || config.openai.baseUrl !== null;
}

/** What one review asks of its editors. */
export interface EditorsRequest {
  readonly personas: readonly Persona[];
  readonly preset: Pick<Preset, 'models'>;
  readonly house: HouseStyle;
  /** `default`, a name of the configuration, or `offline`. */
  readonly model: string;
  readonly masking: { readonly emails: boolean; readonly names: boolean };
  readonly critiqueLanguage: string | null;
  readonly draftLanguage: string | null;
  readonly meter: Meter;
}

/** What holds where nobody asked for anything else. */
export const PLAIN_REQUEST: Omit<EditorsRequest, 'personas' | 'house'> = {
  preset: {},
  model: 'default',
  masking: { emails: false, names: false },
  critiqueLanguage: null,
  draftLanguage: null,
  meter: async () => {},
};

/** Everything editors share from one review to the next: word lists, the grammar checker's process, the model. */
export interface EditorRoom {
  /** The models that are asked, for people to read; null without one. */
  readonly model: string | null;
  editorsFor(request: EditorsRequest): Promise<Editors>;
  /** Who reads a text under a `model` setting; null when it does not leave this machine. */
  readBy(model: string): Reader | null;
  /** What is wrong with the model server, as a sentence; null when nothing is known to be. */
  modelTrouble(): string | null;
  /** False while the model server is left alone after failures; null without a model. */
  isModelUp(): boolean | null;
  close(): void;
}

export interface EditorRoomOptions {
  /** Reads drafts in a process of its own: for a program that serves people meanwhile. */
  readonly apart?: boolean;
  /** A copy desk shared with other rooms; whoever opened it closes it. Absent: one of its own. */
  readonly copyDesk?: CopyDesk;
}

/** What works without a model: the word lists and the copy editor. They take seconds to load. */
export interface CopyDesk {
  readonly lexicon: Lexicon;
  readonly copyEditor: CopyEditor;
  close(): void;
}

/** Opens a copy desk; nothing is loaded before the first draft. */
export function openCopyDesk({ apart }: Pick<EditorRoomOptions, 'apart'> = {}): CopyDesk {
  const lexiconFolder = pathTo('dist/lexicon');
  const lexicon = openLexicon(lexiconFolder);
  const copyEditor = apart ? createCopyEditorApart({ lexiconFolder }) : copyEditorHere(lexicon);
  return { lexicon, copyEditor, close: () => copyEditor.close() };
}

/** Opens the room; nothing is loaded and nothing sent before the first review. */
export function openEditorRoom(config: Config, options: EditorRoomOptions = {}): EditorRoom {
  const copyDesk = options.copyDesk ?? openCopyDesk(options);
  const { lexicon, copyEditor } = copyDesk;
  let modelRoom: Promise<ModelRoom> | null = null;
  let opened: ModelRoom | null = null;
  const tools: Tools = {
    config,
    lexicon,
    copyEditor,
    // One room for the life of the program: what a model was found to accept is found out once.
    modelRoom() {
      modelRoom ??= openModels(config).then(
        (room) => {
          opened = room;
          return room;
        },
        (error: unknown) => {
          modelRoom = null;
          throw error;
        },
      );
      return modelRoom;
    },
  };
  return {
    model: hasModel(config) ? describeModels(config) : null,
    editorsFor: (request) => assembleEditors(tools, request),
    readBy: (model) => readerOf(config, model),
    modelTrouble: () => (opened === null ? null : describeTrouble(opened.state())),
    isModelUp: () => (hasModel(config) ? opened?.state().state !== 'open' : null),
    close: () => {
      if (copyDesk !== options.copyDesk) copyDesk.close();
    },
  };
}

function copyEditorHere(lexicon: Lexicon): CopyEditor & { close(): void } {
  const harper = rememberParagraphs(createHarper());
  return { ...createCopyEditor({ lexicon, harper }), close: () => harper.close() };
}

/** Opens a room for one review; closing the editors closes it. */
export async function openEditors(
  config: Config,
  personas: readonly Persona[],
  house: HouseStyle,
  { copyDesk, ...more }: Partial<EditorsRequest> & Pick<EditorRoomOptions, 'copyDesk'> = {},
): Promise<Editors> {
  const room = openEditorRoom(config, copyDesk === undefined ? {} : { copyDesk });
  const editors = await room.editorsFor({ ...PLAIN_REQUEST, ...more, personas, house });
  return { ...editors, close: () => room.close() };
}

function readerOf(config: Config, model: string): Reader | null {
  if (!hasModel(config) || model === 'offline') return null;
  const { baseUrl, named } = config.openai;
  const own = Object.hasOwn(named, model) ? named[model] : undefined;
  return {
    model: model === 'default' ? describeModels(config) : (own ?? model),
    host: baseUrl === null ? 'api.openai.com' : new URL(baseUrl).host,
  };
}

/** The judge is asked only where a setting says so. */
function describeModels(config: Config): string {
  const { critic, writer } = modelNames(config);
  return [...new Set([critic, writer])].join(' and ');
}

interface Tools {
  readonly config: Config;
  readonly lexicon: Lexicon;
  readonly copyEditor: CopyEditor;
  readonly modelRoom: () => Promise<ModelRoom>;
}

/**
 * Chooses the editors for a panel. Without a model the copy editor speaks alone, whatever was asked for;
 * with one it checks every revision before the panel and posts no critique of its own.
 */
async function assembleEditors(tools: Tools, request: EditorsRequest): Promise<Editors> {
  const { config, lexicon, copyEditor } = tools;
  const { personas, house } = request;
  const offline = createOfflineCritic(copyEditor, house);
  const shared = {
    namesIn: (draft: string) => findDraftNames(draft, lexicon),
    reportError: (error: unknown, step: string) => void logFailure(config, error, step),
    close: () => {},
  };
  if (!hasModel(config) || request.model === 'offline') {
    return {
      ...shared,
      critic: offline,
      writer: createEditApplier(),
      judge: NO_JUDGE,
      foresee: NO_BUDGET.foresee,
      fitContext: async () => null,
      check: async () => ({ comments: [], limits: [] }),
      panel: [copyEditorPersona()],
      resting: personas.filter(({ id }) => id !== CHECK_SOURCE),
      blindSpots: OFFLINE_BLIND_SPOTS,
    };
  }
  const room = await tools.modelRoom();
  const { critic, writer, judge, foresee, fitContext } = room.editors(
    castFor(config, request, shared.namesIn),
  );
  const asked = personas.some(({ id }) => id === CHECK_SOURCE);
  return {
    ...shared,
    critic: {
      critique: (persona, ...rest) =>
        (persona.id === CHECK_SOURCE ? offline : critic).critique(persona, ...rest),
    },
    writer,
    judge,
    foresee,
    fitContext,
    check: asked
      ? async () => ({ comments: [], limits: [] })
      : createOfflineCheck(copyEditor, house),
    panel: personas,
    resting: [],
    blindSpots: null,
  };
}

/** What OpenAI's own service is asked for when nobody chose a model. */
const DEFAULT_MODEL = 'gpt-5-mini';

async function openModels(config: Config): Promise<ModelRoom> {
  const { apiKey, baseUrl, api, timeoutMs, concurrency, pricesFile } = config.openai;
  const [{ openModelRoom }, { readPrices }] = await Promise.all([
    import('./models/model-room.ts'),
    import('./models/prices.ts'),
  ]);
  const prices = pricesFile === null ? {} : await readPrices(pricesFile);
  return openModelRoom({ apiKey, baseUrl, api, timeoutMs, concurrency, prices });
}

/** Which model does what in one review: a persona's own before its preset's before the place's. */
function castFor(config: Config, request: EditorsRequest, namesIn: Editors['namesIn']): Cast {
  const { preset, model, masking, critiqueLanguage, draftLanguage, meter } = request;
  const roles = modelNames(config);
  const choose = (wished: string | undefined, role: keyof ModelNames) => {
    const name = wished ?? model;
    return name === 'default' ? roles[role] : namedModel(config, name);
  };
  return {
    criticFor: (persona) => choose(persona.model ?? preset.models?.critic, 'critic'),
    writer: choose(preset.models?.writer, 'writer'),
    judge: choose(preset.models?.judge, 'judge'),
    meter,
    options: {
      style: request.house,
      masking,
      namesIn,
      critiqueLanguage,
      draftLanguage,
      windowTokens: config.openai.windowTokens,
    },
  };
}

function namedModel({ openai }: Config, name: string): string {
  const model = Object.hasOwn(openai.named, name) ? openai.named[name] : undefined;
  if (model !== undefined) return model;
  const known = Object.keys(openai.named).join(', ');
  throw new UserError(
    `There is no model called “${name}” here. ${known === '' ? 'MODEL_NAMES names none' : `MODEL_NAMES has: ${known}`}.`,
    { code: 'unknown_model' },
  );
}

export interface ModelNames {
  readonly critic: string;
  readonly writer: string;
  readonly judge: string;
}

/** The models each role is done by. Throws a `UserError` when a server of one’s own has no model named. */
export function modelNames({ openai }: Config): ModelNames {
  const common = openai.model ?? (openai.baseUrl === null ? DEFAULT_MODEL : null);
  const [critic, writer] = [openai.criticModel ?? common, openai.writerModel ?? common];
  if (critic === null || writer === null) {
    throw new UserError(
      'OPENAI_BASE_URL is set and OPENAI_MODEL is not. Name the model that server runs in OPENAI_MODEL.',
      { code: 'bad_config' },
    );
  }
  return { critic, writer, judge: openai.judgeModel ?? common ?? critic };
}

function describeTrouble({ host, state, failures, retryInMs }: ReturnType<ModelRoom['state']>) {
  if (failures === 0) return null;
  const times = failures === 1 ? 'once' : `${failures} times in a row`;
  if (state === 'closed') return `The model server at ${host} failed ${times} just now.`;
  const seconds = Math.ceil(retryInMs / 1000);
  return state === 'open'
    ? `The model server at ${host} failed ${times} and is left alone for another ${seconds} s.`
    : `The model server at ${host} failed ${times}; the next review tries it again.`;
}

function copyEditorPersona(): Persona {
  const persona = findPersona(CHECK_SOURCE);
  if (persona === null) throw new Error(`the built-in persona ${CHECK_SOURCE} is missing`);
  return persona;
}

async function logFailure(config: Config, error: unknown, step: string): Promise<void> {
  const { createLogger } = await import('./logger.ts');
  createLogger({ level: config.logLevel }).debug({ step, error }, 'an editor failed');
}
