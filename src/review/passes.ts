/*
 * Links and sessions: who holds one may see what it is for, until it ends. A token is an id and a signature
 * over its kind and id: it cannot be guessed, not be turned into one of another kind, and not be made from
 * what a stolen database holds. When it ends and what it opens stands in the store, so it can be taken back.
 */
import { randomBytes } from 'node:crypto';
import type { Pass, PassKind, PassStore } from './pass-store.ts';

/** Signs texts, with a key that nobody outside has. */
export interface Signer {
  /** Letters, digits, `-` and `_`. */
  sign(text: string): string;
  /** True for a signature of ours; takes as long for any other. */
  isSigned(text: string, signature: string): boolean;
}

const MINUTE_MS = 60_000;

/** How long each kind opens. */
export const LIFETIME_MS: Readonly<Record<PassKind, number>> = {
  review: 7 * 24 * 60 * MINUTE_MS,
  data: 60 * MINUTE_MS,
  plot: 60 * MINUTE_MS,
  'sign-in': 10 * MINUTE_MS,
  session: 12 * 60 * MINUTE_MS,
};

export interface Issued {
  readonly token: string;
  readonly pass: Pass;
  /** The page to open; null for a session, which has none. */
  readonly address: string | null;
}

/** Hands out links and sessions, and looks at those that come back. */
export interface Passes {
  /** True where people elsewhere can follow a link: there is an address for them, and a key to sign with. */
  isPublic(): boolean;
  /** Hands one out; null where links cannot be handed out. */
  issue(wish: Pick<Pass, 'kind' | 'workspace' | 'subject' | 'member'>): Promise<Issued | null>;
  /** What a token opens; null for one that is not ours, of another kind, past its time, or taken back. One of `sign-in` opens once. */
  open(kind: PassKind, token: string): Promise<Pass | null>;
  /** Takes one back. */
  end(kind: PassKind, token: string): Promise<void>;
  /** Takes all of a kind back that open a subject; resolves to how many there were. */
  endAll(kind: PassKind, subject: string): Promise<number>;
}

export interface PassesDeps {
  readonly passes: PassStore;
  /** Null where there is no key. */
  readonly signer: Signer | null;
  /** Where people elsewhere reach the pages, without a slash at its end; null when nobody does. */
  readonly publicUrl: string | null;
  /** Where this machine reaches them while that is null; null for nowhere. */
  readonly localUrl: () => string | null;
  readonly now: () => number;
}

export function createPasses(deps: PassesDeps): Passes {
  const { passes, signer, publicUrl, localUrl, now } = deps;
  /** The id in a token; null for one whose signature is not ours. */
  const idOf = (kind: PassKind, token: string): string | null => {
    const [, id = '', signature = ''] = TOKEN.exec(token) ?? [];
    return signer?.isSigned(`${kind}/${id}`, signature) ? id : null;
  };
  return {
    isPublic: () => signer !== null && publicUrl !== null,

    async issue(wish) {
      const base = publicUrl ?? localUrl();
      if (signer === null || base === null) return null;
      const id = randomBytes(18).toString('base64url');
      const createdAt = now();
      const pass = { ...wish, id, createdAt, expiresAt: createdAt + LIFETIME_MS[wish.kind] };
      await passes.add(pass);
      const token = `${id}.${signer.sign(`${wish.kind}/${id}`)}`;
      return {
        token,
        pass,
        address: wish.kind === 'session' ? null : `${base}/${wish.kind}/${token}`,
      };
    },

    async open(kind, token) {
      const id = idOf(kind, token);
      if (id === null) return null;
      const pass = kind === 'sign-in' ? await passes.take(id) : await passes.find(id);
      return pass !== null && pass.kind === kind && pass.expiresAt > now() ? pass : null;
    },

    async end(kind, token) {
      const id = idOf(kind, token);
      if (id !== null) await passes.end(id);
    },

    endAll: (kind, subject) => passes.endAll(kind, subject),
  };
}

const TOKEN = /^([\w-]{24})\.([\w-]{43})$/;
