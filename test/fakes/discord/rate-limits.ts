/* Buckets, the limit over all of them, and the ban for too many refusals: topics/rate-limits. */
import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Json } from './json.ts';
import type { Answer } from './rest.ts';

export interface LimitOptions {
  /** How often a route may be used; the first that matches its name counts. */
  readonly buckets: readonly {
    readonly route: RegExp;
    readonly limit: number;
    readonly perMs: number;
  }[];
  readonly globalPerSecond: number;
  readonly invalidPerTenMinutes: number;
}

/** As observed: five posts or edits in five seconds a channel, one reaction in a quarter of a second. */
export const REAL_LIMITS: LimitOptions = {
  buckets: [
    { route: /^(?:PUT|DELETE) .*reactions/, limit: 1, perMs: 250 },
    { route: /^(?:POST|PATCH) \/channels\/:channel\/messages/, limit: 5, perMs: 5000 },
    { route: /^(?:POST|PATCH) \/webhooks/, limit: 5, perMs: 2000 },
    { route: /./, limit: 50, perMs: 1000 },
  ],
  globalPerSecond: 50,
  invalidPerTenMinutes: 10_000,
};

/** The same headers, and nobody waits. */
export const GENEROUS_LIMITS: LimitOptions = {
  buckets: [{ route: /./, limit: 10_000, perMs: 1000 }],
  globalPerSecond: 100_000,
  invalidPerTenMinutes: 10_000,
};

const TEN_MINUTES_MS = 10 * 60 * 1000;

export function createRateLimits(clock: Clock, options: LimitOptions) {
  const buckets = new Map<string, { used: number; resetAt: number }>();
  const global = { used: 0, resetAt: 0 };
  let invalid: number[] = [];
  const counts = { limited: 0 };

  const recent = () => {
    const since = clock.now() - TEN_MINUTES_MS;
    invalid = invalid.filter((at) => at > since);
    return invalid.length;
  };

  function refused(retryAfterMs: number, isGlobal: boolean, headers: Record<string, string>) {
    counts.limited += 1;
    invalid.push(clock.now());
    const retry_after = retryAfterMs / 1000;
    const body: Json = { message: 'You are being rate limited.', retry_after, global: isGlobal };
    const refusal: Answer = { status: 429, body };
    const more = {
      ...headers,
      'retry-after': String(Math.ceil(retry_after)),
      'x-ratelimit-scope': isGlobal ? 'global' : 'user',
      ...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
    };
    return { refusal, headers: more };
  }

  return {
    counts,
    /** Counts a request; answers with the headers it gets, and with its refusal when it is too many. */
    take(
      route: string,
      params: Readonly<Record<string, string>>,
      isFree: boolean,
    ): { readonly headers: Record<string, string>; readonly refusal?: Answer } {
      const now = clock.now();
      const {
        limit,
        perMs,
        route: rule,
      } = options.buckets.find((each) => each.route.test(route)) ?? {
        limit: 50,
        perMs: 1000,
        route: /./,
      };
      if (!isFree) {
        if (global.resetAt <= now) Object.assign(global, { used: 0, resetAt: now + 1000 });
        global.used += 1;
        if (global.used > options.globalPerSecond) return refused(global.resetAt - now, true, {});
      }
      const major = params.channel ?? params.server ?? params.webhook ?? '';
      const name = hash(`${rule.source === '.' ? route : rule.source}`);
      const key = `${name}:${major}`;
      const bucket = buckets.get(key) ?? { used: 0, resetAt: 0 };
      buckets.set(key, bucket);
      if (bucket.resetAt <= now) Object.assign(bucket, { used: 0, resetAt: now + perMs });
      const isOver = bucket.used >= limit;
      if (!isOver) bucket.used += 1;
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(limit - bucket.used),
        'x-ratelimit-reset': String(bucket.resetAt / 1000),
        'x-ratelimit-reset-after': String((bucket.resetAt - now) / 1000),
        'x-ratelimit-bucket': name,
      };
      return isOver ? refused(bucket.resetAt - now, false, headers) : { headers };
    },
    countInvalid() {
      invalid.push(clock.now());
    },
    /** Refusals of the last ten minutes: 401, 403 and 429. */
    invalid: recent,
    isBanned: () => recent() >= options.invalidPerTenMinutes,
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
