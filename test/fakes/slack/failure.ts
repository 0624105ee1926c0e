import type { Json } from './world.ts';

/** An answer of the Web API that says no. */
export class SlackFailure extends Error {
  readonly code: string;
  readonly more: Json;
  constructor(code: string, more: Json = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

/** Ends a call with an error code of the real API. */
export function fail(code: string, more: Json = {}): never {
  throw new SlackFailure(code, more);
}
