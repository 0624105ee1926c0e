/** A JSON object as it travels. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; nothing when it is no list. */
export const objectsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isJson) : [];

export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
