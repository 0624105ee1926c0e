/**
 * What others wrote around a draft, as models may be shown it: secrets and invisible characters taken out,
 * and no more of it than leaves room for the draft. It is never part of the draft: it is not reviewed, its
 * facts count as new, and it gives no instructions.
 */
export interface ThreadContext {
  /** Before the draft, oldest first: what its readers have read. */
  readonly before: readonly string[];
  /** In answer to it, oldest first. Critics are not shown these: what is said about a draft sways them. */
  readonly after: readonly string[];
  /** How many messages had no room. */
  readonly leftOut: number;
  /** Plain sentences for the reader about what was left out and what was not obeyed. */
  readonly limits: readonly string[];
}
