/* Other faithful Discords: what each of them does otherwise than ours. */
import { isJson, type Json, objectsOf } from '../../fakes/discord/json.ts';
import { everywhere, type Mood, type MoodAnswer } from '../../fakes/discord/moods.ts';

/** What people see there that they do not see elsewhere. */
export interface Look {
  /** The address that stands in the configuration, from the one where the interface is. */
  readonly apiUrl?: (address: string) => string;
  /** Editors stand under their own names. */
  readonly hasPersonas?: boolean;
  /** A review from the channel is answered in a thread. */
  readonly hasThreads?: boolean;
}

/** Answers and events alike, every object changed. */
export const changed = (change: (json: Json) => Json): Mood => ({
  answer: (answer) => ({ ...answer, body: everywhere(answer.body, change) }),
  frame: (frame) => [everywhere(frame, change) as Json],
});

const without =
  (...keys: readonly string[]) =>
  (json: Json): Json =>
    Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)));

/** Lists that hold nothing are left out. */
const isBare = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
const bare = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([key, value]) => key === 'd' || !isBare(value)));

/** Fields that a message or an interaction may have, as null where they are not there. */
const MAY_BE_NULL = [
  ...['webhook_id', 'application_id', 'poll', 'sticker_items', 'message_snapshots', 'thread'],
  ...['referenced_message', 'message_reference', 'interaction_metadata', 'nonce', 'call'],
];
const nulled = (json: Json): Json => ({
  ...('content' in json && 'author' in json
    ? Object.fromEntries(MAY_BE_NULL.map((key) => [key, null]))
    : {}),
  ...('token' in json && 'type' in json
    ? { guild_id: null, member: null, user: null, message: null, context: null }
    : {}),
  ...('filename' in json ? { content_type: null, description: null } : {}),
  ...json,
  ...('id' in json ? { a_field_of_next_year: { kind: 99, list: [1, null] } } : {}),
});

const refusal = (status: number, body: unknown = { message: '404: Not Found', code: 0 }) =>
  ({ status, headers: { 'content-type': 'application/json' }, body }) as const;

/** Each route says “later” once before it answers. */
function hurried(later: (isGlobal: boolean) => MoodAnswer): Mood {
  const met = new Map<string, number>();
  return {
    instead(method, path) {
      const key = `${method} ${path.replace(/\d{15,}/g, '').replace(/[\w-]{40,}/g, '')}`;
      const count = (met.get(key) ?? 0) + 1;
      met.set(key, count);
      const isAtOnce = path.endsWith('/callback');
      return count === 1 && !isAtOnce ? later(met.size % 3 === 0) : null;
    },
  };
}

/** Ids as short as those of a Discord that begins to count today. */
function shortIds(): NonNullable<Mood['spell']> {
  const short = new Map<string, string>();
  const long = new Map<string, string>();
  return {
    out: (text) =>
      text.replace(/(?<![\w.-])\d{17,20}(?![\w.])/g, (id) => {
        const known = short.get(id) ?? String(4_100_000_000 + short.size);
        short.set(id, known);
        long.set(known, id);
        return known;
      }),
    in: (text) => text.replace(/41\d{8}/g, (id) => long.get(id) ?? id),
  };
}

const isComponent = (json: Json) => 'custom_id' in json || (json.type === 10 && 'content' in json);

/** The ids of components, by which posts are found again, are not kept. */
export const numbersComponents = changed((json) => (isComponent(json) ? { ...json, id: 1 } : json));

