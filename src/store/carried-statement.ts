import type { Statement as CarriedStatement } from '../review/job-queue.ts';
import type { Statement, StatementBuilder } from './atomic.ts';

type Build = (db: StatementBuilder) => Statement;

interface Described {
  readonly build: Build;
  readonly written: () => void;
}

// A described write is opaque to everybody who carries it; only this module looks inside.
const descriptions = new WeakMap<CarriedStatement, Described>();

/** Describes a write that somebody else's transaction will make; `written` is called once that is on disk. */
export function describeStatement(
  build: Build,
  written: () => void = () => undefined,
): CarriedStatement {
  const described = Object.freeze({}) as CarriedStatement;
  descriptions.set(described, { build, written });
  return described;
}

/** Tells who described a write that the transaction it was carried in is on disk. */
export function tellWritten(described: CarriedStatement): void {
  descriptions.get(described)?.written();
}

/** Builds a described write for this transaction. Throws for one that was not described here. */
export function buildStatement(db: StatementBuilder, described: CarriedStatement): Statement {
  const description = descriptions.get(described);
  if (description === undefined) throw new TypeError('This statement belongs to another store.');
  return description.build(db);
}
