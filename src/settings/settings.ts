import type { EditStyle } from '../loop/writer.ts';
import type { CaptureScope } from '../review/source.ts';
import type { HouseStyle } from './house-style.ts';

/** What an emoji starts: a preset (null: the channel's own) or one persona. */
export type EmojiTarget = { readonly preset: string | null } | { readonly persona: string };

/** Limits per UTC day, save the first; null means no limit of that kind. */
export interface Budget {
  readonly tokensPerRun: number | null;
  readonly reviewsPerMember: number | null;
  /** Of the reviews a member asked for, wherever in the workspace. */
  readonly tokensPerMember: number | null;
  readonly tokensPerChannel: number | null;
  readonly tokensPerWorkspace: number | null;
  /** US dollars per workspace, counted where prices are known. */
  readonly costPerWorkspace: number | null;
}

/** Everything a workspace, a parent channel or a channel may decide for itself. */
export interface Settings {
  readonly preset: string;
  /** Null: those of the preset. */
  readonly personas: readonly string[] | null;
  readonly rounds: 1 | 2 | 3 | 4;
  readonly mode: 'auto' | 'guided' | 'critique-only';
  /** For words a person wrote. */
  readonly editStyle: EditStyle;
  /** For drafts written from a brief. */
  readonly briefEditStyle: EditStyle;
  /** Where the review of a message that is public already appears. */
  readonly delivery: 'thread' | 'private' | 'digest';
  /** Where the review of a text given with a command appears. */
  readonly commandDelivery: 'thread' | 'private' | 'digest';
  /** Who may ask for a review of somebody else's message. */
  readonly consent: 'anyone' | 'author-only' | 'ask-author';
  /** By emoji shortcode without colons. */
  readonly triggerEmoji: Readonly<Record<string, EmojiTarget>>;
  readonly capture: CaptureScope;
  /** A BCP 47 tag; null: the draft's own language. */
  readonly critiqueLanguage: string | null;
  /** A BCP 47 tag; null: the draft's own language. */
  readonly draftLanguage: string | null;
  readonly strategy: 'self-refine' | 'three-step' | 'one-shot' | 'best-of-n';
  /** Whether public messages under review show the run's state. */
  readonly publicStatus: boolean;
  readonly appPosts: 'ignore' | 'review';
  readonly embeds: 'ignore' | 'read';
  readonly finalDraftOnly: boolean;
  readonly blindVote: boolean;
  /** How long a blind vote is open before it closes by itself. */
  readonly voteHours: number;
  readonly exportDecisions: boolean;
  /** Whether the words of model calls are kept as long as those of the review. */
  readonly keepCallWords: boolean;
  /** What guests and people of connected workspaces may do. */
  readonly externalPeople: 'read' | 'trigger';
  /** What is hidden from the model beside secrets, which always are. */
  readonly masking: { readonly emails: boolean; readonly names: boolean };
  /** Names of settings that only workspace admins change. */
  readonly locks: readonly string[];
  /** Members and roles, as refs, who may change settings beside the workspace's admins. */
  readonly managers: readonly string[];
  /** `default`, a name from the configuration, or `offline`: no text leaves the machine. */
  readonly model: string;
  readonly budget: Budget;
  /** The longest draft read in chat, in UTF-16 characters. */
  readonly maxDraftChars: number;
  /** The longest draft read as a file, in UTF-16 characters. */
  readonly maxFileChars: number;
  /** How long words are kept; 0: while the run lives. */
  readonly retentionDays: number;
  readonly houseStyle: HouseStyle;
}

/** What holds where nobody decided anything. */
export const BUILT_IN_SETTINGS: Settings = {
  preset: 'general',
  personas: null,
  rounds: 1,
  mode: 'auto',
  editStyle: 'edits',
  briefEditStyle: 'rewrite',
  delivery: 'thread',
  commandDelivery: 'private',
  consent: 'anyone',
  triggerEmoji: {
    pencil2: { preset: null },
    scissors: { persona: 'line-editor' },
    mag: { persona: 'fact-checker' },
  },
  capture: 'message',
  critiqueLanguage: null,
  draftLanguage: null,
  strategy: 'self-refine',
  publicStatus: true,
  appPosts: 'ignore',
  embeds: 'ignore',
  finalDraftOnly: false,
  blindVote: false,
  voteHours: 24,
  exportDecisions: false,
  keepCallWords: false,
  externalPeople: 'read',
  masking: { emails: false, names: false },
  locks: [],
  managers: [],
  model: 'default',
  budget: {
    tokensPerRun: null,
    reviewsPerMember: 20,
    tokensPerMember: null,
    tokensPerChannel: 200_000,
    tokensPerWorkspace: null,
    costPerWorkspace: null,
  },
  maxDraftChars: 24_000,
  maxFileChars: 100_000,
  retentionDays: 30,
  houseStyle: { guide: '', names: [], avoid: [], allowed: [] },
};
