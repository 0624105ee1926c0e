import { UserError } from '../user-error.ts';

const TROUBLE: readonly string[] = [
  'database_busy',
  'disk_full',
  'database_not_writable',
  'database_unreachable',
  'database_gone',
];

/** True for what gets better once somebody sees to it: a disk that is full, a database that is away. */
export function isStorageTrouble(error: unknown): boolean {
  return error instanceof UserError && TROUBLE.includes(error.code);
}
