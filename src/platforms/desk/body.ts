import type { Context } from 'hono';
import { causedError, DeskError } from './desk-error.ts';

/** The fields of a JSON body, read by name with sentences for what is missing. */
export interface Body {
  /** Throws a 400 unless it is text. */
  text(name: string): string;
  optionalText(name: string): string | undefined;
  texts(name: string): readonly string[];
  record(name: string): Readonly<Record<string, unknown>>;
}

/** Reads a JSON object; an empty body counts as one without fields. Throws a 400 for anything else. */
export async function readBody(context: Context): Promise<Body> {
  const raw = await context.req.text();
  const fields = raw === '' ? {} : parse(raw);
  if (!isRecord(fields)) throw new DeskError(400, 'The body has to be a JSON object.');
  const optionalText = (name: string): string | undefined => {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw new DeskError(400, `“${name}” has to be text.`);
    return value;
  };
  return {
    optionalText,
    text(name) {
      const value = optionalText(name);
      if (value === undefined) throw new DeskError(400, `“${name}” is missing.`);
      return value;
    },
    texts(name) {
      const value = fields[name] ?? [];
      if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
        throw new DeskError(400, `“${name}” has to be a list of texts.`);
      }
      return value;
    },
    record(name) {
      const value = fields[name] ?? {};
      if (!isRecord(value)) throw new DeskError(400, `“${name}” has to be an object.`);
      return value;
    },
  };
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (cause) {
    throw causedError(400, 'The body is not JSON.', cause);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
