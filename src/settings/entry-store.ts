import type { MemberRef } from '../review/refs.ts';

/**
 * What kinds of things a workspace decides: the settings of a place, its house style, a persona, a
 * preset, and what became of a lesson.
 */
export const ENTRY_KINDS = ['settings', 'style', 'persona', 'preset', 'lesson'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Which thing: settings and style are keyed by channel (empty: the whole workspace), the rest by id. */
export interface EntryKey {
  readonly workspace: string;
  readonly kind: EntryKind;
  readonly key: string;
}

/** Where a change was made: a platform's name, or `file`. */
export type Via = string;

/** One version of one thing; nothing is ever overwritten, so old versions can be shown and restored. */
export interface Entry extends EntryKey {
  /** Counts from 1. */
  readonly version: number;
  /** Null: taken back, so that what is inherited or built in holds again. */
  readonly body: unknown;
  /** Null when nobody signed for it. */
  readonly by: MemberRef | null;
  readonly via: Via;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** A change that is to become the next version of a thing. */
export interface NewEntry extends EntryKey {
  /** The version this was made from; 0 when there was none. */
  readonly base: number;
  readonly body: unknown;
}

/** What was typed into a form that is not finished. */
export interface FormDraftKey {
  readonly workspace: string;
  readonly member: MemberRef;
  /** The subject of the form. */
  readonly form: string;
}

/** Keeps what workspaces decided. */
export interface EntryStore {
  /** A number that grows with every change of a workspace: unchanged, nothing has to be read again. */
  clock(workspace: string): Promise<number>;
  /** The newest version of everything, in the order of kind and key. */
  current(workspace: string): Promise<readonly Entry[]>;
  /** All versions of one thing, the newest first. */
  history(of: EntryKey): Promise<readonly Entry[]>;
  /** The newest changes of a workspace with the version each replaced, the newest first. */
  changes(
    workspace: string,
    limit: number,
  ): Promise<readonly { readonly entry: Entry; readonly before: Entry | null }[]>;
  /**
   * Saves all of these as next versions, or none: false when one of them has a newer version than its
   * base by now.
   */
  save(
    entries: readonly NewEntry[],
    made: { readonly by: MemberRef | null; readonly via: Via },
  ): Promise<boolean>;
  /**
   * Gives what is kept for a channel to the channel's new id, unless that has something of its own; what
   * was reviewed and dismissed in it goes along.
   */
  moveChannel(workspace: string, from: string, to: string): Promise<void>;
  /** What a member typed into a form and did not finish; null for nothing. */
  formDraft(key: FormDraftKey): Promise<unknown>;
  /** Keeps it; null forgets it. */
  keepFormDraft(key: FormDraftKey, values: unknown): Promise<void>;
}
