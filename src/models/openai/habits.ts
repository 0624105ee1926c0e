/*
 * What one model on one server was found to accept. Everything starts from the newest form of the
 * protocol; a refusal that names what it is about changes exactly that, and the change is remembered, so
 * that a model is asked wrongly once and not on every call.
 */
import { type Failure, isAboutForm, isOtherApi } from './failure.ts';
import type { Api } from './protocol.ts';

export const ANSWER_FORMS = ['json_schema', 'json_object', 'text'] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** What a request used, to be compared with what its refusal is about. */
export interface Manner {
  readonly api: Api;
  readonly form: AnswerForm;
  /** The name of the parameter that limits the answer; null when none is sent. */
  readonly roomName: 'max_completion_tokens' | 'max_tokens' | null;
  /** Tokens the answer may take. */
  readonly room: number;
  readonly hasTemperature: boolean;
  /** Whether the contract is sent in a message of its own. */
  readonly hasSystem: boolean;
  /** Whether the server is told to keep nothing, where it would by itself. */
  readonly hasStore: boolean;
  /** Whether the model is asked to think less. */
  readonly isBrief: boolean;
}

export interface Habits {
  /** How to ask next, for an answer of `room` tokens. */
  choose(room: number): Manner;
  /** Learns from a refusal; null when it is not about the manner of asking. */
  adapt(failure: Failure, sent: Manner): Lesson | null;
  /** Remembers that answers need this much room, within reason. */
  needRoom(room: number): void;
  /** Remembers to ask for less thinking; false when that was asked for already, or is refused. */
  thinkLess(sent: Manner): boolean;
}

/** What a refusal taught, beside what is remembered. */
export interface Lesson {
  /** The room that is left this time: the window is shared with the prompt, so the next one may have more. */
  readonly roomLeft?: number;
}

export interface HabitsOptions {
  readonly hasTemperature: boolean;
  /** The form of the protocol to begin with. */
  readonly api: Api;
  /** Whether the other one may be tried when the server does not know this one. */
  readonly mayChangeApi: boolean;
}

/** Starts with the newest form of everything. */
export function createHabits(options: HabitsOptions): Habits {
  let { api } = options;
  let isSecondApi = false;
  let form: AnswerForm = 'json_schema';
  let roomName: Manner['roomName'] = 'max_completion_tokens';
  let leastRoom = 0;
  let mostRoom = Number.POSITIVE_INFINITY;
  let { hasTemperature } = options;
  let hasSystem = true;
  let hasStore = true;
  let effort: 'usual' | 'low' | 'refused' = 'usual';

  function adaptApi(failure: Failure, sent: Manner): boolean {
    if (!isOtherApi(failure) || !options.mayChangeApi) return false;
    // Of two requests under way, the second refusal teaches nothing new.
    if (sent.api !== api) return true;
    api = api === 'chat' ? 'responses' : 'chat';
    isSecondApi = !isSecondApi;
    // The server knows neither: it is not the form that is wrong.
    return isSecondApi;
  }

  function adaptStore(sentence: string, sent: Manner): boolean {
    if (sent.api !== 'responses' || !sent.hasStore || !refuses(sentence, 'store')) return false;
    hasStore = false;
    return true;
  }

  function adaptForm(failure: Failure, sent: Manner): boolean {
    if (sent.form === 'text' || !isAboutForm(failure)) return false;
    // Of two requests under way, the second refusal teaches nothing new.
    if (sent.form === form) form = sent.form === 'json_schema' ? 'json_object' : 'text';
    return true;
  }

  function adaptRoom(sentence: string, sent: Manner): boolean {
    const most = mostAllowed(sentence, sent);
    if (most === null || most < LEAST_ROOM || most >= sent.room) return false;
    mostRoom = Math.min(mostRoom, most);
    return true;
  }

  function adaptRoomName(sentence: string, sent: Manner): boolean {
    const name = sent.api === 'responses' ? 'max_output_tokens' : sent.roomName;
    if (sent.roomName === null || name === null || !refuses(sentence, name)) return false;
    if (sent.api === 'responses') {
      roomName = null;
      return true;
    }
    if (sent.roomName === roomName) {
      roomName = roomName === 'max_completion_tokens' ? 'max_tokens' : null;
    }
    return true;
  }

  function adaptTemperature(sentence: string, sent: Manner): boolean {
    if (!sent.hasTemperature || !refuses(sentence, 'temperature')) return false;
    hasTemperature = false;
    return true;
  }

  function adaptSystem(sentence: string, sent: Manner): boolean {
    if (!sent.hasSystem || !REFUSAL.test(sentence) || !ABOUT_SYSTEM.test(sentence)) return false;
    hasSystem = false;
    return true;
  }

  function adaptEffort(sentence: string, sent: Manner): boolean {
    if (!sent.isBrief || !/\breasoning(?:[._]effort)?\b/i.test(sentence)) return false;
    effort = 'refused';
    return true;
  }

  const lessons = [
    adaptEffort,
    adaptRoom,
    adaptRoomName,
    adaptTemperature,
    adaptSystem,
    adaptStore,
  ];

  function adaptParameters(failure: Failure, sent: Manner): Lesson | null {
    if (failure.kind !== 'http' || ![400, 422].includes(failure.status)) return null;
    const sentence = `${failure.param} ${failure.code} ${failure.sentence}`;
    const left = roomLeft(sentence);
    if (left !== null) return left >= LEAST_ROOM && left < sent.room ? { roomLeft: left } : null;
    // All of them, so that one more try is enough for a refusal that names several things.
    const learned = lessons.map((learn) => learn(sentence, sent));
    return learned.includes(true) ? {} : null;
  }

  return {
    choose: (room) => ({
      api,
      form,
      roomName,
      room: Math.min(Math.max(room, leastRoom), mostRoom),
      hasTemperature,
      hasSystem,
      hasStore,
      isBrief: effort === 'low',
    }),
    adapt(failure, sent) {
      // Before the other form of the protocol is tried: a router says “not found” of a model without schemas.
      const hasNewForm = adaptForm(failure, sent);
      if (!hasNewForm && adaptApi(failure, sent)) return {};
      const lesson = adaptParameters(failure, sent);
      return hasNewForm ? { ...lesson } : lesson;
    },
    needRoom(room) {
      leastRoom = Math.max(leastRoom, Math.min(room, MOST_NEEDED));
    },
    thinkLess({ isBrief }) {
      if (isBrief || effort === 'refused') return false;
      effort = 'low';
      return true;
    },
  };
}

