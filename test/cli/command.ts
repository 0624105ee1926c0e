import { PassThrough, Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program.ts';
import type { CopyDesk } from '../../src/editors.ts';
import { plantWords } from '../logs/gather.js';

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process with streams of its own. */
export async function bluepencil(
  args: readonly string[],
  more: {
    stdin?: string | Buffer;
    cwd?: string;
    env?: Record<string, string>;
    isTTY?: boolean;
    columns?: number;
    signal?: AbortSignal;
    envFile?: string;
    /** Hears everything printed so far, each time something is printed. */
    onOutput?: (stdout: string) => void;
    /** Shared with other commands. */
    copyDesk?: CopyDesk;
  } = {},
): Promise<CommandOutcome> {
  if (more.stdin !== undefined) plantWords(String(more.stdin));
  const stdout = collector(more.isTTY ?? false, more.onOutput, more.columns);
  const stderr = collector(more.isTTY ?? false);
  const code = await runCommandLine(args, {
    stdin:
      more.stdin === undefined ? new PassThrough().end() : Readable.from([Buffer.from(more.stdin)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: more.env ?? {},
    cwd: more.cwd ?? process.cwd(),
    signal: more.signal ?? new AbortController().signal,
    interruptedWith: () => (more.signal?.aborted ? 130 : null),
    ...(more.envFile === undefined ? {} : { envFile: more.envFile }),
    ...(more.copyDesk === undefined ? {} : { copyDesk: more.copyDesk }),
  });
  return { code, stdout: stdout.read(), stderr: stderr.read() };
}

function collector(isTTY: boolean, onOutput?: (text: string) => void, columns?: number) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      onOutput?.(Buffer.concat(chunks).toString('utf8'));
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY, ...(columns === undefined ? {} : { columns }) }),
    read: () => Buffer.concat(chunks).toString('utf8'),
  };
}
