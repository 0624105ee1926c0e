/** What the parent asks of Harper's process. */
export interface HarperQuestion {
  readonly text: string;
  readonly dialect: 'en-US' | 'en-GB';
  /** Names of the rules that are switched off: each costs time. */
  readonly disabled: readonly string[];
}

export type HarperRequest = HarperQuestion & { readonly id: number };

/** One finding as Harper gives it; offsets are UTF-16. */
export interface HarperLint {
  readonly rule: string;
  /** Harper's category, e.g. `Agreement`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly {
    readonly type: 'replace' | 'delete' | 'insert';
    readonly text: string;
  }[];
}

export type HarperReply = { readonly id: number } & (
  | { readonly lints: readonly HarperLint[] }
  | { readonly failure: string }
);
