/*
 * The copy editor in a process of its own, for a program that serves people meanwhile. One draft must not cost
 * another: when the process ends with several drafts open, each is asked again by itself, so that only the one
 * that ends it twice stays without an answer.
 */
import { UserError } from '../../user-error.ts';
import type { CopyEditor, Inspection } from './copy-editor.ts';
import type { CopyEditorQuestion, CopyEditorReply } from './copy-editor-protocol.ts';
import { createHelper, helperEntry } from './helper.ts';

/** The code of the error that says a draft got no answer. */
export const NO_COPY_EDITOR = 'no_copy_editor';

export interface CopyEditorApart extends CopyEditor {
  /** Ends the process; what is open, or asked from then on, is rejected. */
  close(): void;
}

export interface CopyEditorApartOptions {
  /** Where the word lists are. */
  readonly lexiconFolder: string;
  /** The file the process runs; beside this one by default. */
  readonly entry?: URL;
  readonly idleMs?: number;
  /** How long one draft may take; Harper's own limit is far below. */
  readonly timeoutMs?: number;
}

const IDLE_MS = 120_000;
const TIMEOUT_MS = 60_000;
/** A draft that needs more is an accident, and ends this process instead of filling the machine. */
const EXEC_ARGV = ['--max-old-space-size=512', '--max-semi-space-size=8'];

/**
 * Promises a copy editor that says the same as `createCopyEditor`, from a process that starts on first use.
 * Rejects with a `UserError` when a draft gets no answer.
 */
export function createCopyEditorApart(options: CopyEditorApartOptions): CopyEditorApart {
  const {
    lexiconFolder,
    entry = helperEntry('copy-editor-process', import.meta.url),
    idleMs = IDLE_MS,
    timeoutMs = TIMEOUT_MS,
  } = options;
  const helper = createHelper<CopyEditorQuestion, CopyEditorReply>({
    entry,
    args: [lexiconFolder],
    execArgv: EXEC_ARGV,
    idleMs,
    timeoutMs,
  });
  let isClosed = false;
  /** Settles when nothing is left that has to be asked by itself. */
  let alone: Promise<unknown> = Promise.resolve();

  function askAlone(
    question: CopyEditorQuestion,
    signal: AbortSignal,
  ): Promise<CopyEditorReply | null> {
    const mine = alone.then(() => (isClosed ? null : helper.ask(question, signal)));
    alone = mine.catch(() => undefined);
    return mine;
  }

  return {
    close() {
      isClosed = true;
      helper.close();
    },
    async inspect(text, inspectOptions, signal) {
      const question = { text, options: inspectOptions };
      await alone;
      if (isClosed) throw silent();
      const reply = (await helper.ask(question, signal)) ?? (await askAlone(question, signal));
      if (reply === null) throw silent();
      return readReply(reply);
    },
  };
}

function readReply(reply: CopyEditorReply): Inspection {
  if ('inspection' in reply) return reply.inspection;
  const { message, code } = reply.failure;
  throw code === null ? new Error(message) : new UserError(message, { code });
}

function silent(): UserError {
  return new UserError(
    'The copy editor did not get through this text. Try it again, or in parts.',
    { code: NO_COPY_EDITOR },
  );
}
