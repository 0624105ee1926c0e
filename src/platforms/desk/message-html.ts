import { encodeAction } from '../../review/action.ts';
import type { Button, MessagePart } from '../../review/message.ts';
import { emojiCharacter, emojiLabel } from '../../text/emoji.ts';
import { fullReviewAddress, pageAddress } from './addresses.ts';
import type { DeskMember, DeskMessage } from './desk-store.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { LIMITS } from './limits.ts';
import { previewOf, renderMarkdown } from './markdown-html.ts';
import { withAddresses } from './message-view.ts';
import { BOT } from './places.ts';

/** For whom a message is drawn, and where. */
export interface Viewing {
  readonly viewer: DeskMember;
  readonly members: readonly DeskMember[];
  /** In a thread there is no way into the thread. */
  readonly isThread: boolean;
  /** All of a long text, not its beginning. */
  readonly isWhole?: boolean;
}

/** Draws one message as its viewer sees it. */
export function renderArticle(message: DeskMessage, viewing: Viewing): Html {
  const { id, author, kind, privateTo, root, deletedAt } = message;
  const name = nameOf(message, viewing.members);
  const time = clock(message.createdAt);
  const classes = ['message', kind, privateTo === null ? '' : 'private'].filter(Boolean).join(' ');
  return html`<article class="${classes}" id="m-${id}" data-id="${id}" data-author="${author}"
    data-kind="${kind}" data-root="${root ?? ''}" data-day="${dayOf(message.createdAt)}"
    ${isWorking(message) && html` data-working`}
    aria-label="${name}, ${time}${kind === 'note' ? ', only you can see this' : ''}">
    ${avatar(message, viewing.members)}
    <div class="body">
      <div class="who">
        <span class="name">${name}</span>${label(message)}
        <time datetime="${new Date(message.createdAt).toISOString()}">${time}</time>
        ${message.editedAt !== null && html`<span class="quiet">edited</span>`}
      </div>
      ${kind === 'note' && privateLine()}
      ${deletedAt === null ? words(message, viewing) : html`<p class="quiet">This message was deleted.</p>`}
      ${deletedAt === null && reactions(message, viewing)}
      ${!viewing.isThread && replies(message)}
    </div>
    ${deletedAt === null && kind !== 'note' && tools(message, viewing)}
  </article>`;
}

/** The run on this message is queued or under way. */
function isWorking({ reactions: given }: DeskMessage): boolean {
  return given.some(({ emoji, members }) => emoji === 'eyes' && members.includes(BOT));
}

function nameOf({ author, identity }: DeskMessage, members: readonly DeskMember[]): string {
  if (author === BOT) return identity?.name ?? 'Bluepencil';
  return members.find(({ id }) => id === author)?.name ?? author;
}

function label({ author, identity }: DeskMessage): Html | false {
  return author === BOT && html`<span class="label">${identity?.label ?? 'app'}</span>`;
}

function avatar({ author, identity }: DeskMessage, members: readonly DeskMember[]): Html {
  if (author === BOT) {
    const character = identity === null ? null : emojiCharacter(identity.icon);
    return html`<span class="avatar bot" aria-hidden="true">${character ?? icon('pencil')}</span>`;
  }
  return memberAvatar(author, members);
}

/** A member's initials on the member's own colour. */
export function memberAvatar(id: string, members: readonly DeskMember[]): Html {
  const at = members.findIndex((member) => member.id === id);
  const initials = (members[at]?.name ?? id)
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('');
  return html`<span class="avatar tone-${(at + 6) % 6}" aria-hidden="true">${initials}</span>`;
}

function privateLine(): Html {
  return html`<p class="only-you">${icon('lock')} Only you can see this
    <button type="button" class="link" data-do="put-away">Dismiss</button></p>`;
}

function words(message: DeskMessage, viewing: Viewing): Html {
  if (message.parts === null) return html`${text(message, viewing)}${files(message, viewing)}`;
  return html`${message.parts.map((part) => renderPart(part, message))}`;
}

function text(
  { id, text: markdown, kind }: DeskMessage,
  { isWhole = false }: Viewing,
): Html | null {
  if (markdown === '') return null;
  const shown = isWhole ? markdown : previewOf(markdown, LIMITS.previewChars);
  const isCut = shown.length < markdown.length;
  const rendered = renderMarkdown(kind === 'message' ? shown : withAddresses(shown), {
    ownLinks: kind !== 'message',
  });
  return html`<div class="text">${rendered}</div>${
    isCut &&
    html`<p class="more"><button type="button" class="link" data-do="whole" data-id="${id}">Show
      the whole text (${markdown.length.toLocaleString('en')} characters)</button></p>`
  }`;
}

