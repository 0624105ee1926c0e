import type { Readable, Writable } from 'node:stream';
import type { CopyDesk } from '../editors.ts';

/** What a command may touch of the process it runs in. */
export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The file that was read into `env`, whether or not it is there. */
  readonly envFile?: string;
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal;
  /** The exit code of a command that was cut short by that; null while nobody asked. */
  interruptedWith(): number | null;
  /** A copy desk that is open already; absent in a process that runs one command. */
  readonly copyDesk?: CopyDesk;
}
