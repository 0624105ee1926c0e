/*
 * Checks made of the published types, as code: compiling them takes a second or more, so it is done once for
 * each version and kept in dist/ beside the schemas.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { loadSchemas, type Schemas, schemaFile } from './published-schemas.ts';
import type { Json } from './world.ts';

/** The checks of this process. */
export interface Checks {
  /** What is wrong with a value; nothing when it fits. */
  check(key: string, value: unknown): readonly ErrorObject[];
  /** The arguments of a method, each with all it may be. */
  propertiesOf(method: string): ReadonlyMap<string, readonly Json[]>;
}

/** The name of the check of one form of an argument. */
export const keyOf = (method: string, name: string, at: number): string =>
  `${method}_${name}_${at}`.replaceAll('.', '_');

const SURFACES = ['block', 'home', 'modal', 'attachment'];

/** Loads the checks, made before or now. */
export async function loadChecks(): Promise<Checks> {
  const schemas = await loadSchemas();
  const properties = new Map(
    Object.entries(schemas.methods).map(([method, schema]) => [
      method,
      argumentsOf(schemas, schema),
    ]),
  );
  const file = schemaFile('cjs', readFileSync(import.meta.filename));
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
    writeFileSync(draft, compile(schemas, properties));
    renameSync(draft, file);
  }
  const checks = createRequire(import.meta.url)(file) as Record<string, ValidateFunction>;
  return {
    check(key, value) {
      const test = checks[key];
      if (test === undefined) throw new Error(`no check ${key}`);
      return test(value) ? [] : (test.errors ?? []);
    },
    propertiesOf: (method) => properties.get(method) ?? new Map(),
  };
}

function compile(schemas: Schemas, properties: ReadonlyMap<string, Map<string, Json[]>>): string {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    discriminator: true,
    code: { source: true },
  });
  ajv.addSchema({ $id: 'slack', definitions: corrected(schemas) });
  const names: Record<string, string> = {};
  const add = (key: string, schema: Json) => {
    names[key] = key;
    ajv.addSchema({ $id: key, ...(local(schema) as Json) });
  };
  for (const name of SURFACES) add(name, schemas.surfaces[name] ?? {});
  for (const [method, all] of properties) {
    for (const [name, kinds] of all) {
      // Blocks and views are checked by surface.
      if (['blocks', 'view'].includes(name)) continue;
      for (const [at, kind] of kinds.entries()) add(keyOf(method, name, at), kind);
    }
  }
  const write = standalone as unknown as {
    default: (ajv: Ajv, names: Record<string, string>) => string;
  };
  return write.default(ajv, names);
}

/** What the documentation says and a comment of the types does not. */
function corrected({ definitions }: Schemas): Json {
  const copy = structuredClone(definitions) as Record<
    string,
    { properties?: Record<string, Json> }
  >;
  for (const name of ['PlainTextOption', 'MrkdwnOption']) {
    const value = copy[name]?.properties?.value;
    if (value !== undefined) value.maxLength = 150;
  }
  for (const name of ['PlainTextElement', 'MrkdwnElement']) {
    const text = copy[name]?.properties?.text;
    if (text !== undefined) text.minLength = 1;
  }
  return local(copy) as Json;
}

/** References into the one schema that holds all definitions. */
function local(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/definitions/', '"slack#/definitions/'));
}

/** The arguments of a method, each with all it may be. */
function argumentsOf(schemas: Schemas, schema: Json): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  const walk = (part: Json): void => {
    const { $ref } = part;
    if (typeof $ref === 'string') {
      const target = schemas.definitions[decodeURIComponent($ref.replace('#/definitions/', ''))];
      if (target !== undefined) walk(target);
    }
    for (const key of ['anyOf', 'oneOf', 'allOf']) {
      for (const one of (part[key] ?? []) as Json[]) walk(one);
    }
    for (const [name, property] of Object.entries(
      (part.properties ?? {}) as Record<string, Json>,
    )) {
      const known = found.get(name) ?? [];
      const isNew = !known.some((other) => JSON.stringify(other) === JSON.stringify(property));
      // `never` marks what may not stand beside another argument.
      if (isNew && property.not === undefined) found.set(name, [...known, property]);
    }
  };
  walk(schema);
  return found;
}
