import { setTimeout as sleep } from 'node:timers/promises';
import { type APIGuildMember, Routes } from 'discord.js';
import type { Api } from './api.ts';
import { unless } from './failure.ts';
import { serverOf } from './places.ts';

/** What members are called. */
export interface Names {
  /** Names of a server's members that begin with one of these words; what cannot be asked in time is left out. */
  membersNamed(workspace: string, words: readonly string[]): Promise<readonly string[]>;
}

const KEEP_MS = 10 * 60_000;
const MAX_KEPT = 1_000;
/** A form has to be answered in three seconds. */
const WAIT_MS = 1_500;
/** Listing members takes a privileged intent, searching them does not: usernames and nicknames that begin so. */
const FOUND = '20';
/** Searches for one form. */
const MAX_WORDS = 12;

export function createNames(api: Api, { now }: { readonly now: () => number }): Names {
  const kept = new Map<
    string,
    { readonly names: Promise<readonly string[]>; readonly at: number }
  >();

  const search = async (server: string, query: string): Promise<readonly string[]> => {
    const found = await unless<readonly APIGuildMember[]>(
      api<readonly APIGuildMember[]>({
        method: 'GET',
        route: Routes.guildMembersSearch(server),
        doing: 'search members',
        query: { query, limit: FOUND },
      }),
      ['gone', 'forbidden'],
      () => [],
    );
    return found
      .filter(({ user }) => user.bot !== true)
      .flatMap(({ nick, user }) => [nick, user.global_name, user.username])
      .filter((name) => typeof name === 'string');
  };

  const remembered = (server: string, word: string): Promise<readonly string[]> => {
    const key = `${server}/${word}`;
    const known = kept.get(key);
    if (known !== undefined && now() - known.at < KEEP_MS) return known.names;
    const names = search(server, word);
    kept.delete(key);
    kept.set(key, { names, at: now() });
    names.catch(() => kept.delete(key));
    const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return names;
  };

  return {
    async membersNamed(workspace, words) {
      const server = serverOf(workspace);
      if (server === null) return [];
      const names = new Set<string>();
      const asked = [...new Set(words)].slice(0, MAX_WORDS).map(async (word) => {
        // An editor is checked by what is known; a server that does not answer is no reason to refuse one.
        for (const name of await remembered(server, word).catch(() => [])) names.add(name);
      });
      await Promise.race([Promise.all(asked), sleep(WAIT_MS, undefined, { ref: false })]);
      return [...names];
    },
  };
}
