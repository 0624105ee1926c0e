/**
 * Runs a step once per (run, key) and remembers its JSON value, so that a resumed run repeats no
 * finished model call. Keys are stable across releases: `generate`, `check/{round}`,
 * `critique/{round}/{persona}`, `refine/{round}`; a second try appends `/2`, a diagnosed one `/fix`.
 */
export type Step = <T>(key: string, work: () => Promise<T>) => Promise<T>;
