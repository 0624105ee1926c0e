import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls } from './calls.ts';
import type { NameOf } from './entities.ts';
import { remember } from './remembered.ts';
import { refusalCode } from './slack-errors.ts';

/** What matters of somebody on Slack. */
export interface Person {
  readonly name: string;
  readonly isAdmin: boolean;
  /** A guest, or somebody of another organisation in a shared channel. */
  readonly isExternal: boolean;
  readonly isBot: boolean;
}

/** Somebody in the list of a workspace. */
export interface Listed {
  readonly id: string;
  /** What they are called, by themselves and by others. */
  readonly names: readonly string[];
  /** 3: the first owner, 2: an owner, 1: an admin, 0: anybody else. */
  readonly rank: 0 | 1 | 2 | 3;
}

/** Knows who people are, as far as this installation may look. */
export interface People {
  /** Null when Slack does not know the id; rejects when it cannot be asked. */
  find(member: string): Promise<Person | null>;
  /** What a channel is called; null for direct messages and what we may not see. */
  channelName(channel: string): Promise<string | null>;
  /** Everybody of the workspace, up to a bound; those read so far where it takes too long. */
  everybody(): Promise<readonly Listed[]>;
  /** Names for the ids in what Slack sent; what cannot be looked up stays an id. */
  namesIn(payload: unknown): Promise<NameOf>;
}

const KEPT_MS = 10 * 60_000;
/** Members of a page of the list, and pages of it: of a larger workspace these are the members that count. */
const PAGE = 500;
const MAX_PAGES = 10;
/** A form has to be answered in three seconds; the list goes on behind it. */
const LIST_WAIT_MS = 1_500;
/** Names looked up for one message; more would cost more than they tell. */
const MAX_NAMES = 20;

/** Looks people up in one workspace; `workspace` is the one the app was installed in. */
export function createPeople(
  { client, whenAllowed }: Pick<Calls, 'client' | 'whenAllowed'>,
  workspace: string,
): People {
  const known = remember<Person | null>(5_000, { ttlMs: KEPT_MS });
  const channels = remember<string | null>(2_000, { ttlMs: KEPT_MS });

  const find = async (member: string): Promise<Person | null> => {
    const before = known.get(member);
    if (before !== undefined) return before;
    try {
      const { user } = await whenAllowed('users.info', () => client.users.info({ user: member }));
      const person = user === undefined ? null : personOf(user, workspace);
      known.set(member, person);
      return person;
    } catch (error) {
      if (!NOBODY.includes(refusalCode(error) ?? '')) throw error;
      known.set(member, null);
      return null;
    }
  };

  const channelName = async (channel: string): Promise<string | null> => {
    const before = channels.get(channel);
    if (before !== undefined) return before;
    const info = await whenAllowed('conversations.info', () =>
      client.conversations.info({ channel }),
    );
    const name = info.channel?.name ?? null;
    channels.set(channel, name);
    return name;
  };

  const lookUp = async (
    ids: readonly string[],
    name: (id: string) => Promise<string | null>,
  ): Promise<ReadonlyMap<string, string>> => {
    const found = await Promise.all(
      [...new Set(ids)]
        .slice(0, MAX_NAMES)
        .map(async (id) => [id, await name(id).catch(() => null)] as const),
    );
    return new Map(found.flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])));
  };

  const list: Listed[] = [];
  let listing: { readonly until: number; readonly done: Promise<void> } | null = null;
  const readList = async () => {
    const found: Listed[] = [];
    let cursor = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await whenAllowed('users.list', () =>
        client.users.list({ limit: PAGE, ...(cursor === '' ? {} : { cursor }) }),
      );
      found.push(...(answer.members ?? []).flatMap((user) => listedOf(user, workspace)));
      // What was read before counts until all is read anew.
      if (found.length > list.length) list.splice(0, list.length, ...found);
      cursor = answer.response_metadata?.next_cursor ?? '';
      if (cursor === '') break;
    }
    list.splice(0, list.length, ...found);
  };
  const everybody = async (): Promise<readonly Listed[]> => {
    if (listing === null || listing.until < Date.now()) {
      const done = readList();
      listing = { until: Date.now() + KEPT_MS, done };
      done.catch(() => {
        listing = null;
      });
    }
    await Promise.race([listing.done, sleep(LIST_WAIT_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    return [...list];
  };

  return {
    find,
    everybody,
    channelName: (channel) => channelName(channel).catch(() => null),
    async namesIn(payload) {
      const json = JSON.stringify(payload) ?? '';
      const idsOf = (pattern: RegExp) => [...json.matchAll(pattern)].map(([, id = '']) => id);
      const [members, places] = await Promise.all([
        lookUp(idsOf(MEMBER), async (id) => (await find(id))?.name ?? null),
        lookUp(idsOf(CHANNEL), channelName),
      ]);
      return (kind, id) =>
        kind === 'member'
          ? (members.get(id) ?? null)
          : kind === 'channel'
            ? (places.get(id) ?? null)
            : null;
    },
  };
}

const NOBODY: readonly string[] = ['user_not_found', 'user_not_visible', 'users_not_found'];
const MEMBER = /(?:"user_id":"|<@)([\w-]+)(?="|>)/g;
const CHANNEL = /(?:"channel_id":"|<#)([\w-]+)(?="|>)/g;

function listedOf(user: SlackUser, workspace: string): Listed[] {
  const { isBot, isExternal, isAdmin } = personOf(user, workspace);
  if (user.id === undefined || user.deleted === true || isBot || isExternal) return [];
  const given = [user.profile?.display_name, user.profile?.real_name, user.real_name];
  const names = [...new Set(given.filter((name) => name !== undefined && name !== ''))] as string[];
  const rank = user.is_primary_owner === true ? 3 : user.is_owner === true ? 2 : isAdmin ? 1 : 0;
  return [{ id: user.id, names, rank }];
}

interface SlackUser {
  readonly id?: string;
  readonly deleted?: boolean;
  readonly is_primary_owner?: boolean;
  readonly team_id?: string;
  readonly enterprise_user?: {
    readonly enterprise_id?: string;
    readonly teams?: readonly string[];
  };
  readonly name?: string;
  readonly real_name?: string;
  readonly profile?: { readonly display_name?: string; readonly real_name?: string };
  readonly is_admin?: boolean;
  readonly is_owner?: boolean;
  readonly is_restricted?: boolean;
  readonly is_ultra_restricted?: boolean;
  readonly is_stranger?: boolean;
  readonly is_bot?: boolean;
}

function personOf(user: SlackUser, workspace: string): Person {
  const homes = [
    user.team_id,
    user.enterprise_user?.enterprise_id,
    ...(user.enterprise_user?.teams ?? []),
  ];
  // An installation of a whole organisation is not told for everybody that they belong to it; who does not
  // is called a stranger.
  const isUntold = workspace.startsWith('E') && user.enterprise_user === undefined;
  const isElsewhere = user.team_id !== undefined && !homes.includes(workspace) && !isUntold;
  return {
    name:
      user.profile?.display_name ||
      user.profile?.real_name ||
      user.real_name ||
      user.name ||
      'somebody',
    isAdmin: user.is_admin === true || user.is_owner === true,
    isExternal:
      user.is_stranger === true ||
      user.is_restricted === true ||
      user.is_ultra_restricted === true ||
      isElsewhere,
    isBot: user.is_bot === true,
  };
}
