import type {
  APIAttachment,
  APIChatInputApplicationCommandInteraction,
  APIMessageApplicationCommandInteraction,
  APIModalSubmitInteraction,
} from 'discord.js';
import type { Message } from '../../review/message.ts';
import type { MemberRef } from '../../review/refs.ts';
import type { ReviewChoices } from '../../review/reviews.ts';
import { plainMentions } from '../../review/shown-text.ts';
import { hasWords } from '../../text/blank.ts';
import { UserError } from '../../user-error.ts';
import {
  channelOf,
  defer,
  doerOf,
  type InteractionsDeps,
  isGuest,
  nameOf,
  quickly,
} from './answering.ts';
import { readFile } from './capture.ts';
import { resultButton } from './kept.ts';
import { type Doer, guarded, tell } from './outcome.ts';
import { linkTo, memberRef, PLATFORM, readThreadRef, threadRef, workspaceOf } from './places.ts';
import { say, WORDS } from './words.ts';

export interface Wish {
  readonly type: 'draft' | 'brief';
  readonly trigger: 'command' | 'form';
  readonly text: string;
  readonly files: readonly APIAttachment[];
  readonly choices: ReviewChoices;
  /** Whose words they are, where it is not the one who asks. */
  readonly author?: MemberRef;
}

export type Wishing =
  | APIChatInputApplicationCommandInteraction
  | APIModalSubmitInteraction
  | APIMessageApplicationCommandInteraction;

/** A draft or brief: seen by its member alone unless the channel is to see it, decided before anything else. */
export async function wish(
  deps: InteractionsDeps,
  interaction: Wishing,
  wanted: Wish,
): Promise<void> {
  const by = doerOf(interaction);
  const channel = channelOf(interaction);
  const isPrivate =
    isGuest(interaction) || (await deliveryFor(deps, by, channel, wanted.choices)) === 'private';
  await defer(deps, interaction, isPrivate);
  const asked = threadRef({
    kind: 'asked',
    server: by.server,
    channel,
    interaction: interaction.id,
    asker: by.member,
  });
  deps.tokens.bind(interaction.id, asked);
  await guarded(deps, by, { thread: asked }, async () => {
    const files = await Promise.all(wanted.files.map((file) => readGiven(deps, file)));
    const text = [wanted.text, ...files].filter((part) => part !== '').join('\n\n');
    if (!hasWords(text)) return tell(deps, by, { thread: asked }, say(WORDS.nothingToReview));
    const given = { ...wanted, text, isFile: files.length > 0 };
    if (isPrivate) await wishPrivately(deps, interaction, { by, channel, asked, given });
    else await wishPublicly(deps, interaction, { by, channel, given });
  });
}

interface Wished {
  readonly by: Doer;
  readonly channel: string;
  readonly given: Omit<Wish, 'files'> & { readonly isFile: boolean };
}

export async function wishPrivately(
  deps: InteractionsDeps,
  interaction: Wishing,
  { by, channel, asked, given }: Wished & { readonly asked: ReturnType<typeof threadRef> },
): Promise<void> {
  const answered = await requestWords(deps, { by, channel, given }, asked, 'private');
  if (answered.type === 'note') return tell(deps, by, { thread: asked }, answered.note);
  if (answered.type === 'waiting') await deps.tokens.replace(interaction.id, say(WORDS.held));
  const outcome = answered.type === 'waiting' ? await answered.later : answered;
  // Whoever waited has been told already.
  if (outcome.type === 'note') return;
  const thread = await deps.messenger.privateThread(memberRef(by.member), asked, given.text);
  const spot = thread === null ? null : readThreadRef(thread);
  const answer =
    spot === null || spot.kind !== 'in'
      ? resultButton(WORDS.startedKept, outcome.runId)
      : say(
          WORDS.startedPrivately(
            `[${WORDS.openReview}](${linkTo(spot.server, spot.channel, spot.message)})`,
          ),
        );
  await deps.tokens.replace(interaction.id, answer);
}

async function wishPublicly(
  deps: InteractionsDeps,
  interaction: Wishing,
  { by, channel, given }: Wished,
): Promise<void> {
  const { tokens } = deps;
  const head = await tokens.publish(interaction.id, headMessage(interaction, given));
  if (head === null) throw new UserError(WORDS.gone, { code: 'interaction_expired' });
  const place = await deps.channels.find(channel);
  const spot = { server: by.server, channel, message: head.id, asker: by.member };
  const isUnder = place !== null && !place.isThread && by.server !== null;
  const thread = threadRef({ kind: isUnder ? 'under' : 'in', ...spot });
  tokens.bind(interaction.id, thread);
  const outcome = await requestWords(deps, { by, channel, given }, thread, 'thread');
  if (outcome.type !== 'note') return;
  await tokens.withdraw(interaction.id);
  await tell(deps, by, { thread }, outcome.note);
}

async function requestWords(
  { reviews, listeners }: InteractionsDeps,
  { by, channel, given }: Wished,
  thread: ReturnType<typeof threadRef>,
  delivery: 'private' | 'thread',
) {
  const { type, text, isFile, trigger, choices, author } = given;
  const whose = author === undefined ? {} : { author };
  return reviews.request({
    workspace: workspaceOf(by.server, by.member),
    platform: PLATFORM,
    channel: await listeners.channelFor(channel),
    trigger,
    requester: memberRef(by.member),
    target:
      type === 'brief' ? { type, text } : { type, text, notRead: [], fromFile: isFile, ...whose },
    thread,
    choices: { ...choices, delivery },
    interactionId: by.interactionId,
  });
}

/** The message a public draft's thread hangs on: who it is by, and its words. */
function headMessage(
  interaction: Wishing,
  { type, text }: { type: string; text: string },
): Message {
  const who = plainMentions(interaction.member?.nick ?? nameOf(interaction)).replace(
    /[\\*_~`|<>[\]]/g,
    '\\$&',
  );
  const title = type === 'brief' ? WORDS.briefHead(who) : WORDS.draftHead(who);
  return {
    identity: null,
    parts: [
      { markdown: title, buttons: [] },
      { markdown: plainMentions(text), buttons: [], isDraft: true },
    ],
  };
}

async function readGiven({ download }: InteractionsDeps, file: APIAttachment): Promise<string> {
  const { text, notRead } = await readFile(file, download);
  if (text !== null) return text;
  const sentence = notRead?.startsWith('the file')
    ? `I read .txt, .md and .docx files; “${file.filename.slice(-80)}” is none of them`
    : notRead;
  throw new UserError(`${sentence ?? 'That file could not be read'}.`, { code: 'file_unreadable' });
}

async function deliveryFor(
  { listeners }: InteractionsDeps,
  by: Doer,
  channel: string,
  { delivery }: ReviewChoices,
): Promise<'private' | 'thread'> {
  if (delivery !== undefined) return delivery;
  const settings = await quickly(listeners.settingsAt(by.server, channel, by.member));
  return settings?.commandDelivery.value === 'thread' ? 'thread' : 'private';
}
