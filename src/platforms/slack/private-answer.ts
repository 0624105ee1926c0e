/*
 * What only whoever asked is told goes where it was asked, also where we are not. The address Slack gives for
 * that takes a few posts within half an hour; what has no room there goes to direct messages, and that is
 * said. https://docs.slack.dev/interactivity/handling-user-interaction
 */
import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import { LIMITS } from './limits.ts';
import type { Doer } from './outcome.ts';
import { withAddresses } from './permalink.ts';
import { channelRef, memberRef } from './places.ts';
import { type Post, renderPages } from './render.ts';
import { say, WORDS } from './words.ts';
import type { SlackWorkspace } from './workspace.ts';

interface PrivateAnswer {
  readonly by: Pick<Doer, 'workspace' | 'member'>;
  readonly channel: string;
  readonly note: Message;
  /** Where direct messages with us open. */
  readonly directMessages: string;
  /** Sends one post to who asked; rejects when Slack takes no more there. */
  readonly send: (post: Post) => Promise<unknown>;
}

/** Tells somebody alone all of a note, in as many posts as it takes. Rejects when they cannot be told. */
export async function answerPrivately(
  messenger: Pick<Messenger, 'whisper' | 'tellDirectly'>,
  { by, channel, note, directMessages, send }: PrivateAnswer,
): Promise<void> {
  const { workspace, member } = by;
  const to = memberRef(workspace.workspace, member);
  const pages = renderPages(withAddresses(note, workspace.url));
  const fits = pages.length <= LIMITS.responseUses;
  const here = fits ? pages : pages.slice(0, LIMITS.responseUses - 1);
  const from = (at: number): Message => ({
    identity: null,
    parts: pages.slice(at).flatMap(({ parts }) => parts),
  });
  for (const [at, { post }] of here.entries()) {
    try {
      await send(post);
    } catch {
      await messenger.whisper(to, channelRef(workspace.workspace, channel, ''), from(at));
      return;
    }
  }
  if (fits) return;
  const told = await messenger.tellDirectly(to, from(here.length));
  const link = `[${WORDS.directMessages}](${directMessages})`;
  const [rest] = renderPages(
    say(told === 'delivered' ? WORDS.restElsewhere(link) : WORDS.restUntold),
  );
  if (rest !== undefined) await send(rest.post);
}

/** Where direct messages with us open; only what Slack sends says which app we are. */
export function directMessagesOf({ workspace }: SlackWorkspace, app: string | null): string {
  return app === null
    ? `slack://open?team=${workspace}`
    : `slack://app?team=${workspace}&id=${app}&tab=messages`;
}
