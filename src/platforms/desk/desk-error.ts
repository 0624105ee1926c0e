/** What a request cannot have, with the sentence that is shown for it. */
export class DeskError extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 422 | 429;

  constructor(status: DeskError['status'], message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'DeskError';
    this.status = status;
  }
}

/** Says that there is no such thing. */
export function notFound(what: string, id: string): DeskError {
  return new DeskError(404, `There is no ${what} “${id.slice(0, 80)}”.`);
}

/** The same with what it came from, for the log. */
export function causedError(
  status: DeskError['status'],
  message: string,
  cause: unknown,
): DeskError {
  return new DeskError(status, message, { cause });
}
