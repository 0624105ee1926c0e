import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Sealer } from './review/installation-store.ts';
import { UserError } from './user-error.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with the first key and opens with any of them. Each is 32 bytes; its id is the beginning of its
 * hash, so that a sealed secret can say which key it needs.
 */
export function createSealer(keys: readonly Buffer[]): Sealer {
  const known = new Map(keys.map((key) => [keyIdOf(key), key]));
  const [first] = keys;
  return {
    seal(secret) {
      if (first === undefined) throw new Error('there is no key to seal with');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, first, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const body = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
      return { keyId: keyIdOf(first), body };
    },

    open({ keyId, body }) {
      const key = known.get(keyId);
      if (key === undefined) {
        throw new UserError(
          `A token was sealed with the key ${keyId}, which ENCRYPTION_KEY does not hold. Add that key behind the first one, or install the app again.`,
          { code: 'no_key' },
        );
      }
      const bytes = Buffer.from(body, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    },
  };
}

/** The keys of `ENCRYPTION_KEY`: each 64 hexadecimal digits or 32 bytes in base64, with commas between; null when one is not. */
export function readKeys(given: string): readonly Buffer[] | null {
  const keys = given.split(',').map((part) => {
    const text = part.trim();
    return /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  });
  return keys.every(({ length }) => length === 32) ? keys : null;
}

/** Names a key without telling it: the beginning of its hash. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
