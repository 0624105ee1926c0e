/* What a test makes go wrong with calls, and how many calls are let through. */
import type { Json } from './world.ts';

export type FaultEffect =
  /** Not carried out; the answer says this error. */
  | { readonly error: string; readonly more?: Json }
  /** Not carried out; an HTTP status without a usable body. */
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly rateLimited: number }
  /** Carried out late. */
  | { readonly delayMs: number }
  /** Carried out at once, answered late. */
  | { readonly answerAfterMs: number }
  /** Not carried out; the connection breaks. */
  | 'drop'
  /** Carried out; the connection breaks before the answer. */
  | 'lose answer'
  /** Not carried out, never answered. */
  | 'hang';

export interface Fault {
  /** `chat.postMessage`, `respond`, `download`, `upload`, or `*` for all. */
  readonly method: string;
  readonly when?: (args: Json) => boolean;
  /** How often it happens; forever when left out. */
  readonly times?: number;
  readonly effect: FaultEffect;
}

export type Faults = ReturnType<typeof createFaults>;

/** Faults in the order they were set; each call meets the first that fits. */
export function createFaults() {
  const rules: { fault: Fault; left: number }[] = [];
  return {
    /** Sets one; the answer takes it back. */
    set(fault: Fault): () => void {
      const rule = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
      rules.push(rule);
      return () => {
        rule.left = 0;
      };
    },
    take(method: string, args: Json): FaultEffect | null {
      const rule = rules.find(
        ({ fault, left }) =>
          left > 0 && [method, '*'].includes(fault.method) && (fault.when?.(args) ?? true),
      );
      if (rule === undefined) return null;
      rule.left -= 1;
      return rule.fault.effect;
    },
  };
}

/** `real` for the published tiers; numbers of calls a minute by method; off. */
export type RateLimits = 'real' | 'off' | Readonly<Record<string, number>>;

/** Posts a second into one channel, after a short burst. */
const POSTS_PER_SECOND = 1;
const POST_BURST = 10;

/** Counts calls per method, workspace and, for posts, channel. */
export function createRateLimits(limits: RateLimits, now: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function take(key: string, burst: number, perSecond: number): number {
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    buckets.set(key, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
  }

  return {
    /** Seconds to wait; 0 when the call may go on. */
    wait(call: { method: string; perMinute: number; teamId: string; channel: string }): number {
      if (limits === 'off') return 0;
      const perMinute = limits === 'real' ? call.perMinute : limits[call.method];
      if (perMinute === undefined) return 0;
      const key = `${call.method} ${call.teamId}`;
      if (call.method === 'chat.postMessage' && limits === 'real') {
        const wait = take(`${key} ${call.channel}`, POST_BURST, POSTS_PER_SECOND);
        if (wait > 0) return wait;
      }
      return take(key, perMinute, perMinute / 60);
    },
  };
}
