/*
 * The keys of `ENCRYPTION_KEY` and what is sealed with them. A service refuses to start with secrets it
 * cannot open: it would look well and fail people one by one. Changing the key is done while services run,
 * one secret at a time, so it can be broken off and begun again.
 */
import type { SealedSecret, SealedStore } from './review/sealed-store.ts';
import { createSealer, keyIdOf } from './seal.ts';
import { UserError } from './user-error.ts';

/** Throws a `UserError` unless these keys open every token there is. */
export async function assertKeysOpen(
  sealed: SealedStore,
  keys: readonly Buffer[] | null,
): Promise<void> {
  const known = new Set((keys ?? []).map(keyIdOf));
  // Without their key lessons whose words are gone no longer hold, and nobody is failed over it.
  const secrets = (await sealed.all()).filter(({ kind }) => kind === 'token');
  const closed = secrets.filter(({ secret }) => !known.has(secret.keyId));
  if (closed.length > 0) {
    const ids = [...new Set(closed.map(({ secret }) => secret.keyId))].join(', ');
    const what =
      closed.length === 1
        ? 'The token of one workspace is'
        : `The tokens of ${closed.length} workspaces are`;
    const why =
      keys === null ? 'and ENCRYPTION_KEY is not set' : 'which ENCRYPTION_KEY does not hold';
    throw new UserError(
      `${what} sealed with the key ${ids}, ${why}. Set the key they were sealed with (more than one: with commas between, the newest first). If it is lost, \`bluepencil keys drop\` deletes those tokens, and the workspaces install the app again.`,
      { code: 'key_missing' },
    );
  }
  const sealer = createSealer(keys ?? []);
  for (const { workspace, secret } of secrets) {
    try {
      sealer.open(secret);
    } catch (cause) {
      throw new UserError(
        `The token of the workspace ${workspace} is damaged: its key ${secret.keyId} does not open it. Restore the database from a backup, or let \`bluepencil keys drop\` delete it and install the app again.`,
        { code: 'secret_damaged', cause },
      );
    }
  }
}

/** What came of changing the key. */
export interface Rotation {
  /** Sealed anew now. */
  readonly changed: number;
  /** Sealed with the first key already. */
  readonly ready: number;
}

/** Seals with the first key whatever another one sealed. Rejects with a `UserError` when a secret cannot be opened. */
export async function rotateKeys(sealed: SealedStore, keys: readonly Buffer[]): Promise<Rotation> {
  await assertKeysOpen(sealed, keys);
  const sealer = createSealer(keys);
  const [first] = keys;
  const newest = first === undefined ? null : keyIdOf(first);
  let changed = 0;
  const readable = async () => {
    const closed = new Set((await closedSecrets(sealed, keys)).map(nameOf));
    return (await sealed.all()).filter((each) => !closed.has(nameOf(each)));
  };
  // A service that was started with other keys may seal while this goes on: look until all is done.
  for (;;) {
    const old = (await readable()).filter(({ secret }) => secret.keyId !== newest);
    if (old.length === 0) break;
    for (const each of old) {
      if (await sealed.replace(each, sealer.seal(sealer.open(each.secret)))) changed += 1;
    }
  }
  return { changed, ready: (await readable()).length - changed };
}

/** The secrets that none of these keys opens. */
export async function closedSecrets(sealed: SealedStore, keys: readonly Buffer[]) {
  const sealer = createSealer(keys);
  return (await sealed.all()).filter(({ secret }) => {
    try {
      sealer.open(secret);
      return false;
    } catch {
      return true;
    }
  });
}

function nameOf({ kind, platform, workspace }: SealedSecret): string {
  return [kind, platform, workspace].join('\n');
}
