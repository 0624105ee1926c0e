import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const file = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'shared',
  'specs',
  'openai',
  'openapi.json',
);

/** True when requests are checked against the published specification, not only by their rough shape. */
export const hasSpecification = existsSync(file);

type FindViolations = (body: unknown, schema: keyof typeof FIELDS) => string[];

let known: FindViolations | undefined;

/** What in a request body the published API would not accept. */
export function findViolations(body: unknown, path = '/v1/chat/completions'): string[] {
  known ??= hasSpecification ? compileSpecification() : () => [];
  const schema = path.endsWith('/responses') ? 'CreateResponse' : 'CreateChatCompletionRequest';
  return [...checkShape(body, schema), ...known(body, schema)];
}

function compileSpecification(): FindViolations {
  const specification: { components: { schemas: Record<string, { allOf?: object[] }> } } =
    JSON.parse(readFileSync(file, 'utf8'), rewriteNullable);
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, discriminator: false });
  // The package is CommonJS: under ESM its function is a property of the module.
  addFormats.default(ajv);
  ajv.addSchema(specification, 'specification');
  const compile = (name: string) =>
    ajv.compile({ $ref: `specification#/components/schemas/${name}` });
  const validators = new Map<string, ReturnType<typeof compile>>();
  return (body, name) => {
    const validate = validators.get(name) ?? compile(name);
    validators.set(name, validate);
    validate(body);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** OpenAPI's own word for "or null" means nothing to a JSON Schema validator. */
function rewriteNullable(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value)) return value;
  const { nullable, ...schema } = value;
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** What we send; a field that slips in by mistake may carry anything. */
const FIELDS = {
  CreateChatCompletionRequest: [
    'model',
    'messages',
    'response_format',
    'max_completion_tokens',
    'max_tokens',
    'temperature',
    'reasoning_effort',
  ],
  CreateResponse: [
    'model',
    'instructions',
    'input',
    'text',
    'max_output_tokens',
    'temperature',
    'store',
    'reasoning',
  ],
} as const;

function checkShape(body: unknown, name: keyof typeof FIELDS): string[] {
  if (typeof body !== 'object' || body === null) return ['the body is no object'];
  const violations = Object.keys(body)
    .filter((field) => !FIELDS[name].some((known) => known === field))
    .map((field) => `${field} is not expected`);
  return [...violations, ...checkStrictSchema(schemaIn(body), 'schema')];
}

/** The schema of the answer: `response_format.json_schema.schema`, or `text.format.schema`. */
function schemaIn(body: object): unknown {
  const field = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return (
    field(field(field(body, 'response_format'), 'json_schema'), 'schema') ??
    field(field(field(body, 'text'), 'format'), 'schema')
  );
}

/** The rules of strict schemas, which the specification states in prose only. */
function checkStrictSchema(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const violations: string[] = [];
  if ('default' in schema) violations.push(`${path} has a default`);
  if ('properties' in schema && typeof schema.properties === 'object') {
    const names = Object.keys(schema.properties ?? {});
    const required: unknown = Reflect.get(schema, 'required');
    if (Reflect.get(schema, 'additionalProperties') !== false) {
      violations.push(`${path} allows further properties`);
    }
    if (!Array.isArray(required) || names.some((name) => !required.includes(name))) {
      violations.push(`${path} has optional properties`);
    }
  }
  for (const [key, value] of Object.entries(schema)) {
    violations.push(...checkStrictSchema(value, `${path}.${key}`));
  }
  return violations;
}
