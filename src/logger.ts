import { pino } from 'pino';
import type { LogLevel } from './config.ts';
import { redactFields, redactSecrets } from './redaction.ts';

type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

/**
 * Writes one JSON object a line to stderr, or to the given sink; secrets and people's words are left out.
 * Import this module only where something is logged: loading it costs a command that logs nothing.
 */
export function createLogger(options: {
  level: LogLevel;
  sink?: { write(line: string): void };
}): Logger {
  const sink = options.sink ?? pino.destination({ dest: 2, sync: true });
  const base = pino(
    { level: options.level, base: null, hooks: { streamWrite: redactSecrets } },
    sink,
  );
  return withFields(base, {});
}

function withFields(base: pino.Logger, fixed: LogFields): Logger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: LogFields, message: string) =>
    base[level](redactFields({ ...fixed, ...fields }), message);
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => withFields(base, { ...fixed, ...fields }),
  };
}
