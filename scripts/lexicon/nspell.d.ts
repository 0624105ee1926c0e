declare module 'nspell' {
  /** `data` holds every expanded word form as a key. */
  function nspell(dictionary: { aff: string; dic: string }): {
    readonly data: Readonly<Record<string, readonly string[]>>;
  };
  export = nspell;
}
