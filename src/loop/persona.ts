import type { Severity } from './comment.ts';

/** One yes/no question an editor asks of a draft; "no" means the check failed. */
export interface Check {
  readonly id: string;
  readonly question: string;
  readonly severityIfFailed: Severity;
}

/** One anchored 1–4 scale: `anchors[0]` describes a 1, `anchors[3]` a 4. */
export interface Criterion {
  readonly id: string;
  readonly title: string;
  readonly weight: number;
  readonly anchors: readonly [string, string, string, string];
}

/** One specific remark this editor might make, on text unlike any team's, to show what "specific" means. */
export interface PersonaExample {
  readonly draft: string;
  readonly quote: string;
  readonly problem: string;
  readonly why: string;
  readonly suggestion: string;
}

/** One editor as data. Two personas never share a checklist: separate duties make critiques differ. */
export interface Persona {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** An emoji shortcode without colons, e.g. `scissors`. */
  readonly icon: string;
  /** The reader this editor stands for, in one sentence. */
  readonly reader: string;
  readonly checklist: readonly Check[];
  readonly criteria: readonly Criterion[];
  /** What it leaves to other editors. */
  readonly ignores: readonly string[];
  readonly maxComments: number;
  readonly examples: readonly PersonaExample[];
  /** The model this editor reads with, by a name of the configuration; absent: the one for all editors. */
  readonly model?: string;
}

/** A named team-wide set of personas with the settings they are used with. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  /** The kind of text it is for, in one sentence. */
  readonly purpose: string;
  readonly personas: readonly string[];
  readonly rounds: 1 | 2 | 3 | 4;
  readonly editStyle: 'edits' | 'rewrite';
  /** Emoji shortcodes without colons that start a review with this preset. */
  readonly triggerEmoji: readonly string[];
  /** Models by names of the configuration; absent: those of the place. */
  readonly models?: {
    readonly critic?: string;
    readonly writer?: string;
    readonly judge?: string;
  };
}