function files(
  { id, files: attached }: DeskMessage,
  { isWhole = false }: Viewing,
): readonly Html[] {
  return attached.map(({ name, text: words }) => {
    const shown = isWhole ? words : previewOf(words, LIMITS.previewChars);
    const chars = `${words.length.toLocaleString('en')} characters`;
    return html`<details class="file"><summary>${icon('file')}<span>${name}</span>
      <span class="quiet">${chars}</span></summary>
      <div class="text">${renderMarkdown(shown)}</div>${
        shown.length < words.length &&
        html`<p class="more"><button type="button" class="link" data-do="whole" data-id="${id}">Show
          the whole text</button></p>`
      }</details>`;
  });
}

function renderPart(part: MessagePart, message: DeskMessage): Html {
  const { markdown, buttons, isDraft } = part;
  const row = buttons.length > 0 && html`<div class="buttons">${buttons.map(renderButton)}</div>`;
  if (markdown === '') return html`<div class="part">${row}</div>`;
  const rendered = renderMarkdown(isDraft ? markdown : withAddresses(markdown), {
    ownLinks: isDraft !== true,
    quotes: isDraft !== true,
  });
  if (isDraft) {
    // The attribute holds the draft to the last character: what is shown is only its picture.
    return html`<section class="draft" aria-label="Draft">
      <button type="button" class="copy" data-do="copy" data-text="${markdown}">${icon('copy')}<span>Copy</span></button>
      <div class="text">${rendered}</div></section>${row}`;
  }
  const isReceipt = part === message.parts?.at(-1) && /^_[^_]*_$/.test(markdown);
  const isVerdict = message.identity !== null && part === message.parts?.[0];
  const kind = isReceipt ? 'part receipt' : isVerdict ? 'part verdict' : 'part';
  const [run] = isReceipt ? buttons.map(({ action }) => action.runId) : [];
  return html`<div class="${kind}">${isReceipt && row}${
    run !== undefined &&
    html`<p class="full-review"><a href="${fullReviewAddress(run)}">Open the full review</a></p>`
  }<div class="text">${rendered}</div>${!isReceipt && row}</div>`;
}

function renderButton({ label: words, title, action, style }: Button): Html {
  const isToggle = action.verb === 'changes';
  return html`<button type="button" class="button ${style}" data-do="act"
    data-action="${encodeAction(action)}"${title !== undefined && html` aria-label="${title}" title="${title}"`}${isToggle && html` aria-expanded="false"`}>${words}</button>`;
}

function reactions({ reactions: given }: DeskMessage, { viewer, members }: Viewing): Html | false {
  if (given.length === 0) return false;
  const chips = given.map(({ emoji, members: who }) => {
    const names = who.map((id) =>
      id === BOT ? 'Bluepencil' : (members.find((member) => member.id === id)?.name ?? id),
    );
    const title = `${emojiLabel(emoji)}: ${names.join(', ')}`;
    return html`<button type="button" class="chip" data-do="toggle" data-emoji="${emoji}"
      aria-pressed="${who.includes(viewer.id) ? 'true' : 'false'}" title="${title}"
      ><span aria-hidden="true">${emojiCharacter(emoji) ?? emoji}</span><span>${who.length}</span><span class="unseen"> ${title}</span></button>`;
  });
  return html`<div class="reactions">${chips}</div>`;
}

function replies({ id, channel, root, replies: answered }: DeskMessage): Html | null {
  if (answered === null || answered.count === 0) return null;
  const count = answered.count === 1 ? '1 reply' : `${answered.count} replies`;
  return html`<a class="replies" href="${pageAddress(channel, root ?? id)}" data-thread="${root ?? id}">${count}
    <span class="quiet">last at <time datetime="${new Date(answered.lastAt).toISOString()}">${clock(answered.lastAt)}</time></span></a>`;
}

function tools({ id, channel, root, kind }: DeskMessage, { isThread }: Viewing): Html {
  return html`<div class="tools" role="group" aria-label="For this message">
    ${
      kind === 'message' &&
      html`<button type="button" class="tool words" data-do="review">${icon('pencil')}<span>Review</span></button>`
    }
    <button type="button" class="tool" data-do="pick" aria-haspopup="dialog" aria-label="Add a reaction" title="Add a reaction">${icon('smile')}</button>
    ${
      !isThread &&
      html`<a class="tool" href="${pageAddress(channel, root ?? id)}" data-thread="${root ?? id}" aria-label="Open the thread" title="Open the thread">${icon('reply')}</a>`
    }
    ${
      kind === 'message' &&
      html`<button type="button" class="tool" data-do="menu" aria-haspopup="menu" aria-label="More for this message" title="More">${icon('dots')}</button>`
    }
  </div>`;
}

/** The time of day, as 24 hours. */
export function clock(at: number): string {
  return TIME.format(at);
}

/** The day as `2026-03-01`, in the server's time zone. */
export function dayOf(at: number): string {
  return DAY.format(at);
}

// Made once: making one takes as long as drawing a message.
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('sv-SE');
