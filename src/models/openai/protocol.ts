/*
 * The two forms in which OpenAI-compatible servers are asked: chat completions, which nearly all speak,
 * and responses, which some newer models insist on. What is asked and what is read is the same.
 */
import type { Manner } from './habits.ts';

export type Api = 'chat' | 'responses';

/** One question, ready to be put into either form. */
export interface WireQuestion {
  readonly model: string;
  /** The contract. */
  readonly stable: string;
  /** The text and the task. */
  readonly round: string;
  /** The form of the answer. */
  readonly schemaName: string;
  readonly schema: Record<string, unknown>;
  readonly temperature: number | undefined;
}

/** What an answer says, whichever form it came in. */
export interface Reading {
  readonly content: string;
  /** Why the model stopped, in the server's own word. */
  readonly finish: string;
  readonly isRefused: boolean;
  /** The model ran out of room: what there is may parse and still lack its end. */
  readonly isCut: boolean;
  readonly usage: ToldUsage;
}

/** The tokens an answer took as its server tells it; null for what it does not tell, or cannot be true. */
export interface ToldUsage {
  readonly input: number | null;
  readonly cached: number | null;
  readonly output: number | null;
}

export interface Protocol {
  readonly path: string;
  build(question: WireQuestion, manner: Manner): Record<string, unknown>;
  /** Null when this is no answer in this form. */
  read(answer: unknown): Reading | null;
}

const chat: Protocol = {
  path: '/chat/completions',
  build({ model, stable, round, schemaName, schema, temperature }, manner) {
    return {
      model,
      messages: manner.hasSystem
        ? [
            { role: 'system', content: stable },
            { role: 'user', content: round },
          ]
        : [{ role: 'user', content: `${stable}\n\n${round}` }],
      ...(manner.form === 'json_schema'
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: schemaName, strict: true, schema },
            },
          }
        : {}),
      ...(manner.form === 'json_object' ? { response_format: { type: 'json_object' } } : {}),
      ...(manner.roomName === null ? {} : { [manner.roomName]: manner.room }),
      ...(manner.isBrief ? { reasoning_effort: 'low' } : {}),
      ...temperatureOf(temperature, manner),
    };
  },
  read(answer) {
    const choice = first(fieldOf(answer, 'choices'));
    if (choice === undefined) return null;
    const message = fieldOf(choice, 'message');
    const finish = wordOf(fieldOf(choice, 'finish_reason')) ?? 'unknown';
    const usage = fieldOf(answer, 'usage');
    return {
      content: textOf(fieldOf(message, 'content')),
      finish,
      isRefused: isFiltered(finish) || textOf(fieldOf(message, 'refusal')).trim() !== '',
      isCut: CUT.has(finish),
      usage: {
        input: spentOf(fieldOf(usage, 'prompt_tokens')),
        cached:
          countOf(fieldOf(fieldOf(usage, 'prompt_tokens_details'), 'cached_tokens')) ??
          countOf(fieldOf(usage, 'prompt_cache_hit_tokens')),
        output: spentOf(fieldOf(usage, 'completion_tokens')),
      },
    };
  },
};

const responses: Protocol = {
  path: '/responses',
  build({ model, stable, round, schemaName, schema, temperature }, manner) {
    return {
      model,
      ...(manner.hasSystem
        ? { instructions: stable, input: round }
        : { input: `${stable}\n\n${round}` }),
      ...(manner.form === 'json_schema'
        ? { text: { format: { type: 'json_schema', name: schemaName, strict: true, schema } } }
        : {}),
      ...(manner.form === 'json_object' ? { text: { format: { type: 'json_object' } } } : {}),
      ...(manner.roomName === null ? {} : { max_output_tokens: manner.room }),
      ...(manner.isBrief ? { reasoning: { effort: 'low' } } : {}),
      ...temperatureOf(temperature, manner),
      // Without it the provider keeps question and answer for a month.
      ...(manner.hasStore ? { store: false } : {}),
    };
  },
  read(answer) {
    const output = fieldOf(answer, 'output');
    if (!Array.isArray(output)) return null;
    const parts = output
      .filter((item) => fieldOf(item, 'type') === 'message')
      .flatMap((item) => listOf(fieldOf(item, 'content')));
    const reason = wordOf(fieldOf(fieldOf(answer, 'incomplete_details'), 'reason'));
    const finish = reason ?? wordOf(fieldOf(answer, 'status')) ?? 'unknown';
    const usage = fieldOf(answer, 'usage');
    return {
      content: parts.map((part) => textOf(fieldOf(part, 'text'))).join(''),
      finish,
      isRefused: isFiltered(finish) || parts.some((part) => fieldOf(part, 'type') === 'refusal'),
      // An answer that is incomplete for a reason nobody has heard of is incomplete all the same.
      isCut: CUT.has(finish) || fieldOf(answer, 'status') === 'incomplete',
      usage: {
        input: spentOf(fieldOf(usage, 'input_tokens')),
        cached: countOf(fieldOf(fieldOf(usage, 'input_tokens_details'), 'cached_tokens')),
        output: spentOf(fieldOf(usage, 'output_tokens')),
      },
    };
  },
};

export const PROTOCOLS: Readonly<Record<Api, Protocol>> = { chat, responses };

/** The words different servers have for "ran out of room". */
const CUT: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
]);
/** Some servers add their own reason behind the word: “content_filter: PROHIBITED_CONTENT”. */
const FILTERED =
  /^(?:content_filter|refusal|safety|prohibited_content|blocklist|recitation|spii)(?![a-z_])/;

function isFiltered(finish: string): boolean {
  return FILTERED.test(finish);
}

function temperatureOf(temperature: number | undefined, { hasTemperature }: Manner): object {
  return hasTemperature && temperature !== undefined ? { temperature } : {};
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function first(value: unknown): unknown {
  return listOf(value)[0];
}

/** Some servers give the content as parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .map((part) => textOf(fieldOf(part, 'text')))
    .join('');
}

function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : null;
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? Math.round(value) : null;
}

/** No question and no answer takes nothing: a server that says so does not count. */
function spentOf(value: unknown): number | null {
  return countOf(value) || null;
}
