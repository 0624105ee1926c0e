/*
 * Posting and changing one message. Nothing is unfurled, nothing notifies, and where Slack refuses the form
 * of a message its words still arrive.
 */
import type { webApi } from '@slack/bolt';
import type { Identity as Speaker } from '../../review/message.ts';
import { UserError } from '../../user-error.ts';
import { LIMITS } from './limits.ts';
import { plainBlocks } from './plain-blocks.ts';
import { type Block, type Post, speakerName } from './render.ts';
import { BLOCKS_REFUSED, neededScope, readRefusal, refusalCode } from './slack-errors.ts';
import { WORDS } from './words.ts';
import type { SlackWorkspace } from './workspace.ts';

/** Where and as whom something is said. */
export interface Speaking {
  readonly workspace: SlackWorkspace;
  readonly channel: string;
  /** The thread; null outside any. */
  readonly root: string | null;
  readonly identity: Speaker | null;
  readonly warn: (about: { readonly workspace: string; readonly what: string }) => void;
}

interface Metadata {
  readonly event_type: string;
  readonly event_payload: Readonly<Record<string, string | number | boolean>>;
}

/** The permission to speak under an editor's name. */
const CUSTOMIZE = 'chat:write.customize';

/** Posts one message; resolves to its timestamp. Calls of one channel go out in order. */
export async function postOne(speaking: Speaking, post: Post, metadata: Metadata): Promise<string> {
  const { workspace, channel, root } = speaking;
  const sent = await inForm(speaking, post, (form) =>
    workspace.whenAllowed(
      `chat.postMessage/${channel}`,
      () =>
        workspace.speaker.chat.postMessage({
          channel,
          ...(root === null ? {} : { thread_ts: root }),
          ...form,
          metadata,
          unfurl_links: false,
          unfurl_media: false,
        } as webApi.ChatPostMessageArguments),
      { inOrder: true },
    ),
  );
  const ts = sent.ts ?? '';
  // The message the thread hung on was deleted meanwhile: what was said must not stand in the channel.
  if (
    root !== null &&
    sent.message !== undefined &&
    !(await hasLanded(speaking, ts, sent.message))
  ) {
    await workspace.client.chat.delete({ channel, ts });
    throw new UserError(WORDS.sourceGone, { code: 'slack_source_gone' });
  }
  workspace.conversations.learn(channel, ts, root ?? ts);
  return ts;
}

/** Whether a post stands in its thread. An answer need not say so; then the thread itself is looked at. */
async function hasLanded(
  { workspace, channel, root }: Speaking,
  ts: string,
  { thread_ts: told }: { readonly thread_ts?: string },
): Promise<boolean> {
  if (told !== undefined) return told === root;
  const post = await workspace.conversations.find(channel, ts);
  return post?.thread_ts === root;
}

/** Changes what one of our messages says; the name it went under stays. */
export async function updateOne(speaking: Speaking, ts: string, post: Post): Promise<void> {
  const { workspace, channel } = speaking;
  await inForm(speaking, post, ({ text, blocks }) =>
    workspace.whenAllowed(`chat.update/${channel}`, () =>
      workspace.client.chat.update({ channel, ts, text, blocks }),
    ),
  );
}

interface Form {
  readonly text: string;
  readonly blocks: Block[];
  readonly username?: string;
  readonly icon_emoji?: string;
}

/** Says it as it should be, then with less: without the editor's name, then in plain blocks. */
async function inForm<Result>(
  { workspace, identity, warn }: Speaking,
  post: Post,
  say: (form: Form) => Promise<Result>,
): Promise<Result> {
  const form = formOf(post, identity, workspace.lacks(CUSTOMIZE));
  try {
    return await say(form);
  } catch (error) {
    const code = refusalCode(error) ?? '';
    const about = { workspace: workspace.workspace };
    if (code === 'missing_scope' && form.username !== undefined && isAboutName(error)) {
      workspace.learnLack(CUSTOMIZE);
      if (workspace.once(CUSTOMIZE)) warn({ ...about, what: `missing scope ${CUSTOMIZE}` });
      return say(formOf(post, identity, true));
    }
    if (!BLOCKS_REFUSED.includes(code)) throw error;
    warn({ ...about, what: `${code} ${refusalDetail(error)}`.trim() });
    return say({ ...form, blocks: plainBlocks(form.blocks) });
  }
}

/** Under the editor's name; where that is not allowed the name stands in the message. */
function formOf(post: Post, identity: Speaker | null, isNameless: boolean): Form {
  if (identity === null) return post;
  return isNameless
    ? { ...post, blocks: withName(post, identity) }
    : { ...post, username: speakerName(identity), icon_emoji: `:${identity.icon}:` };
}

function isAboutName(error: unknown): boolean {
  const needed = neededScope(error);
  return needed === null || needed.includes(CUSTOMIZE);
}

function withName({ blocks }: Post, { name, label }: Speaker): Block[] {
  const heading: Block = {
    type: 'context',
    elements: [{ type: 'plain_text', text: `${name} · ${label}`.slice(0, LIMITS.plainTextChars) }],
  };
  return [heading, ...blocks].slice(0, LIMITS.blocksPerMessage);
}

/** What Slack found wrong, without the words it was found in. */
function refusalDetail(error: unknown): string {
  const messages = readRefusal(error)?.response_metadata?.messages ?? [];
  return messages.map((line) => line.replace(/".*"/g, '"…"').slice(0, 120)).join('; ');
}
