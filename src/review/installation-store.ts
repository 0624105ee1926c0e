/* Where a chat platform's app is installed, with the tokens it was given: sealed before they are kept. */

/** A secret as it is kept: worthless without the key of that id. */
export interface Sealed {
  readonly keyId: string;
  readonly body: string;
}

/** Seals secrets for the database and opens them again. */
export interface Sealer {
  seal(secret: string): Sealed;
  /** Throws a `UserError` that names the key's id when that key is not there any more. */
  open(sealed: Sealed): string;
}

export interface Installation {
  readonly platform: string;
  readonly workspace: string;
  readonly secret: Sealed;
  /** Milliseconds since 1970. */
  readonly installedAt: number;
}

/** Keeps installations; the secret of one that was removed is gone at once. */
export interface InstallationStore {
  /** Writes an installation down, over one that was there. */
  save(installation: Installation): Promise<void>;
  /** Changes the secret of an installation that stands, unless another was saved since `before` was read. */
  renew(
    installation: Omit<Installation, 'installedAt'> & { readonly before: Sealed },
  ): Promise<void>;
  /** Null where the app is not installed, or not any more. */
  find(platform: string, workspace: string): Promise<Installation | null>;
  /**
   * Writes down that the app is in these workspaces, without a secret: where one token serves them all. One
   * that was removed before is there again.
   */
  arrived(platform: string, workspaces: readonly string[], at: number): Promise<void>;
  /** The workspaces of a platform that the app was not removed from. */
  standing(platform: string): Promise<readonly string[]>;
  /**
   * Forgets the secret and keeps when it first was; the workspace's settings stay for a reinstall. Written
   * down also of a workspace whose secret is in no database.
   */
  remove(platform: string, workspace: string, at: number): Promise<void>;
  /** Does so unless another secret was saved since this one was read. */
  removeUnchanged(
    installation: Omit<Installation, 'installedAt'> & { readonly at: number },
  ): Promise<void>;
  /**
   * Lets one of several processes do what must not be done twice, until then; false for all others.
   */
  lease(
    platform: string,
    workspace: string,
    times: { now: number; until: number },
  ): Promise<boolean>;
}
