/* Who and where: the app, its servers, their members and roles, direct messages. */
import { findServer } from './access.ts';
import { refuse, refuseForm } from './api-error.ts';
import { applicationFlags } from './gateway.ts';
import { textOr } from './json.ts';
import { answer, nothing, type Routes } from './rest.ts';
import { CHANNEL, type Channel, type Server, type State, type User } from './state.ts';
import { bareServerJson, channelJson, emojiJson, memberJson, roleJson, userJson } from './wire.ts';

export interface PlaceOptions {
  readonly gatewayUrl: () => string;
  readonly shards: number;
  readonly leave: (server: Server) => void;
}

export function placeRoutes(state: State, options: PlaceOptions): Routes {
  const { app } = state;
  const application = () => ({
    id: app.id,
    name: app.user.username,
    icon: null,
    description: '',
    bot: userJson(app.user),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: applicationFlags(app),
    flags_new: String(applicationFlags(app)),
    hook: true,
    approximate_guild_count: state.servers.size,
    integration_types_config: { 0: {}, 1: {} },
    owner: userJson(app.user),
    team: null,
    summary: '',
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    explicit_content_filter: 0,
    max_participants: null,
    tags: [],
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    eligible_oauth2_scopes: [],
    type: null,
  });
  const own = {
    ...userJson(app.user),
    verified: true,
    mfa_enabled: false,
    email: null,
    locale: 'en-US',
  };

  return {
    'GET /gateway': () => answer({ url: options.gatewayUrl() }),
    'GET /gateway/bot': () =>
      answer({
        url: options.gatewayUrl(),
        shards: options.shards,
        session_start_limit: { total: 1000, remaining: 999, reset_after: 0, max_concurrency: 16 },
      }),
    'GET /users/@me': () => answer(own),
    'GET /applications/@me': () => answer(application()),
    'GET /oauth2/applications/@me': () => answer(application()),
    'GET /users/:user': ({ params }) =>
      answer(userJson(state.users.get(params.user ?? '') ?? refuse('unknownUser'))),
    'GET /users/@me/guilds': () =>
      answer(
        [...state.servers.values()]
          .filter(({ hasBot }) => hasBot)
          .map(({ id, name }) => ({
            id,
            name,
            icon: null,
            banner: null,
            owner: false,
            permissions: '0',
            features: [],
          })),
      ),
    'DELETE /users/@me/guilds/:server': ({ params }) => {
      options.leave(findServer(state, params.server));
      return nothing;
    },
    'POST /users/@me/channels': ({ body }) => {
      const user = state.users.get(textOr(body.recipient_id, ''));
      if (user === undefined || user.id === app.user.id)
        refuseForm('recipient_id', 'USER_INVALID', 'Invalid recipient');
      return answer(channelJson(state, directChannel(state, user)));
    },
    'GET /guilds/:server': ({ params }) => answer(bareServerJson(findServer(state, params.server))),
    'GET /guilds/:server/channels': ({ params }) =>
      answer(
        [...findServer(state, params.server).channels.values()]
          .filter(({ thread }) => thread === null)
          .map((each) => channelJson(state, each)),
      ),
    'GET /guilds/:server/roles': ({ params }) =>
      answer([...findServer(state, params.server).roles.values()].map(roleJson)),
    // Takes no privileged intent, and finds only what begins so.
    'GET /guilds/:server/members/search': ({ params, query }) => {
      const server = findServer(state, params.server);
      const wanted = (query.get('query') ?? '').toLowerCase();
      const found = [...server.members.values()].filter(({ nick, user }) =>
        [nick, user.username].some((name) => name?.toLowerCase().startsWith(wanted)),
      );
      return answer(
        found.slice(0, Number(query.get('limit') ?? 1)).map((each) => memberJson(each)),
      );
    },
    'GET /guilds/:server/members/:user': ({ params }) => {
      const member = findServer(state, params.server).members.get(params.user ?? '');
      if (member !== undefined) return answer(memberJson(member));
      return state.users.has(params.user ?? '') ? refuse('unknownMember') : refuse('unknownUser');
    },
    'GET /guilds/:server/members': ({ params, query }) => {
      const server = findServer(state, params.server);
      if (!app.mayReadMembers) refuse('missingAccess');
      const after = BigInt(query.get('after') ?? 0);
      const members = [...server.members.values()].filter(({ user }) => BigInt(user.id) > after);
      const limit = Number(query.get('limit') ?? 1);
      return answer(members.slice(0, limit).map((member) => memberJson(member)));
    },
    'GET /guilds/:server/emojis': ({ params }) =>
      answer([...findServer(state, params.server).emojis.values()].map((each) => emojiJson(each))),
  };
}

/** The channel of two; the same one every time. */
export function directChannel(state: State, user: User): Channel {
  const known = [...state.channels.values()].find(
    ({ server, recipients }) => server === null && recipients[0]?.id === user.id,
  );
  if (known !== undefined) return known;
  const channel: Channel = {
    id: state.clock.newId(),
    type: CHANNEL.dm,
    server: null,
    parentId: null,
    overwrites: [],
    messages: new Map(),
    recipients: [user],
    thread: null,
    tags: [],
    name: user.username,
    topic: null,
    lastMessageId: null,
  };
  state.channels.set(channel.id, channel);
  return channel;
}
