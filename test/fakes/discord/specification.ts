/*
 * Requests against the published specification, read from beside the clone where it stands, and what the
 * specification misses: misspelt keys. What it misses besides (2,000 characters, more than five rows, the
 * pattern of command names, empty messages) is refused by the double itself, with or without it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isJson, type Json, objectsOf, textOr } from './json.ts';

const FILE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'shared',
  'specs',
  'discord',
  'openapi.json',
);

/** True when requests are checked against the published specification too. */
export const hasSpecification = existsSync(FILE);

interface Checked {
  readonly violations: readonly string[];
  /** The real one would refuse it; a misspelt key it would overlook. */
  readonly isRefused: boolean;
}

interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly body: ValidateFunction | null;
  readonly query: { readonly name: string; readonly schema: Json }[];
  readonly answers: (status: number) => ValidateFunction | null;
}

const NOTHING: Checked = { violations: [], isRefused: false };

/** Everything is compiled once and only when it is first asked for. */
let loaded: ReturnType<typeof load> | undefined;

/** Says what of a request the specification does not allow. */
export function checkRequest(
  method: string,
  path: string,
  request: { readonly raw: unknown; readonly query: URLSearchParams },
): Checked {
  if (!hasSpecification) return NOTHING;
  loaded ??= load();
  const operation = loaded.find(method, path);
  if (operation === null)
    return {
      violations: [`${method} ${path} is no operation of the specification`],
      isRefused: false,
    };
  const misspelt = [...request.query.keys()]
    .filter((name) => !operation.query.some((each) => each.name === name))
    .map((name) => `the query knows no ${name}`);
  if (
    operation.body === null ||
    operation.body(withoutDefaults(request.raw ?? {}, `${method} ${path}`))
  )
    return { violations: misspelt, isRefused: false };
  const errors = operation.body.errors ?? [];
  return {
    violations: [
      ...misspelt,
      ...errors.map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`,
      ),
    ],
    isRefused: errors.some(({ keyword }) => keyword !== 'additionalProperties'),
  };
}

/** Says what of an answer of the double itself the specification does not know. */
export function checkAnswer(
  method: string,
  path: string,
  status: number,
  body: unknown,
): readonly string[] {
  if (!hasSpecification) return [];
  loaded ??= load();
  const validate = loaded.find(method, path)?.answers(status) ?? null;
  if (validate === null || validate(body)) return [];
  const errors = validate.errors ?? [];
  // It has no forwards yet, which the documentation does describe.
  if (errors.some(({ instancePath }) => instancePath.endsWith('/message_reference/type')))
    return [];
  return errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** What discord.js sends along though the specification does not list it there; the real one overlooks it. */
const SENT_ALONG: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^POST .*\/messages\/\d+\/threads$/, ['type']],
  [/^PATCH \/webhooks\//, ['username', 'avatar_url']],
];

function withoutDefaults(raw: unknown, request: string): unknown {
  if (!isJson(raw)) return raw;
  const left: Json = { ...raw };
  if (left.tts === false) delete left.tts;
  if (left.enforce_nonce === false) delete left.enforce_nonce;
  for (const key of ['data', 'message'])
    if (isJson(left[key])) left[key] = withoutDefaults(left[key], '');
  for (const [pattern, keys] of SENT_ALONG)
    if (pattern.test(request)) for (const key of keys) delete left[key];
  return left;
}

function load() {
  const specification = JSON.parse(readFileSync(FILE, 'utf8')) as Json;
  const strict = structuredClone(specification);
  for (const schema of Object.values(child(child(strict, 'components'), 'schemas'))) close(schema);
  const [requests, answers] = [newAjv(strict), newAjv(specification)];
  const found = new Map<string, Operation | null>();
  const paths = Object.entries(child(specification, 'paths')).map(([template, methods]) => ({
    template,
    methods: methods as Json,
    // A name without braces comes before one with: `@me` is no user's id.
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    wildcards: template.split('{').length,
  }));
  paths.sort((a, b) => a.wildcards - b.wildcards);

  return {
    find(method: string, path: string): Operation | null {
      const hit = paths.find(
        (each) => each.pattern.test(path) && isJson(each.methods[method.toLowerCase()]),
      );
      if (hit === undefined) return null;
      const key = `${method} ${hit.template}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const operation = compile(hit.methods[method.toLowerCase()] as Json, hit.methods, {
        template: hit.template,
        method,
        pattern: hit.pattern,
      });
      found.set(key, operation);
      return operation;
    },
  };

  function compile(
    operation: Json,
    shared: Json,
    {
      template,
      method,
      pattern,
    }: { readonly template: string; readonly method: string; readonly pattern: RegExp },
  ): Operation {
    const point = `specification#/paths/${escapePointer(template)}/${method.toLowerCase()}`;
    const content = child(child(operation, 'requestBody'), 'content');
    const body = isJson(content['application/json'])
      ? requests.compile({ $ref: `${point}/requestBody/content/application~1json/schema` })
      : null;
    const query = [...objectsOf(shared.parameters), ...objectsOf(operation.parameters)]
      .filter((each) => each.in === 'query')
      .map((each) => ({ name: textOr(each.name, ''), schema: child(each, 'schema') }));
    return {
      method,
      pattern,
      body,
      query,
      answers(status) {
        const described = child(child(operation, 'responses'), String(status));
        if (!isJson(child(described, 'content')['application/json'])) return null;
        return answers.compile({
          $ref: `${point}/responses/${status}/content/application~1json/schema`,
        });
      },
    };
  }
}

function newAjv(specification: Json): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    validateFormats: false,
  });
  // The package is CommonJS: under ESM its function is a property of the module.
  addFormats.default(ajv);
  ajv.addSchema(specification, 'specification');
  return ajv;
}

/** Lets no key in that the schema does not name; a schema put together of several is left as it is. */
function close(schema: unknown): void {
  if (Array.isArray(schema)) {
    for (const each of schema) close(each);
    return;
  }
  if (!isJson(schema)) return;
  // It says numbers here; the documentation says strings, and that is what every client sends.
  const rights = isJson(schema.properties) ? schema.properties.default_member_permissions : null;
  if (isJson(rights) && isJson(schema.properties)) {
    rights.type = ['string', 'null'];
    schema.properties.nsfw = { type: 'boolean' };
  }
  if (
    isJson(schema.properties) &&
    schema.additionalProperties === undefined &&
    schema.allOf === undefined
  )
    schema.additionalProperties = false;
  for (const each of Object.values(schema)) close(each);
}

const child = (json: Json, key: string): Json => (isJson(json[key]) ? json[key] : {});
const escapePointer = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
