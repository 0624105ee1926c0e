/*
 * JSON schemas of the vendor's published types, with the limits their comments state. Made once for each
 * version of the packages and of this file's kin, and kept in dist/: making them takes seconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Json } from './world.ts';

export interface Schemas {
  readonly definitions: Record<string, Json>;
  readonly surfaces: Record<string, Json>;
  /** By method. */
  readonly methods: Record<string, Json>;
}

const root = join(import.meta.dirname, '..', '..', '..');
let loaded: Promise<Schemas> | null = null;

/** The schemas, from dist/ or made now. */
export function loadSchemas(): Promise<Schemas> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Schemas> {
  const file = schemaFile('json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Schemas;
  const schemas = await generate();
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, JSON.stringify(schemas));
  renameSync(draft, file);
  return schemas;
}

/** A file in dist/ whose name changes with the packages, the code here and what else it is made of. */
export function schemaFile(ending: string, more: Buffer | string = ''): string {
  const require = createRequire(import.meta.url);
  const hash = createHash('sha256').update(more);
  for (const name of ['@slack/types', '@slack/web-api', 'ts-json-schema-generator', 'ajv']) {
    const at = join(root, 'node_modules', name, 'package.json');
    hash.update((require(at) as { version: string }).version);
  }
  for (const name of ['published-types.ts', 'published-schemas.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, name)));
  }
  const folder = join(root, 'dist', 'slack-schemas');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${hash.digest('hex').slice(0, 16)}.${ending}`);
}

async function generate(): Promise<Schemas> {
  const { createFormatter, createParser, createProgram, SchemaGenerator } = await import(
    'ts-json-schema-generator'
  );
  const config = {
    path: join(import.meta.dirname, 'published-types.ts'),
    tsconfig: join(root, 'tsconfig.json'),
    skipTypeCheck: true,
    functions: 'hide',
    expose: 'export',
    topRef: true,
    jsDoc: 'extended',
    sortProps: true,
    strictTuples: false,
    encodeRefs: true,
    additionalProperties: false,
    discriminatorType: 'json-schema',
    markdownDescription: false,
    fullDescription: false,
    extraTags: [],
    minify: false,
  } as const;
  const program = createProgram({ ...config, extraTags: [] });
  const definitions: Record<string, Json> = {};
  const groups: Record<string, Json>[] = [];
  for (const type of ['Surfaces', 'Chat', 'Conversations', 'Reactions', 'Others']) {
    const full = { ...config, extraTags: [], type };
    const maker = new SchemaGenerator(
      program,
      createParser(program, full),
      createFormatter(full),
      full,
    );
    const made = maker.createSchema(type).definitions as Record<string, Json>;
    const { [type]: group, ...found } = renamed(made, definitions, type);
    Object.assign(definitions, found);
    groups.push((group as { properties: Record<string, Json> }).properties);
  }
  const [surfaces = {}, ...methods] = groups;
  for (const name of Object.keys(definitions)) {
    definitions[name] = told(definitions[name], definitions) as Json;
  }
  return { definitions, surfaces, methods: Object.assign({}, ...methods) as Record<string, Json> };
}

/** Definitions fit to stand beside others: those of a name that means something else there get one of their own. */
function renamed(
  own: Record<string, Json>,
  others: Readonly<Record<string, Json>>,
  group: string,
): Record<string, Json> {
  const tight = tighten(own) as Record<string, Json>;
  const newName = (name: string) => {
    const other = others[name];
    const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(tight[name]);
    return isSame ? name : `${group}.${name}`;
  };
  const pointed = JSON.stringify(tight).replaceAll(
    /"#\/definitions\/([^"]+)"/g,
    (_, name: string) => `"#/definitions/${encodeURIComponent(newName(decodeURIComponent(name)))}"`,
  );
  const all = Object.entries(JSON.parse(pointed) as Record<string, Json>);
  return Object.fromEntries(all.map(([name, schema]) => [newName(name), schema]));
}

/** Unions of things that say their `type` as unions told apart by it, so that what is wrong has one cause. */
function told(value: unknown, definitions: Readonly<Record<string, Json>>): unknown {
  if (Array.isArray(value)) return value.map((part) => told(part, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value as Json).map(([key, part]) => [key, told(part, definitions)]),
  );
  if (!Array.isArray(schema.anyOf)) return schema;
  const leaves = (schema.anyOf as Json[]).flatMap((part) => leavesOf(part, definitions));
  const byType = Map.groupBy(leaves, (leaf) => typeNameOf(leaf, definitions));
  if (byType.has(null) || byType.size < 2) return schema;
  const { anyOf: _, ...rest } = schema;
  const oneOf = [...byType].map(([type, same]) =>
    same.length === 1
      ? same[0]
      : { type: 'object', required: ['type'], properties: { type: { const: type } }, anyOf: same },
  );
  return {
    ...rest,
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf,
  };
}

const named = (schema: Json, definitions: Readonly<Record<string, Json>>): Json | undefined =>
  typeof schema.$ref === 'string'
    ? definitions[decodeURIComponent(schema.$ref.replace('#/definitions/', ''))]
    : undefined;

function leavesOf(schema: Json, definitions: Readonly<Record<string, Json>>): Json[] {
  const target = named(schema, definitions);
  const union = target?.anyOf ?? target?.oneOf;
  return Array.isArray(union)
    ? (union as Json[]).flatMap((part) => leavesOf(part, definitions))
    : [schema];
}

function typeNameOf(schema: Json, definitions: Readonly<Record<string, Json>>): string | null {
  const target = named(schema, definitions) ?? schema;
  const type = (target.properties as Record<string, Json> | undefined)?.type?.const;
  const isNeeded = (target.required as string[] | undefined)?.includes('type') ?? false;
  return typeof type === 'string' && isNeeded ? type : null;
}

const OPEN_BLOCK = '#/definitions/Block';

/** Takes the open `Block` out of unions, which would let anything pass, and writes in the stated limits. */
function tighten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tighten);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value as Json).map(([key, part]) => [key, tighten(part)]),
  );
  if (Array.isArray(schema.anyOf)) {
    const known = (schema.anyOf as Json[]).filter(({ $ref }) => $ref !== OPEN_BLOCK);
    if (known.length < schema.anyOf.length) schema.anyOf = known;
  }
  const { description, ...rest } = schema;
  return typeof description === 'string' ? limited(rest, description) : schema;
}

/** A property with the limits its comment states, e.g. "Maximum length for the text in this field is 150 characters". */
function limited(schema: Json, description: string): Json {
  const said = description.replaceAll(/\s+/g, ' ');
  const items =
    /max(?:imum)?(?: number of (?:items|options|option groups)| of)?(?: is)? (\d+) ?(?:elements|items|blocks|cards|rows|options|\.|$)/i.exec(
      said,
    );
  const chars =
    /(?:max(?:imum)? length[^.]*?|limit )(\d+)(?:,(\d+))?(?: characters| char|\.|$)/i.exec(said);
  const most = chars === null ? null : Number(`${chars[1]}${chars[2] ?? ''}`);
  const mostItems = Number(
    items?.[1] ?? /Maximum number of (?:items|options|option groups) is (\d+)/.exec(said)?.[1] ?? 0,
  );
  if (schema.type === 'array') {
    const each = /length for the text in each item is (\d+)/.exec(said)?.[1];
    return {
      ...schema,
      ...(mostItems > 0 ? { maxItems: mostItems } : {}),
      ...(each === undefined
        ? {}
        : {
            items: { allOf: [schema.items, { properties: { text: { maxLength: Number(each) } } }] },
          }),
    };
  }
  if (most === null) return schema;
  if (schema.type === 'string') return { ...schema, maxLength: most };
  if (schema.$ref !== undefined || schema.anyOf !== undefined) {
    return { allOf: [schema, { properties: { text: { maxLength: most } } }] };
  }
  return schema;
}
