import type { Critic } from '../../src/loop/critic.ts';
import { panelCritic } from '../review/room.ts';

/** A post as people on its platform see it. */
export interface Told {
  readonly by: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

/** What came of the script on one platform. */
export interface Played {
  /** The thread once the review was over. */
  readonly reviewed: readonly Told[];
  /** The thread once its author had taken the refined draft. */
  readonly chosen: readonly Told[];
  /** The marks of ours on the message at the end, by emoji shortcode. */
  readonly marks: readonly string[];
  /** What one who found the critique not useful was told in private. */
  readonly thanked: string;
  /** The post of a blind vote while it was open, and once its author had closed it. */
  readonly voteOpen: Told;
  readonly voteClosed: Told;
}

/**
 * Plays the script on one platform: a post, a ✏️ by somebody else, *Use this* by its author, 👎 by the
 * other, and a blind vote: opened by the author, won by the refined draft with the other's vote.
 */
export type Play = (script: { readonly draft: string; readonly critic: Critic }) => Promise<Played>;

/** The button of a vote that stands for the refined draft, as only the texts themselves tell. */
export function refinedButton(voteText: string): 'A' | 'B' {
  return voteText.indexOf('a very long story') < voteText.indexOf('a very very long story')
    ? 'A'
    : 'B';
}

export const SCRIPT = {
  draft: 'This is a very very long story about the lift. It opens on 5 May at 9:30.',
  critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
};

/** Words without what each platform puts around them. */
export function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/<[^|>]*\|([^>]*)>/g, '$1')
    .replace(/[*_~`>#•—“”-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a post means, wherever it stands. */
export function meaning({ by, text, buttons }: Told) {
  return { by: by.replace(/^\P{L}+/u, ''), text: plain(text), buttons };
}
