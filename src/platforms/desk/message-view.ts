import { encodeAction } from '../../review/action.ts';
import { resolvePlaceLinks } from '../../review/place-link.ts';
import type { MessageRef, ThreadRef } from '../../review/refs.ts';
import { addressOf } from './addresses.ts';
import type { DeskMessage } from './desk-store.ts';

/** A message as the HTTP interface tells it. */
export interface MessageView {
  readonly id: string;
  readonly channel: string;
  /** The message whose thread it is in; absent for one in the channel itself. */
  readonly root?: string;
  /** A member id, or `bluepencil`. */
  readonly author: string;
  readonly kind: DeskMessage['kind'];
  readonly persona?: { readonly name: string; readonly label: string; readonly icon: string };
  readonly markdown: string;
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  readonly reactions: DeskMessage['reactions'];
  readonly files: readonly { readonly id: string; readonly name: string; readonly chars: number }[];
  readonly replies?: { readonly count: number; readonly lastAt: string };
  readonly createdAt: string;
  readonly editedAt?: string;
  /** Set on what one member alone can see. */
  readonly privateTo?: string;
}

/** Turns a message into what the HTTP interface tells. */
export function viewOf(message: DeskMessage): MessageView {
  const { id, channel, root, author, kind, identity, parts, replies, editedAt, privateTo } =
    message;
  const time = (at: number) => new Date(at).toISOString();
  return {
    id,
    channel,
    ...(root === null ? {} : { root }),
    author,
    kind,
    ...(identity === null ? {} : { persona: identity }),
    markdown: kind === 'message' ? message.text : withAddresses(message.text),
    actions: (parts ?? []).flatMap(({ buttons }) =>
      buttons.map(({ action, label }) => ({ id: encodeAction(action), label })),
    ),
    reactions: message.reactions,
    files: message.files.map((file) => ({ id: file.id, name: file.name, chars: file.text.length })),
    ...(replies === null
      ? {}
      : { replies: { count: replies.count, lastAt: time(replies.lastAt) } }),
    createdAt: time(message.createdAt),
    ...(editedAt === null ? {} : { editedAt: time(editedAt) }),
    ...(privateTo === null ? {} : { privateTo }),
  };
}

/** Puts the desk's own addresses into links to places. */
export function withAddresses(markdown: string): string {
  return resolvePlaceLinks(markdown, (place: ThreadRef | MessageRef) => addressOf(place));
}
