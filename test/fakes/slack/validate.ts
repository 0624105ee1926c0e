/*
 * Holds what the app sends against the published types and the rules they leave out. Every finding is a
 * violation of the test; those the real one would refuse are refused as well.
 */
import type { ErrorObject } from 'ajv';
import { blockRules } from './block-rules.ts';
import { keyOf, loadChecks } from './published-checks.ts';
import type { Json } from './world.ts';

export interface Finding {
  readonly text: string;
  /** The error the real one answers with; null when it lets it pass. */
  readonly code: string | null;
}

export type Validator = Awaited<ReturnType<typeof openValidator>>;

let opened: Promise<Validator> | null = null;

/** The one validator of a process: compiling takes a while. */
export function getValidator(): Promise<Validator> {
  opened ??= openValidator();
  return opened;
}

async function openValidator() {
  const { check, propertiesOf: propertiesFor } = await loadChecks();
  const against = (key: string, value: unknown): string[] => {
    const errors = check(key, value);
    return errors.length === 0 ? [] : explain(errors);
  };
  function checkBlocks(blocks: unknown, where: 'message' | 'modal' | 'home'): Finding[] {
    const all = (Array.isArray(blocks) ? blocks : []) as Json[];
    const shape = all.flatMap((block, at) =>
      against('block', block).map((text) => `block ${at}${text}`),
    );
    return [...shape, ...blockRules(all, where)].map((text) => ({ text, code: 'invalid_blocks' }));
  }

  return {
    /** Arguments as values: a form holds only text. */
    decode(method: string, args: Json): Json {
      const known = propertiesFor(method);
      return Object.fromEntries(
        Object.entries(args).map(([name, value]) => [name, decoded(value, known.get(name) ?? [])]),
      );
    },
    /** What is wrong with a call. */
    call(method: string, args: Json): readonly Finding[] {
      const known = propertiesFor(method);
      // The vendor's client adds the team to every call.
      const { token: _, team_id: __, blocks, view, ...rest } = args;
      const findings: Finding[] = [];
      for (const [name, value] of Object.entries(rest)) {
        const kinds = known.get(name);
        if (kinds === undefined) {
          findings.push({ text: `unknown argument ${name}`, code: null });
          continue;
        }
        const each = kinds.map((_, at) => against(keyOf(method, name, at), value));
        if (each.every((wrong) => wrong.length > 0)) {
          const [best = []] = each.sort((a, b) => a.length - b.length);
          findings.push(
            ...best.map((text) => ({ text: `${name}${text}`, code: 'invalid_arguments' })),
          );
        }
      }
      if (blocks !== undefined) findings.push(...checkBlocks(blocks, 'message'));
      if (view !== undefined) findings.push(...this.view(view as Json));
      return findings;
    },
    blocks: checkBlocks,
    /** What is wrong with a view. */
    view(view: Json): readonly Finding[] {
      const type = view.type === 'home' ? 'home' : 'modal';
      const { blocks, ...rest } = view;
      const shape = against(type, { ...rest, blocks: [] });
      const length = Array.isArray(blocks) && blocks.length > 100 ? ['more than 100 blocks'] : [];
      const inputs =
        Array.isArray(blocks) && blocks.some((block) => (block as Json).type === 'input');
      const submit =
        inputs && type === 'modal' && view.submit === undefined ? ['an input and no submit'] : [];
      return [
        ...[...shape, ...length, ...submit].map((text) => ({
          text: `view ${text}`,
          code: 'invalid_arguments',
        })),
        ...checkBlocks(blocks, type),
      ];
    },
    /** What is wrong with attachments. */
    attachments(attachments: readonly Json[]): readonly Finding[] {
      return attachments.flatMap((entry, at) =>
        against('attachment', entry).map((text) => ({
          text: `attachment ${at}${text}`,
          code: null,
        })),
      );
    },
  };
}

function decoded(value: unknown, kinds: readonly Json[]): unknown {
  if (typeof value !== 'string') return value;
  const types = new Set(kinds.flatMap(({ type, const: fixed }) => type ?? typeof fixed));
  const isText = types.has('string');
  if (types.has('boolean') && /^(?:true|false|1|0)$/.test(value))
    return value === 'true' || value === '1';
  if ((types.has('number') || types.has('integer')) && /^-?\d+(?:\.\d+)?$/.test(value) && !isText) {
    return Number(value);
  }
  if (!isText && /^[[{]/.test(value)) {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }
  return value;
}

/** Errors in a few words each, those that only follow from others left out. */
function explain(errors: readonly ErrorObject[]): string[] {
  const telling = errors.filter(
    ({ keyword }) => !['anyOf', 'oneOf', 'allOf', 'if'].includes(keyword),
  );
  const deepest = Math.max(...telling.map(({ instancePath }) => instancePath.split('/').length));
  const kept = telling.filter(
    ({ instancePath, keyword }) =>
      keyword === 'additionalProperties' ||
      keyword.startsWith('max') ||
      instancePath.split('/').length === deepest,
  );
  return [
    ...new Set(
      (kept.length === 0 ? errors : kept).map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message}${'additionalProperty' in params ? ` (${params.additionalProperty})` : ''}`,
      ),
    ),
  ];
}
