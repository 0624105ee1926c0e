import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Storage } from './storage.ts';

/** Closes what was opened. */
export type Closer = () => Promise<void> | void;

/** What every part of the service stands on. */
export interface Ground {
  readonly config: Config;
  readonly cwd: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Writes down what failed and counts it; never the words of a draft. */
  readonly report: (error: unknown, about: Readonly<Record<string, unknown>>) => void;
  readonly storage: Storage;
  readonly onClose: (closer: Closer) => void;
  readonly close: () => Promise<void>;
}
