/** The one error whose message is safe and useful to show a person: it names the thing, the value and the next step. */
export class UserError extends Error {
  readonly code: string;

  constructor(message: string, options: { code: string; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'UserError';
    this.code = options.code;
  }
}
