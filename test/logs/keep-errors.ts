import { createLogger } from '../../src/logger.ts';
import { gather } from './gather.js';

const logger = createLogger({ level: 'debug', sink: { write: gather } });

/** A list for what a test's parts report; each entry is logged as the service would log it. */
export function keepErrors(): unknown[] {
  const errors: unknown[] = [];
  Object.defineProperty(errors, 'push', {
    value: (...reported: unknown[]) => {
      for (const error of reported) logger.error({ error }, 'something failed');
      return Array.prototype.push.apply(errors, reported);
    },
  });
  return errors;
}

/** Logs what a platform says about itself, as the service does. */
export function logAsService(what: string, about: Readonly<Record<string, unknown>> = {}): void {
  logger.info(about, what);
}
