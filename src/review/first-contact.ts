/*
 * What people are told when they first meet Bluepencil: one private note to whoever installed it, and one
 * hint to whoever asks for the first review in a channel. Each is said once, ever, and never in public.
 */
import type { ResolvedSettings } from '../settings/resolution.ts';
import type { Button, Message } from './message.ts';
import { note } from './notes.ts';
import type { FindPlatform } from './platform.ts';
import type { MemberRef, ThreadRef } from './refs.ts';
import type { ReviewRequest, SamplePlace } from './reviews.ts';
import type { GivenText } from './run-store.ts';
import { escapeMarkdown } from './shown-text.ts';
import type { Telling, ToldStore } from './told-store.ts';

/** Who reads what is reviewed. */
export interface Reader {
  /** The models' names, for people. */
  readonly model: string;
  /** The machine that the text is sent to. */
  readonly host: string;
}

/** Says who reads the text under a `model` setting; null when nothing leaves this machine. */
export type FindReader = (model: string) => Reader | null;

export interface FirstContactDeps {
  readonly told: ToldStore;
  readonly platform: FindPlatform;
  readonly readBy: FindReader;
  /** Hears of a note that could not be sent; must not throw. */
  readonly reportError: (error: unknown, about: { runId: string; doing: string }) => void;
  readonly now: () => number;
}

/** How a platform's members take the first steps, where platforms differ: each the end of a sentence. */
export interface FirstSteps {
  /** What the place is called; null where it needs no name. */
  readonly place: string | null;
  readonly postedMessage: string;
  readonly textAtHand: string;
  readonly settings: string;
}

/** A member who put Bluepencil into a workspace. */
export interface Installer {
  readonly platform: string;
  readonly workspace: string;
  readonly member: MemberRef;
}

/** A review that begins. */
interface Beginning {
  readonly runId: string;
  readonly platform: string;
  readonly workspace: string;
  readonly channel: string;
  readonly thread: ThreadRef;
  readonly requester: MemberRef;
  /** Only the requester reads it. */
  readonly isPrivate: boolean;
}

export interface FirstContact {
  /** Greets the installer of a workspace, privately and once. */
  welcome(installer: Installer, steps: FirstSteps): Promise<void>;
  /** Explains to the first who asks in a channel how it works there; never rejects. */
  hint(review: Beginning, settings: ResolvedSettings): Promise<void>;
}

export function createFirstContact(deps: FirstContactDeps): FirstContact {
  const { told, platform, readBy, reportError, now } = deps;

  /** Says something once; what reached nobody may be said to the next one. */
  const once = async (
    telling: Telling,
    say: () => Promise<'delivered' | 'undeliverable' | undefined>,
  ): Promise<void> => {
    if (!(await told.tell(telling, now()))) return;
    if ((await say()) !== 'delivered') await told.takeBack(telling);
  };

  return {
    async welcome({ platform: name, workspace, member }, steps) {
      await once({ platform: name, workspace, subject: 'welcome' }, async () =>
        platform(name)?.messenger.tellDirectly(member, welcomeMessage(steps, readBy('default'))),
      );
    },

    async hint(review, settings) {
      const { runId, platform: name, workspace, channel, thread, requester } = review;
      const reader = readBy(settings.model.value);
      const message = hintMessage(settings, { reader, isPrivate: review.isPrivate });
      try {
        await once({ platform: name, workspace, subject: `channel/${channel}` }, async () =>
          platform(name)?.messenger.whisper(requester, thread, message),
        );
      } catch (error) {
        reportError(error, { runId, doing: 'say the first hint of a channel' });
      }
    },
  };
}

/** The note for whoever installed it: three steps, and a way to see a review before anybody else does. */
export function welcomeMessage(
  { place, postedMessage, textAtHand, settings }: FirstSteps,
  reader: Reader | null,
): Message {
  const where = place === null ? '' : `, and I am in ${escapeMarkdown(place)} now`;
  const words = [
    `**Hello! I am Bluepencil, an editing room${where}.** Nothing was said there; this note is only for you.`,
    [`1. ${postedMessage}`, `2. ${textAtHand}`, `3. ${settings}`].join('\n'),
    readerSentence(reader),
    'To see what a review is like before anybody else does, here is a draft nobody will miss:',
  ];
  return {
    identity: null,
    parts: [
      { markdown: words.join('\n\n'), buttons: [] },
      { markdown: SAMPLE, isDraft: true, buttons: [TRY] },
    ],
  };
}

const TRY: Button = {
  label: 'Try it on a sample',
  action: { verb: 'try-sample', runId: 'sample' },
  style: 'primary',
};

/** What the first who asks in a channel is told. */
function hintMessage(
  settings: ResolvedSettings,
  { reader, isPrivate }: { readonly reader: Reader | null; readonly isPrivate: boolean },
): Message {
  const lines = [
    ...(isPrivate ? ['- This review is for you alone.'] : []),
    `- ${DELIVERY[settings.delivery.value]}`,
    `- ${CONSENT[settings.consent.value]}`,
    `- ${readerSentence(reader)}`,
  ];
  return note(
    [
      '**The first review here, so this is how it goes** (I say it once, and only to you):',
      lines.join('\n'),
      'An admin can change each of these in the settings.',
    ].join('\n\n'),
  );
}

const DELIVERY: Readonly<Record<ResolvedSettings['delivery']['value'], string>> = {
  thread: 'Reviews of posted messages stand in their threads, for all to read. Nobody is notified.',
  digest:
    'Reviews of posted messages stand in their threads, in one post, for all to read. Nobody is notified.',
  private: 'Reviews of posted messages are seen by whoever asked, and by nobody else.',
};

const CONSENT: Readonly<Record<ResolvedSettings['consent']['value'], string>> = {
  anyone: 'Anybody may ask for a review of anybody’s message.',
  'author-only': 'Only authors ask for reviews of their messages.',
  'ask-author': 'Authors are asked first when somebody else wants their message reviewed.',
};

/** Who reads what is reviewed, in one sentence. */
export function readerSentence(reader: Reader | null): string {
  return reader === null
    ? 'Nothing leaves this machine: the copy editor reads by rules, without any model.'
    : `What is reviewed is sent to \`${reader.host}\`, where ${escapeMarkdown(reader.model)} reads it.`;
}

/** Asks for a private review of the sample: what it is like, before anybody else sees one. */
export function sampleRequest(place: SamplePlace): ReviewRequest {
  return {
    ...place,
    trigger: 'form',
    target: { type: 'draft', text: SAMPLE, notRead: [] },
    choices: { delivery: 'private' },
  };
}

/** True for words of ours: there is nobody to explain the channel to. */
export function isSample(given: GivenText | null): boolean {
  return given !== null && 'draft' in given && given.draft === SAMPLE;
}

/** Short, harmless and with something for every kind of editor. */
const SAMPLE = [
  'We are very very happy to anounce that the new lift opens on Monday.',
  'Due to the fact that the old one is being removed, the the stairs on the north side will be closed by us between 9:00 and 11:00.',
  'It carries 12 people, which is twice as many as before, and it is basically much faster.',
].join(' ');
