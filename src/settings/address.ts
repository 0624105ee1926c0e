/*
 * Addresses of screens: a path of small words and ids, and for forms behind an `@` the step and the
 * version they were opened at, as `persona/line-editor/edit@1.4`.
 */
import { MAX_ADDRESS_CHARS } from './screens.ts';

export interface Address {
  readonly path: readonly string[];
  /** Null: opened afresh. */
  readonly at: { readonly step: number; readonly version: number } | null;
}

/** Writes an address. Throws a `RangeError` for one that a button could not carry. */
export function formatAddress(path: readonly string[], at: Address['at'] = null): string {
  const tail = at === null ? '' : `@${at.step}.${at.version}`;
  const address = `${path.map(encodeURIComponent).join('/')}${tail}`;
  if (address.length > MAX_ADDRESS_CHARS)
    throw new RangeError(`${address} is too long for a button`);
  return address;
}

/** Reads an address back; null for anything else. */
export function parseAddress(address: string): Address | null {
  if (address.length > MAX_ADDRESS_CHARS) return null;
  const match = /^([^@|\s]+)(?:@(\d{1,4})\.(\d{1,9}))?$/.exec(address);
  if (match === null) return null;
  try {
    const path = (match[1] ?? '').split('/').map(decodeURIComponent);
    const at =
      match[2] === undefined ? null : { step: Number(match[2]), version: Number(match[3]) };
    return { path, at };
  } catch {
    return null;
  }
}