/** By what they do, as the end of “a Discord that …”. */
export const MOODS: Readonly<Record<string, () => Mood & Look>> = {
  'leaves out whatever is optional': () => {
    const drop = without(
      ...['application_id', 'flags', 'nonce', 'authorizing_integration_owners', 'context'],
      ...['app_permissions', 'locale', 'guild_locale', 'attachment_size_limit', 'entitlements'],
      ...['joined_at', 'session_start_limit', 'shards', 'session_type', 'contexts'],
      ...['integration_types', 'default_member_permissions', 'resume_gateway_url', 'shard'],
    );
    const slim = (json: Json): Json => {
      const { channel, member, ...rest } = drop(bare(json));
      const isInteraction = 'token' in json && 'type' in json;
      const isMember = isJson(member) && 'permissions' in member;
      return {
        ...rest,
        ...(channel === undefined || isInteraction ? {} : { channel }),
        ...(member === undefined
          ? {}
          : { member: isMember ? without('permissions')(member) : member }),
      };
    };
    const slimmed = changed(slim);
    return {
      ...slimmed,
      answer: (answer, method, path) => {
        const { body, status } = slimmed.answer?.(answer, method, path) ?? answer;
        return { status, body, headers: { 'content-type': 'application/json' } };
      },
    };
  },
  'says null for what is not there, and more than anybody knows': () => {
    const { answer, frame } = changed(nulled);
    return {
      ...(answer === undefined ? {} : { answer }),
      frame: (each) => [
        ...(each.t === 'GUILD_CREATE' ? [{ ...each, t: 'SOMETHING_OF_NEXT_YEAR', d: null }] : []),
        ...(frame?.(each) ?? []),
      ],
    };
  },
  'counts its ids from a small number': () => ({ spell: shortIds() }),
  'names its servers late or never': () => ({
    frame: (frame) => {
      if (frame.t === 'READY' && isJson(frame.d))
        return [{ ...frame, d: { ...frame.d, guilds: [] } }];
      return frame.t === 'GUILD_CREATE' ? [] : [frame];
    },
  }),
  'tells of servers without what is in them': () => ({
    frame: (frame) =>
      frame.t === 'GUILD_CREATE' && isJson(frame.d)
        ? [{ ...frame, d: { id: frame.d.id, name: frame.d.name } }]
        : [frame],
  }),
  'says nothing of limits but in the body': () =>
    hurried((isGlobal) => ({
      status: 429,
      headers: { 'content-type': 'application/json' },
      body: { message: 'You are being rate limited.', retry_after: 0.02, global: isGlobal },
    })),
  'says how long to wait in fractions of a second': () =>
    hurried(() => ({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '0.02' },
      body: { message: 'You are being rate limited.', retry_after: 0.02, global: false },
    })),
  'answers without saying of what type, and with something where nothing is due': () => ({
    answer: ({ status, body }) => ({
      status: status === 204 ? 200 : status,
      headers: {},
      body: status === 204 ? {} : body,
    }),
  }),
  'refuses without codes or words': () => ({
    answer: (answer) =>
      answer.status < 400
        ? answer
        : {
            status: answer.status,
            headers: { 'content-type': 'application/json' },
            body: undefined,
          },
  }),
  'stands elsewhere, with its version in the address': () => ({
    at: '/proxies/discord/api',
    apiUrl: (address) => `${address}/v10/`,
    gateway: (address) => `${address}/?v=10&encoding=json`,
  }),
  'stands below the address that is given': () => ({
    at: '/api',
    apiUrl: (address) => address.replace(/\/api$/, ''),
  }),
  'says that contents are withheld, and sends them': () => ({
    answer: (answer, _method, path) =>
      path === '/applications/@me' && isJson(answer.body)
        ? { ...answer, body: { ...answer.body, flags: 0 } }
        : answer,
  }),
  'knows nothing of applications, channels or roles': () => ({
    instead: (method, path) =>
      method === 'GET' &&
      /^\/(applications\/@me|oauth2\/.*|channels\/\d+|guilds\/\d+(\/.*)?|applications\/\d+\/commands)$/.test(
        path,
      )
        ? refusal(404)
        : null,
  }),
  'tells only on connecting as which application the bot acts': () => {
    let own = '';
    const told = '4199999999';
    return {
      // Until then there is nothing that answers for it.
      instead: (_method, path) =>
        path.includes('/applications/') && own === '' ? refusal(404) : null,
      spell: {
        out: (text) => text,
        in: (text) => (own === '' ? text : text.replaceAll(told, own)),
      },
      frame(frame) {
        if (!isJson(frame.d)) return [frame];
        const { application } = frame.d;
        if (frame.t === 'INTERACTION_CREATE') {
          return [{ ...frame, d: { ...frame.d, application_id: told } }];
        }
        if (frame.t !== 'READY' || !isJson(application)) return [frame];
        own = String(application.id);
        return [{ ...frame, d: { ...frame.d, application: { ...application, id: told } } }];
      },
    };
  },
  'hands forms in as rows, as before there were labels': () => ({
    frame: (frame) => {
      if (frame.t !== 'INTERACTION_CREATE' || !isJson(frame.d) || frame.d.type !== 5)
        return [frame];
      const data = isJson(frame.d.data) ? frame.d.data : {};
      const components = objectsOf(data.components).map((each) =>
        isJson(each.component) ? { type: 1, components: [each.component] } : each,
      );
      return [{ ...frame, d: { ...frame.d, data: { ...data, components } } }];
    },
  }),
  'takes commands one by one': () => ({
    instead: (method, path) =>
      path.endsWith('/commands') && method !== 'POST' ? refusal(405, { message: '405' }) : null,
  }),
  'knows no webhooks': () => ({
    instead: (_method, path) => (/\/channels\/\d+\/webhooks$/.test(path) ? refusal(404) : null),
    hasPersonas: false,
  }),
  'does not take the names of the editors': () => ({
    instead: (method, path) =>
      method === 'POST' && /^\/webhooks\/\d+\/[^/]{20,60}$/.test(path)
        ? refusal(400, { code: 50035, message: 'Invalid Form Body' })
        : null,
    hasPersonas: false,
  }),
  'numbers components itself': () => numbersComponents,
  'tells what members do twice': () => ({
    frame: (frame) => (/^MESSAGE_/.test(String(frame.t)) ? [frame, frame] : [frame]),
  }),
  'opens no threads': () => ({
    instead: (method, path) =>
      method === 'POST' && path.endsWith('/threads') ? refusal(400, { message: 'no' }) : null,
    hasThreads: false,
  }),
};