/** Less room than this holds no useful answer. */
const LEAST_ROOM = 256;
/** One answer that ran on and on is no reason to ask for ever more. */
export const MOST_NEEDED = 128_000;

const ABOUT_SYSTEM =
  /\bsystem\b[^.]{0,40}\b(?:role|message|instruction)|\brole\b[^.]{0,40}\bsystem\b/i;
const REFUSAL =
  /unsupported|not supported|(?:do(?:es)? not|doesn't|don't) support|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|extra_forbidden|extra inputs|deprecated|only the default/i;

function refuses(sentence: string, parameter: string): boolean {
  return REFUSAL.test(sentence) && new RegExp(String.raw`\b${parameter}\b`, 'i').test(sentence);
}

/** "… is too large: 20000. This model supports at most 16384 completion tokens": the number that may be sent. */
function mostAllowed(sentence: string, sent: Manner): number | null {
  if (
    sent.roomName === null ||
    !/max_(?:completion_|output_)?tokens|completion tokens/i.test(sentence)
  ) {
    return null;
  }
  const found =
    /(?:at most|up to|less than or equal to|maximum(?: allowed)?(?: value)?(?: of| is|:)?|<=|range of [[(]\d+,)\s*(\d[\d,]*)/i.exec(
      sentence,
    );
  return found?.[1] === undefined ? null : Number(found[1].replaceAll(',', ''));
}

/** "maximum context length is 8192 tokens … 1200 input tokens": what a prompt leaves of the window. */
function roomLeft(sentence: string): number | null {
  const window = /maximum context length (?:is|of) (\d+)/i.exec(sentence)?.[1];
  const prompt = /(\d+) (?:tokens )?(?:in the messages|input tokens|in the prompt)/i.exec(
    sentence,
  )?.[1];
  return window === undefined || prompt === undefined ? null : Number(window) - Number(prompt) - 1;
}

/**
 * The window that a refusal names, each vendor in its own words: "maximum context length is 8192 tokens", "context
 * size (4096 tokens)", "context length of only 4096 tokens", "less than 4096 tokens", "exceeds 4096", "5000 tokens >
 * 4096 maximum". Infinity where it names none.
 */
export function windowIn(failure: Failure): number {
  if (failure.kind !== 'http') return Number.POSITIVE_INFINITY;
  const found = WINDOW.exec(failure.sentence)
    ?.slice(1)
    .find((number) => number !== undefined);
  const tokens = Number(found?.replaceAll(/[,_]/g, ''));
  return tokens >= LEAST_WINDOW ? tokens : Number.POSITIVE_INFINITY;
}

/** Nothing that answers a review has less: a smaller number is about something else. */
const LEAST_WINDOW = 1_000;
const WINDOW =
  /(?:context (?:length|size|window)|allowed length|tokens allowed|(?:must have|be) (?:less than|<=)|exceeds)[^\d.]{0,40}(\d[\d,_]*)|> (\d[\d,_]*) maximum/i;
