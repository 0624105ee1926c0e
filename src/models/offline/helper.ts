/*
 * A program in a process of its own, for work that would hold up or fill the main one. It starts with the
 * first question, ends after a quiet while and with its parent, and never keeps the parent alive. A crash, a
 * hang or a failure gives null, never an exception.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What answers questions from a process of its own, and may not answer. */
export interface Helper<Question extends object, Reply extends Answer> {
  /** The answer, or null when there was none. Rejects only when aborted. */
  ask(question: Question, signal: AbortSignal): Promise<Reply | null>;
  /** Ends the process now; the next question starts a new one. */
  close(): void;
}

/** Every answer names the question: the helper is sent each with an `id`. */
export interface Answer {
  readonly id: number;
}

export interface HelperOptions {
  /** The file the process runs. */
  readonly entry: URL;
  readonly args?: readonly string[];
  /** Node's own options for it. */
  readonly execArgv?: readonly string[];
  /** How long it stays when nobody asks. */
  readonly idleMs: number;
  /** How long one question may take, loading included; past it the process ends, whatever else it does. */
  readonly timeoutMs: number;
}

interface Running<Reply> {
  readonly child: ChildProcess;
  readonly open: Map<number, Question<Reply>>;
}

interface Question<Reply> {
  readonly settle: (reply: Reply | null) => void;
  /** False once who asked has gone away. */
  isAwaited: boolean;
}

/** Promises a helper whose process starts on first use. */
export function createHelper<Asked extends object, Reply extends Answer>(
  options: HelperOptions,
): Helper<Asked, Reply> {
  let running: Running<Reply> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const close = () => {
    clearTimeout(idle);
    const ended = running;
    running = undefined;
    ended?.child.kill('SIGKILL');
    for (const { settle } of ended?.open.values() ?? []) settle(null);
  };
  const rest = () => {
    if (!running) return;
    if (![...running.open.values()].some(({ isAwaited }) => isAwaited)) {
      running.child.channel?.unref();
    }
    if (running.open.size === 0) idle = setTimeout(close, options.idleMs).unref();
  };
  const started = (): Running<Reply> => {
    clearTimeout(idle);
    running ??= start<Reply>(options, (ended) => {
      if (running === ended) running = undefined;
    });
    running.child.channel?.ref();
    return running;
  };

  return {
    close,
    ask: (asked, signal) => {
      signal.throwIfAborted();
      const { child, open } = started();
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        // It goes on when who asked has gone: what hangs would hold up whoever asks next.
        const timer = setTimeout(close, options.timeoutMs);
        const abort = () => {
          question.isAwaited = false;
          timer.unref();
          rest();
          reject(signal.reason);
        };
        const question: Question<Reply> = {
          isAwaited: true,
          settle(reply) {
            clearTimeout(timer);
            signal.removeEventListener('abort', abort);
            open.delete(id);
            rest();
            resolve(reply);
          },
        };
        signal.addEventListener('abort', abort, { once: true });
        open.set(id, question);
        child.send({ ...asked, id }, (error) => {
          if (error) open.get(id)?.settle(null);
        });
      });
    },
  };
}

/** Not the program's environment: a helper needs none of it, and it holds secrets. */
function start<Reply extends Answer>(
  { entry, args = [], execArgv = [] }: HelperOptions,
  onEnd: (ended: Running<Reply>) => void,
): Running<Reply> {
  const child = fork(fileURLToPath(entry), args, {
    env: {},
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const running: Running<Reply> = { child, open: new Map() };
  child.unref();
  child.on('message', (reply: Reply) => running.open.get(reply.id)?.settle(reply));
  const end = () => {
    onEnd(running);
    for (const { settle } of running.open.values()) settle(null);
  };
  child.on('error', end);
  child.on('exit', end);
  return running;
}

/** The program beside `from`: TypeScript in the sources, JavaScript in the bundle. */
export function helperEntry(name: string, from: string): URL {
  return new URL(`./${name}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);
}
