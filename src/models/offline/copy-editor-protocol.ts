import type { Inspection, InspectOptions } from './copy-editor.ts';

/** What the parent asks of the copy editor's process. */
export interface CopyEditorQuestion {
  readonly text: string;
  readonly options: InspectOptions;
}

export type CopyEditorRequest = CopyEditorQuestion & { readonly id: number };

export type CopyEditorReply = { readonly id: number } & (
  | { readonly inspection: Inspection }
  /** What stopped it; with a code when its words are for people. */
  | { readonly failure: { readonly message: string; readonly code: string | null } }
);
