/*
 * *Replace my message*: where a platform lets us, the final text takes the place of the words it came from,
 * as an edit that its author may change again. Only they can have it done, after they saw both texts.
 */
import type { Answer, Click, ClickDeps } from './click.ts';
import { versionButton, versionOf } from './final-text.ts';
import { followedRun } from './follow-claim.ts';
import type { Button, Message } from './message.ts';
import { NOTES, note } from './notes.ts';
import type { MemberRef, MessageRef } from './refs.ts';
import type { RunRequest } from './request-store.ts';
import { plainMentions } from './shown-text.ts';
import type { Captured } from './source.ts';
import type { KnownRun } from './thread-reader.ts';

type Deps = Pick<ClickDeps, 'platform' | 'requests'>;

/** The message a text came from, as it stands now. */
interface Original {
  readonly message: MessageRef;
  readonly now: Captured;
}

/** The button that offers it; null where nothing can be replaced, or not by this member. */
export async function replaceButton(
  deps: Deps,
  { known, thread, by }: Click,
): Promise<Button | null> {
  const { current } = thread.state;
  if (current === null || (await findOriginal(deps, known, by)) === null) return null;
  return versionButton('Replace my message', 'replace', thread.runId, current.number);
}

/** Shows the author both texts; nothing is replaced yet. */
export async function previewReplacing(deps: ClickDeps, click: Click): Answer {
  return preview(
    deps,
    click,
    '**This replaces your message.** You can edit it afterwards as ever.',
  );
}

/** Replaces what was previewed; words that were edited since are previewed anew. */
export async function replaceSource(deps: ClickDeps, click: Click): Answer {
  const { action, by, known, thread } = click;
  const { current } = thread.state;
  const original = await findOriginal(deps, known, by);
  const rewrite = deps.platform(known.run.platform)?.rewrite;
  if (current === null || original === null || rewrite === undefined) return NOTES.notReplaceable();
  const { message, now } = original;
  if (now.text === current.text) return NOTES.replaced();
  const isSeen = action.commentId === seenId(current.number, now);
  if (isSeen && (await rewrite(message, { from: now.hash, to: current.text }))) {
    return NOTES.replaced();
  }
  return preview(
    deps,
    click,
    '**Your message or the draft has changed since you looked**, so nothing was replaced. This is how they stand now.',
  );
}

async function preview(deps: Deps, { known, thread, by }: Click, title: string): Answer {
  const { current } = thread.state;
  const original = await findOriginal(deps, known, by);
  if (current === null || original === null) return NOTES.notReplaceable();
  const { now } = original;
  if (now.text === current.text) return note('Your message says exactly this already.');
  const button: Button = {
    label: 'Replace it',
    action: {
      verb: 'replace-now',
      runId: thread.runId,
      commentId: seenId(current.number, now),
    },
    style: 'primary',
  };
  const say = (markdown: string): Message['parts'][number] => ({ markdown, buttons: [] });
  const words = (text: string, buttons: readonly Button[]): Message['parts'][number] => ({
    markdown: plainMentions(text),
    buttons,
    isDraft: true,
  });
  return {
    identity: null,
    parts: [
      ...[say(title), say('It says now:'), words(now.text, [])],
      ...[say('It will say:'), words(current.text, [button])],
    ],
  };
}

/** Both texts that somebody looked at, as an action carries them. */
function seenId(revision: number, { hash }: Captured): string {
  return `${versionOf(revision)}.${hash.slice(0, 12)}`;
}

/** The one message a run's text came from, while it can be replaced by who wrote it. */
async function findOriginal(
  deps: Deps,
  { run, request }: KnownRun,
  by: MemberRef,
): Promise<Original | null> {
  const platform = deps.platform(run.platform);
  if (platform?.rewrite === undefined) return null;
  const { source, scope } = await firstRequest(deps, request);
  if (source === null || scope === 'thread') return null;
  const now = await platform.source.read(source, 'message').catch(() => null);
  // What stands in a file is not in the message.
  if (now === null || now.author !== by || now.fromFile === true) return null;
  return { message: source, now };
}

/** Most runs that went on from one another. */
const MAX_STEPS = 50;

/** The request that the runs before this one go back to. */
async function firstRequest(
  { requests }: Pick<Deps, 'requests'>,
  request: RunRequest,
): Promise<RunRequest> {
  let first = request;
  for (let step = 0; step < MAX_STEPS && first.source === null; step += 1) {
    const before = followedRun(first.claim);
    const found = before === null ? null : await requests.request(before);
    if (found === null) break;
    first = found;
  }
  return first;
}
