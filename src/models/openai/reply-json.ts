import type { z } from 'zod';

/** A validated answer, or what is wrong with it in a sentence that repeats none of its words. */
export type ReadAnswer<T> = { readonly value: T } | { readonly problem: string };

/**
 * Finds the one JSON object that fits the schema in an answer: alone, in a fence, or with talk around it.
 * Nothing is repaired or filled in; two different objects that both fit are no answer.
 */
export function readAnswer<T>(content: string, schema: z.ZodType<T>): ReadAnswer<T> {
  const text = withoutThinking(content).trim();
  if (text === '') return { problem: 'it is empty' };
  const candidates = findObjects(text);
  if (candidates.length === 0) return { problem: 'it holds no complete JSON object' };
  const fitting = new Map<string, T>();
  let problem = '';
  for (const candidate of candidates) {
    const read = schema.safeParse(candidate);
    if (read.success) fitting.set(JSON.stringify(read.data), read.data);
    else problem ||= describe(read.error);
  }
  const [value] = fitting.values();
  if (fitting.size === 0 || value === undefined) return { problem };
  return fitting.size === 1 ? { value } : { problem: 'it holds several different JSON objects' };
}

/**
 * What a model wrote after it had thought, where its thoughts come in the same text. Some servers swallow the
 * tag that opens them; thoughts without an end are nothing but thoughts.
 */
export function withoutThinking(content: string): string {
  const text = content.trimStart();
  // An answer that is about such a tag, and not behind one.
  if (text.startsWith('{')) return content;
  const end = THOUGHT_ENDS.exec(text);
  if (end !== null) return text.slice(end[0].length);
  return THOUGHT_BEGINS.test(text) ? '' : content;
}

const THOUGHT_BEGINS = /^<(?:think|thinking|reasoning)>/i;
const THOUGHT_ENDS = /^[\s\S]*?<\/(?:think|thinking|reasoning)>/i;

/** The whole text as JSON, else every outermost object in it that parses. */
function findObjects(text: string): unknown[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const objects: unknown[] = [];
  const last = text.lastIndexOf('}');
  let tries = 0;
  for (let at = text.indexOf('{'); at !== -1 && at < last && tries < MAX_TRIES; tries += 1) {
    const end = endOfObject(text, at);
    const object = end === null ? undefined : parse(text.slice(at, end));
    if (object !== undefined) objects.push(object);
    at = text.indexOf('{', object === undefined || end === null ? at + 1 : end);
  }
  return objects;
}

/** Each try may read to the end: a long answer full of braces would hold up everybody else. */
const MAX_TRIES = 20;

/** Where the object that begins at `start` closes, strings respected; null when it never does. */
function endOfObject(text: string, start: number): number | null {
  const token = /"(?:[^"\\]|\\[\s\S])*"|[{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') depth += 1;
    else if (match[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function describe(error: z.ZodError): string {
  const issues = error.issues.slice(0, 3).map(({ path, code }) => {
    const place = path.map((part) => String(part).slice(0, 40)).join('.');
    return `${place === '' ? 'the answer' : `“${place}”`} is wrong (${code.replaceAll('_', ' ')})`;
  });
  return issues.join('; ');
}
