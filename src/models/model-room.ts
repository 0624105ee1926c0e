/*
 * Everything that is asked of one model server: the connection and the models on it live as long as the
 * program, so that what they were found to accept is found out once; editors are put together for each run.
 */
import type { Critic } from '../loop/critic.ts';
import type { Judge } from '../loop/judge.ts';
import type { Meter } from '../loop/metered-call.ts';
import type { Persona } from '../loop/persona.ts';
import { createTagCode } from '../loop/prompts/document.ts';
import type { Writer } from '../loop/writer.ts';
import type { EditorOptions } from './editor-options.ts';
import { createContextFitter, type FitContext } from './fit-context.ts';
import { createForesight, type Foresight } from './foresight.ts';
import { meterModel } from './metered.ts';
import type { Model } from './model.ts';
import { createModelCritic } from './model-critic.ts';
import { createModelJudge } from './model-judge.ts';
import { createModelWriter } from './model-writer.ts';
import type { ServerState } from './openai/breaker.ts';
import type { Api } from './openai/protocol.ts';
import type { Prices } from './prices.ts';

export interface ModelRoomOptions {
  /** Null for a server that asks for no key. */
  readonly apiKey: string | null;
  /** Null for the client's own default. */
  readonly baseUrl: string | null;
  /** The form of the protocol; `auto` finds out. */
  readonly api: Api | 'auto';
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many requests may be under way at once, all models together. */
  readonly concurrency: number;
  readonly prices: Prices;
}

/** Who is to work on one run. */
export interface Cast {
  /** The model an editor reads with. */
  readonly criticFor: (persona: Persona) => string;
  readonly writer: string;
  readonly judge: string;
  readonly options: EditorOptions;
  readonly meter: Meter;
}

export interface ModelEditors {
  readonly critic: Critic;
  readonly writer: Writer;
  readonly judge: Judge;
  readonly foresee: Foresight;
  readonly fitContext: FitContext;
}

export interface ModelRoom {
  editors(cast: Cast): ModelEditors;
  /** How the server has been doing. */
  state(): ServerState & { readonly host: string };
}

/** Opens a room over one model server; nothing is sent before the first question. */
export async function openModelRoom(options: ModelRoomOptions): Promise<ModelRoom> {
  // The client takes a noticeable time to load, and only here is it certain to be needed.
  const [{ openConnection }, { createOpenAiModel }] = await Promise.all([
    import('./openai/connection.ts'),
    import('./openai/openai-model.ts'),
  ]);
  const { api, prices } = options;
  const connection = openConnection(options);
  const models = new Map<string, Model>();
  const modelNamed = (name: string): Model => {
    const known = models.get(name) ?? createOpenAiModel({ connection, model: name, api, prices });
    models.set(name, known);
    return known;
  };
  return {
    editors({ criticFor, writer, judge, options: wishes, meter }) {
      const code = createTagCode();
      const metered = (name: string) =>
        meterModel(modelNamed(name), meter, () => performance.now());
      return {
        critic: createModelCritic({
          modelFor: (persona) => metered(criticFor(persona)),
          options: wishes,
          code,
        }),
        writer: createModelWriter({ model: metered(writer), options: wishes, code }),
        judge: createModelJudge({ model: metered(judge), options: wishes }),
        foresee: createForesight({ criticFor, writer, prices, options: wishes }),
        fitContext: createContextFitter(wishes),
      };
    },
    state: () => ({ host: connection.host, ...connection.state() }),
  };
}
