/*
 * Holds the double itself to what is known of the real one: every key of what it sends stands in the published
 * types or in the vendor's blanked samples. Where the samples are not beside the clone, nothing is checked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedSlackLogs } from '../../shared-data.ts';
import type { DeliveryType } from './delivery.ts';
import { loadSchemas, type Schemas } from './published-schemas.ts';
import type { Json } from './world.ts';

/** Content: what stands in it was checked when it was sent, or made by the composer. */
const CONTENT = /\/(?:blocks|attachments|values|event_payload|reactions)(?:\/|$)/;
/** Documented for the payload, left out of the samples: docs.slack.dev/apis/events-api, view_submission. */
const KNOWN_GAPS = ['/context_team_id', '/context_enterprise_id', '/response_urls'];

/** Makes the check; it says which keys nobody knows. */
export async function openKeyCheck() {
  const schemas = await loadSchemas();
  const samples = new Map<string, Json[]>();
  return {
    unknown(type: DeliveryType, payload: Json): readonly string[] {
      // The types alone leave out much of what the real one sends.
      if (sharedSlackLogs === null) return [];
      const event = (payload.event ?? {}) as Json;
      const files = filesFor(sharedSlackLogs, { type, payload, event });
      const key = files.join();
      const known =
        samples.get(key) ?? files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Json);
      samples.set(key, known);
      const eventTypes = type === 'events_api' ? eventSchemas(schemas, event) : [];
      if (known.length === 0 && type !== 'events_api') return [];
      const found: string[] = [];
      walk(payload, '', (path) => {
        if (CONTENT.test(path) || KNOWN_GAPS.includes(path)) return;
        if (known.some((sample) => has(sample, path))) return;
        if (path.startsWith('/event/') && allows(schemas, eventTypes, path.slice('/event'.length)))
          return;
        if (!path.startsWith('/event/') && known.length === 0) return;
        found.push(path);
      });
      return [...new Set(found)];
    },
  };
}

function filesFor(
  root: string,
  { type, payload, event }: { type: DeliveryType; payload: Json; event: Json },
): string[] {
  if (type === 'slash_commands')
    return [join(root, 'app-backend', 'slash-commands', 'SlashCommandPayload.json')];
  if (type === 'events_api') {
    const events = join(root, 'events');
    return readdirSync(events)
      .filter((name) => {
        const sample =
          (JSON.parse(readFileSync(join(events, name), 'utf8')) as { event?: Json }).event ?? {};
        return sample.type === event.type;
      })
      .map((name) => join(events, name));
  }
  const by: Record<string, string> = {
    block_actions: 'interactive-components/BlockActionPayload.json',
    message_action: 'interactive-components/MessageShortcutPayload.json',
    view_submission: 'views/ViewSubmissionPayload.json',
    view_closed: 'views/ViewClosedPayload.json',
  };
  const name = by[String(payload.type)];
  return name === undefined ? [] : [join(root, 'app-backend', name)];
}

function walk(value: unknown, path: string, visit: (path: string) => void): void {
  if (Array.isArray(value)) {
    for (const part of value) walk(part, `${path}/*`, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value as Json)) {
    visit(`${path}/${name}`);
    walk(part, `${path}/${name}`, visit);
  }
}

/** Whether a sample has a key at a path; of lists any entry may have it. */
function has(sample: unknown, path: string): boolean {
  const go = (value: unknown, [step, ...rest]: readonly string[]): boolean => {
    if (step === undefined) return true;
    if (step === '*') return Array.isArray(value) && value.some((part) => go(part, rest));
    if (typeof value !== 'object' || value === null || !(step in value)) return false;
    return go((value as Json)[step], rest);
  };
  return go(sample, path.split('/').slice(1));
}

function eventSchemas({ definitions, surfaces }: Schemas, event: Json): Json[] {
  const all = expand({ definitions } as Schemas, surfaces.event ?? {});
  return all.filter(({ properties }) => {
    const { type, subtype } = (properties ?? {}) as Record<string, Json>;
    if (type?.const !== event.type) return false;
    return subtype?.const === undefined || subtype.const === event.subtype;
  });
}

/** All objects a schema may be. */
function expand(schemas: Schemas, schema: Json, depth = 0): Json[] {
  if (depth > 12) return [];
  const { $ref } = schema;
  const target =
    typeof $ref === 'string'
      ? schemas.definitions[decodeURIComponent($ref.replace('#/definitions/', ''))]
      : undefined;
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);
  return [
    ...(schema.properties === undefined && schema.items === undefined ? [] : [schema]),
    ...(target === undefined ? [] : expand(schemas, target, depth + 1)),
    ...parts.flatMap((part) => expand(schemas, part, depth + 1)),
  ];
}

function allows(schemas: Schemas, from: readonly Json[], path: string): boolean {
  let at: readonly Json[] = from;
  for (const step of path.split('/').slice(1)) {
    const next = at.flatMap((schema) => {
      const part =
        step === '*' ? schema.items : ((schema.properties ?? {}) as Record<string, Json>)[step];
      return part === undefined ? [] : [part as Json];
    });
    if (next.length === 0) return false;
    if (next.some((part) => Object.keys(part).length === 0)) return true;
    at = next.flatMap((part) => [part, ...expand(schemas, part)]);
  }
  return true;
}
