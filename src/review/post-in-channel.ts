/*
 * *Post in channel*: the final text leaves the thread, under the bot's name with its author's. It is the one
 * post of ours that notifies people, so who that is stands in a preview first, and only the author (or an
 * admin) sends it.
 */
import { type Answer, type Click, type ClickDeps, isPrivate } from './click.ts';
import { mayDecide, versionButton, versionOf } from './final-text.ts';
import type { Message, MessagePart } from './message.ts';
import { NOTES } from './notes.ts';
import { postOnce } from './post-once.ts';
import { escapeMarkdown, liveMentions, oneLine, plainMentions } from './shown-text.ts';
import { listWords } from './words.ts';

/** Shows who posts it exactly what will stand there and whom it notifies; nothing is posted yet. */
export async function previewPost(deps: ClickDeps, click: Click): Answer {
  const { by, known, thread } = click;
  if (!(await mayDecide(deps, known, by))) return NOTES.notTheAuthor(isPrivate(known));
  const { current } = thread.state;
  if (current === null || placeOf(deps, click) === null) return NOTES.over();
  const { names } = liveMentions(current.text);
  const told =
    names.length === 0
      ? 'Nobody is notified by it.'
      : `It notifies ${listWords(names.map((name) => `**@${escapeMarkdown(oneLine(name))}**`))}.`;
  const button = versionButton('Post it', 'post-now', thread.runId, current.number);
  return {
    identity: null,
    parts: [
      { markdown: `**This is what the channel will see.** ${told}`, buttons: [] },
      { markdown: plainMentions(current.text), buttons: [button], isDraft: true },
      { markdown: await creditOf(deps, click), buttons: [] },
    ],
  };
}

/** Posts what was previewed, once; a text that changed since is previewed anew. */
export async function postInChannel(deps: ClickDeps, click: Click): Answer {
  const { action, by, known, thread } = click;
  if (!(await mayDecide(deps, known, by))) return NOTES.notTheAuthor(isPrivate(known));
  const { current } = thread.state;
  const place = placeOf(deps, click);
  if (place === null || current === null) return NOTES.over();
  if (action.commentId !== versionOf(current.number)) return previewPost(deps, click);
  const { markdown, names } = liveMentions(current.text);
  const words: MessagePart = {
    markdown,
    buttons: [],
    ...(names.length === 0 ? {} : { notifies: true }),
  };
  const credit: MessagePart = { markdown: await creditOf(deps, click), buttons: [] };
  const message: Message = { identity: null, parts: [words, credit] };
  const post = { slot: `post/${current.number}`, message };
  return (await postOnce(deps, known, place, post)) ? NOTES.posted(place) : NOTES.over();
}

function placeOf(deps: ClickDeps, { known }: Click) {
  return deps.platform(known.run.platform)?.channelOf(known.request.thread) ?? null;
}

/** Whose words they are, as small print. */
async function creditOf(deps: ClickDeps, { known }: Click): Promise<string> {
  const author = known.captured?.author ?? known.run.requester;
  const name =
    author === null
      ? null
      : await deps
          .platform(known.run.platform)
          ?.nameOf(author)
          .catch(() => null);
  return name
    ? `_By ${escapeMarkdown(oneLine(name))}, edited with Bluepencil_`
    : '_Edited with Bluepencil_';
}
