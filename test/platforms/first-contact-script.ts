import type { Critic } from '../../src/loop/critic.ts';
import type { Reader } from '../../src/review/first-contact.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { SCRIPT, type Told } from './same-script.ts';

/** What people met on one platform. */
export interface FirstMet {
  /** What the installer was written. */
  readonly welcome: readonly Told[];
  /** What a click on *Try it on a sample* brought the installer. */
  readonly sample: readonly Told[];
  /** What the author was asked. */
  readonly question: readonly Told[];
  /** What everybody saw while the author had not answered: posts, and marks on the message. */
  readonly meanwhile: { readonly posts: readonly Told[]; readonly marks: readonly string[] };
  /** The thread once the author had agreed and the review was over. */
  readonly reviewed: readonly Told[];
  /** What the requester was told privately, in the end. */
  readonly requester: readonly Told[];
}

/**
 * Plays first contact: the installer tries the sample; somebody reacts to a message of the author, who is
 * asked and agrees; the requester reacts to another message of their own.
 */
export type PlayFirstContact = (script: {
  readonly draft: string;
  readonly critic: Critic;
  readonly settings: Partial<Settings>;
  readonly reader: Reader;
}) => Promise<FirstMet>;

export const FIRST_CONTACT = {
  ...SCRIPT,
  settings: { consent: 'ask-author' } as const,
  reader: { model: 'gpt-5-mini', host: 'models.example.com' },
};
