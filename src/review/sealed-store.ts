import type { Sealed } from './installation-store.ts';

/** One secret in the database, and whose it is. */
export interface SealedSecret {
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
