import type { Sealed } from './installation-store.ts';

/** One secret in the database, and whose it is. */
export interface SealedSecret {
  /** A token of an app on a platform, or the key of a workspace's lessons without words. */
  readonly kind: 'token' | 'lessons';
  /** Empty for lessons. */
  readonly platform: string;
  readonly workspace: string;
  readonly secret: Sealed;
}

/** Everything that is sealed with `ENCRYPTION_KEY`, for changing that key. */
export interface SealedStore {
  /** Every secret there is. */
  all(): Promise<readonly SealedSecret[]>;
  /** Puts a secret sealed anew in the place of what it was; false when somebody changed it meanwhile. */
  replace(was: SealedSecret, now: Sealed): Promise<boolean>;
}
