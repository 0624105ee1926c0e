/*
 * Harper runs in a process of its own: loading takes 2–5 s and 350–640 MB. Without an answer of it the curated
 * part of the copy editor works.
 */
import type { HarperLint, HarperQuestion, HarperReply } from './harper-protocol.ts';
import { createHelper, helperEntry } from './helper.ts';

/** A grammar checker for English that may not answer. */
export interface HarperLinter {
  /** The findings of one text, or null when Harper did not answer. Rejects only when aborted. */
  lint(
    text: string,
    options: { readonly dialect?: 'en-US' | 'en-GB'; readonly disabled?: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly HarperLint[] | null>;
  /** Ends the process now; the next question starts a new one. */
  close(): void;
}

export interface HarperOptions {
  /** The file the process runs; beside this one by default. */
  readonly entry?: URL;
  readonly idleMs?: number;
  /** How long one question may take, loading included. */
  readonly timeoutMs?: number;
}

const IDLE_MS = 60_000;
const TIMEOUT_MS = 20_000;

/** Promises a linter whose process starts on first use. */
export function createHarper(options: HarperOptions = {}): HarperLinter {
  const {
    entry = helperEntry('harper-process', import.meta.url),
    idleMs = IDLE_MS,
    timeoutMs = TIMEOUT_MS,
  } = options;
  const helper = createHelper<HarperQuestion, HarperReply>({ entry, idleMs, timeoutMs });
  return {
    close: () => helper.close(),
    async lint(text, { dialect = 'en-US', disabled = [] }, signal) {
      const reply = await helper.ask({ text, dialect, disabled }, signal);
      return reply !== null && 'lints' in reply ? reply.lints : null;
    },
  };
}
