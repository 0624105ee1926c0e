import type { ChannelLook } from '../../settings/absence.ts';
import { type Calls, createCalls, type Reach } from './calls.ts';
import { type Conversations, createConversations } from './conversations.ts';
import { type CustomEmoji, createCustomEmoji } from './custom-emoji.ts';
import { createPeople, type People } from './people.ts';
import { refusalCode } from './slack-errors.ts';

/** Slack asks for no more than 200 at once. */
const PAGE_CHANNELS = 200;

/** Who we are in one workspace, as Slack said when the token was tried or given. */
export interface Identity {
  readonly workspace: string;
  readonly token: string;
  readonly botUser: string;
  readonly botId: string | null;
  readonly appId: string | null;
  /** Where people open the workspace, ending with a slash, e.g. `https://acme.slack.com/`. */
  readonly url: string;
  readonly name: string;
  /** Null when Slack did not say. */
  readonly scopes: readonly string[] | null;
}

/** One workspace that we may speak in. */
export interface SlackWorkspace extends Identity, Calls {
  readonly people: People;
  readonly conversations: Conversations;
  readonly emoji: CustomEmoji;
  /** Whether we are in a channel; what cannot be told counts as yes. */
  isMember(channel: string): Promise<boolean>;
  /** For looking at many channels with few calls. */
  readonly channelLook: ChannelLook;
  /** True the first time something is to be said about this workspace, so that it is said once. */
  once(what: string): boolean;
  /** Whether a permission is known to be missing. */
  lacks(scope: string): boolean;
  /** Remembers that Slack refused for want of a permission. */
  learnLack(scope: string): void;
  /** Asks Slack again what is permitted: an admin may have installed the app anew. */
  lookAgain(): Promise<void>;
}

/** Opens a workspace with its token. */
export function openWorkspace(identity: Identity, reach: Reach): SlackWorkspace {
  const calls = createCalls({ ...reach, token: identity.token });
  const said = new Set<string>();
  const refused = new Set<string>();
  let { scopes } = identity;
  const lacks = (scope: string) =>
    refused.has(scope) || (scopes !== null && !scopes.includes(scope));
  return {
    ...identity,
    get scopes() {
      return scopes;
    },
    ...calls,
    people: createPeople(calls, identity.workspace),
    conversations: createConversations(calls),
    emoji: createCustomEmoji(calls, { lacks }),
    isMember: (channel) => isMember(calls, channel),
    channelLook: createChannelLook(calls, lacks),
    once(what) {
      const isFirst = !said.has(what);
      said.add(what);
      return isFirst;
    },
    lacks,
    learnLack: (scope) => void refused.add(scope),
    async lookAgain() {
      const test = await calls.whenAllowed('auth.test', () => calls.client.auth.test());
      scopes = test.response_metadata?.scopes ?? scopes;
      refused.clear();
    },
  };
}

async function isMember({ client, whenAllowed }: Calls, channel: string): Promise<boolean> {
  try {
    const { channel: found } = await whenAllowed('conversations.info', () =>
      client.conversations.info({ channel }),
    );
    return found?.is_member !== false || found?.is_im === true;
  } catch (error) {
    // A private channel we are not in does not exist for us.
    return refusalCode(error) !== 'channel_not_found' && refusalCode(error) !== 'not_in_channel';
  }
}

function createChannelLook(
  { client, whenAllowed }: Calls,
  lacks: (scope: string) => boolean,
): ChannelLook {
  return {
    async ours(cursor) {
      const page = await whenAllowed('users.conversations', () =>
        client.users.conversations({
          types: lacks('groups:read') ? 'public_channel' : 'public_channel,private_channel',
          limit: PAGE_CHANNELS,
          ...(cursor === null ? {} : { cursor }),
        }),
      );
      return {
        channels: (page.channels ?? []).map(({ id }) => id ?? ''),
        next: page.response_metadata?.next_cursor || null,
      };
    },
    async info(channel) {
      try {
        const { channel: found } = await whenAllowed('conversations.info', () =>
          client.conversations.info({ channel }),
        );
        return {
          name: `#${found?.name ?? channel}`,
          isMember: found?.is_member !== false,
          isArchived: found?.is_archived === true,
        };
      } catch (error) {
        if (refusalCode(error) !== 'channel_not_found') throw error;
        return null;
      }
    },
  };
}

/** Finds workspaces by their id; null when we are not (or no longer) installed there. */
export interface Workspaces {
  find(workspace: string): Promise<SlackWorkspace | null>;
}

/** Asks Slack who a token belongs to. Rejects with Slack's refusal. */
export async function identify(token: string, reach: Reach): Promise<Identity> {
  const { client, whenAllowed } = createCalls({ ...reach, token });
  const test = await whenAllowed('auth.test', () => client.auth.test());
  const workspace = test.team_id ?? test.enterprise_id ?? '';
  return {
    workspace,
    token,
    botUser: test.user_id ?? '',
    botId: test.bot_id ?? null,
    appId: test.app_id ?? null,
    url: test.url ?? 'https://slack.com/',
    name: test.team ?? workspace,
    scopes: test.response_metadata?.scopes ?? null,
  };
}
