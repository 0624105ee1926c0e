/* What the author does with the text in the end: takes it, or shows it where the review was asked for. */
import { type Answer, type Click, type ClickDeps, isPrivate } from './click.ts';
import { mayDecide, versionButton, versionOf } from './final-text.ts';
import type { Message } from './message.ts';
import { NOTES } from './notes.ts';
import { postOnce } from './post-once.ts';
import { replaceButton } from './replace-source.ts';
import { redraw } from './settle.ts';
import { plainMentions } from './shown-text.ts';

/** Chooses the text that counts now, and hands it over ready to copy. */
export async function use(deps: ClickDeps, click: Click): Answer {
  const { by, known, thread } = click;
  if (!(await mayDecide(deps, known, by))) return NOTES.notTheAuthor(isPrivate(known));
  const { runId, state } = thread;
  if (deps.underWay.tell(runId, { type: 'final' })) return null;
  if (state.current === null) return NOTES.over();
  const { number, text } = state.current;
  await deps.decisions.decide(runId, {
    subject: `revision/${number}`,
    decision: 'used',
    member: by,
  });
  await deps.underWay.exclusively(runId, () => redraw(deps, known));
  const place = deps.platform(known.run.platform)?.channelOf(known.request.thread) ?? null;
  const replace = await replaceButton(deps, click);
  return NOTES.readyToCopy(plainMentions(text), [
    ...(place === null ? [] : [versionButton('Post in channel', 'post', thread.runId, number)]),
    ...(replace === null ? [] : [replace]),
  ]);
}

/** Shows its requester exactly what would be shared, and nothing to anybody else yet. */
export async function preview(_deps: ClickDeps, { by, known, thread }: Click): Answer {
  if (by !== known.run.requester) return NOTES.notWhoAsked();
  const { current } = thread.state;
  if (current === null) return NOTES.over();
  const button = versionButton('Share it', 'share-now', thread.runId, current.number);
  const parts = sharedMessage(current.text).parts.map((part) =>
    part.isDraft ? { ...part, buttons: [button] } : part,
  );
  const title = '**This is what the others will see.** Nobody is notified by it.';
  return { identity: null, parts: [{ markdown: title, buttons: [] }, ...parts] };
}

/** Posts what was previewed where the review was asked for, once; a text that changed since is previewed anew. */
export async function share(deps: ClickDeps, click: Click): Answer {
  const { action, by, known, thread } = click;
  const { run, request } = known;
  if (by !== run.requester) return NOTES.notWhoAsked();
  const { current } = thread.state;
  if (current === null) return NOTES.over();
  if (action.commentId !== versionOf(current.number)) return preview(deps, click);
  const post = { slot: `share/${current.number}`, message: sharedMessage(current.text) };
  const isShared = await postOnce(deps, known, request.thread, post);
  return isShared ? NOTES.shared(request.thread) : NOTES.over();
}

function sharedMessage(text: string): Message {
  return {
    identity: null,
    parts: [
      { markdown: '**A draft, shared by its author**', buttons: [] },
      { markdown: plainMentions(text), buttons: [], isDraft: true },
    ],
  };
}
