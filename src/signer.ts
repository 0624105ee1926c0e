import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Signer } from './review/passes.ts';

/**
 * Signs with a key derived from the first of these and knows the signatures of all, so that links outlive
 * a change of keys. What is sealed with a key and what is signed with it never share the key itself.
 */
export function createSigner(keys: readonly Buffer[]): Signer {
  const derived = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'bluepencil links 1', 32)),
  );
  const signWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign(text) {
      const [first] = derived;
      if (first === undefined) throw new Error('there is no key to sign with');
      return signWith(first, text).toString('base64url');
    },
    isSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      return derived.some((key) => {
        const right = signWith(key, text);
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}
