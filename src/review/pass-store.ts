import type { MemberRef } from './refs.ts';

/** `review`: one run, read only; `data`: what is kept of a member; `sign-in` opens a `session` once. */
export const PASS_KINDS = ['review', 'data', 'plot', 'sign-in', 'session'] as const;
export type PassKind = (typeof PASS_KINDS)[number];

/** Leave to see something, for whoever holds it, until it ends. */
export interface Pass {
  /** Nobody can guess it. */
  readonly id: string;
  readonly kind: PassKind;
  readonly workspace: string;
  /** What it opens, e.g. a run; empty where the kind says it all. */
  readonly subject: string;
  /** Whom it was given to. */
  readonly member: MemberRef;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps passes that were handed out. */
export interface PassStore {
  add(pass: Pass): Promise<void>;
  /** Null for one that was ended or never was; one past its time is still found. */
  find(id: string): Promise<Pass | null>;
  /** Takes a pass that works once; of several who come at the same time one gets it, the others null. */
  take(id: string): Promise<Pass | null>;
  /** Ends one. */
  end(id: string): Promise<void>;
  /** Ends all of a kind that open a subject; resolves to how many there were. */
  endAll(kind: PassKind, subject: string): Promise<number>;
}
