/** What one check of an installation came to. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly about: string;
  /** `warn`: it works, and somebody should know; `fail`: something people need does not work. */
  readonly level: 'ok' | 'warn' | 'fail';
  /** What was found, as a sentence without secrets and without anybody's words. */
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** A check that asks something outside this process. */
export type Check = (signal: AbortSignal) => Promise<readonly Finding[]>;

export function ok(about: string, says: string): Finding {
  return { about, level: 'ok', says };
}

export function warn(about: string, says: string, fix: string): Finding {
  return { about, level: 'warn', says, fix };
}

export function fail(about: string, says: string, fix: string): Finding {
  return { about, level: 'fail', says, fix };
}
