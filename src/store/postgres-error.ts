import { UserError } from '../user-error.ts';

/** The server refused this try and would take the same one later: transactions met, or it was just starting. */
const WORTH_REPEATING: readonly string[] = [
  '40001', // serialization_failure
  '40P01', // deadlock_detected
];

/** No connection could be had; nothing was sent. */
const NOT_ANSWERING: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '53300', // too_many_connections
  '57P03', // cannot_connect_now
];

/** True when two transactions met and this one has to be run again. */
export function isCollision(error: unknown): boolean {
  return WORTH_REPEATING.includes(codeOf(error));
}

/** True when a server could not be reached and may be soon. */
export function isNotAnswering(error: unknown): boolean {
  return NOT_ANSWERING.includes(codeOf(error)) || /timeout exceeded/.test(String(error));
}

/** True when a connection broke while it was used: whether what was sent has happened is not known by this. */
export function isLostConnection(error: unknown): boolean {
  return /^57P0[12]$/.test(codeOf(error)) || isCutOff(error);
}

function isCutOff(error: unknown): error is Error {
  return error instanceof Error && /^Connection terminated|not queryable/.test(error.message);
}

/** What the driver itself said, without the statement and the people's words that a query builder adds to it. */
export function unwrapDatabaseError(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error && codeOf(error) === ''
    ? unwrapDatabaseError(error.cause)
    : error;
}

/** Turns what PostgreSQL says into a sentence for people; anything else comes back as it is. */
export function explainPostgresError(given: unknown, place: string): unknown {
  const error = unwrapDatabaseError(given);
  const code = codeOf(error);
  const match = EXPLANATIONS.find(([codes]) => codes.test(code));
  if (match === undefined) return isCutOff(error) ? unreachable(place, error) : error;
  const [, name, explain] = match;
  return new UserError(explain(place), { code: name, cause: error });
}

const EXPLANATIONS: readonly (readonly [RegExp, string, (place: string) => string])[] = [
  [
    /^53(100|200)$/,
    'disk_full',
    (place) => `The disk of the database ${place} is full; free some space and try again.`,
  ],
  [
    /^(25006|42501)$/,
    'database_not_writable',
    (place) =>
      `The database ${place} cannot be written to; give this account the right to write to it.`,
  ],
  [
    /^28/,
    'database_refused',
    (place) =>
      `The database ${place} refused this account; check the name and password in DATABASE_URL.`,
  ],
  [
    /^3D000$/,
    'database_missing',
    (place) => `There is no database ${place}; create it, or name another one in DATABASE_URL.`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|08...|53300|57P0.)$/,
    'database_unreachable',
    unreachableWords,
  ],
  [
    /^(40001|40P01|55P03|57014)$/,
    'database_busy',
    (place) => `The database ${place} is too busy to answer; try again in a moment.`,
  ],
];

function unreachableWords(place: string): string {
  return `The database ${place} does not answer; check that it runs and that DATABASE_URL names it.`;
}

function unreachable(place: string, cause: unknown): UserError {
  return new UserError(unreachableWords(place), { code: 'database_unreachable', cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
