import type { Action } from './action.ts';

/** Who a post speaks as, shown where the platform allows, always with its label. */
export interface Identity {
  readonly name: string;
  /** What it is, beside its name: `AI`, or `rules, no AI` for the editor that is code. */
  readonly label: string;
  /** An emoji shortcode without colons. */
  readonly icon: string;
}

/** A piece of a message that is kept together where the platform's limits allow. */
export interface MessagePart {
  /** Markdown; mentions stand in it as plain names. Empty: buttons alone. */
  readonly markdown: string;
  /** Set when the part is a whole draft, word for word: shown set apart and offered for copying. */
  readonly isDraft?: true;
  /**
   * Set when the mentions of members in it, still tokens, notify those members: only where a person was
   * shown who that is and said yes.
   */
  readonly notifies?: true;
  /** Shown under this part, in order. */
  readonly buttons: readonly Button[];
}

export interface Button {
  readonly label: string;
  /** What it says in words, where the label is a sign alone. */
  readonly title?: string;
  readonly action: Action;
  readonly style: 'plain' | 'primary' | 'danger';
}

/** What is said, without regard to where: each platform renders and splits it inside its own limits. */
export interface Message {
  readonly parts: readonly MessagePart[];
  /** Null when Bluepencil speaks for itself. */
  readonly identity: Identity | null;
}
