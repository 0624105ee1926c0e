import { isJson, type Json, objectsOf, textOr } from './json.ts';
import { PERMISSION, permissionsOf } from './permissions.ts';
import type { Channel, Message, Pings, State } from './state.ts';

export const NO_PINGS: Pings = { everyone: false, roles: [], users: [] };

export interface Speech {
  readonly channel: Channel;
  readonly content: string;
  readonly components: readonly Json[];
  /** The field of the request; undefined when it was left out. */
  readonly allowed: unknown;
  /** What happens when it was left out: answers to interactions and webhooks notify members only. */
  readonly byDefault: readonly string[];
  /** The member whose right to notify everybody counts; null when there is none. */
  readonly speakerId: string | null;
  readonly answered: Message | null;
}

/** Whom words notify, as resources/message of the documentation has it; edits go by the same rules. */
export function pingsOf(state: State, speech: Speech): Pings {
  const words = [speech.content, ...textsOf(speech.components)].join('\n');
  const allowed = isJson(speech.allowed) ? speech.allowed : null;
  const parse = allowed === null ? speech.byDefault : listOf(allowed.parse);
  const mayPing = (kind: string, id: string) =>
    parse.includes(kind) || (allowed !== null && listOf(allowed[kind]).includes(id));
  const found = (pattern: RegExp) => [...words.matchAll(pattern)].map(([, id]) => id ?? '');
  const users = found(/<@!?(\d+)>/g).filter((id) => state.users.has(id) && mayPing('users', id));
  const repliesTo = speech.answered?.author.id;
  if (repliesTo !== undefined && (allowed === null || allowed.replied_user === true)) {
    if (allowed !== null || speech.byDefault.includes('replied')) users.push(repliesTo);
  }
  const isLoud = mayPingEveryone(speech);
  const roles = found(/<@&(\d+)>/g).filter((id) => isLoud && mayPing('roles', id));
  const everyone = isLoud && parse.includes('everyone') && /@(?:everyone|here)\b/.test(words);
  return { everyone, roles: [...new Set(roles)], users: [...new Set(users)] };
}

function mayPingEveryone({ channel, speakerId }: Speech): boolean {
  const { server } = channel;
  const speaker = server?.members.get(speakerId ?? '');
  if (!server || speaker === undefined) return false;
  return Boolean(permissionsOf(server, speaker, channel) & PERMISSION.mentionEveryone);
}

/** All words that components show as text, in order. */
export function textsOf(components: readonly Json[]): string[] {
  return components.flatMap((component) => [
    ...(component.type === 10 ? [textOr(component.content, '')] : []),
    ...textsOf(objectsOf(component.components)),
    ...(isJson(component.accessory) ? textsOf([component.accessory]) : []),
  ]);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
