/*
 * A model that does its job on any text in any language, for servers that misbehave on top of it. Its
 * remarks are too short to be in a language, and all it ever changes is one word a round, which gets an “x”.
 */
import { extractFacts } from '../../src/text/facts.ts';
import { ACCEPT } from './editor-replies.ts';
import type { FakeReply, FakeScript, ReceivedRequest } from './openai-server.ts';

/** The text in a prompt without its tags and numbers. */
export function textOf({ prompt }: ReceivedRequest): string {
  const block = /<doc-[0-9a-f]+(?:-a)?>\n([\s\S]*?)\n<\/doc-/.exec(prompt)?.[1] ?? '';
  return block.replaceAll(/\[S\d+\] ?/g, '');
}

/** A word of the text that nothing hangs on, once it was not changed yet. */
export function wordIn(text: string): string {
  const words = [
    ...(text.match(/(?<=[\p{Ll}\p{Lo}] )[\p{Ll}\p{Lo}]{4,}(?= [\p{Ll}\p{Lo}])/gu) ?? []),
    // Chinese and Japanese put no spaces between words.
    ...(text.match(/(?<=\p{Lo})[\p{sc=Han}\p{sc=Hiragana}]{4}(?=\p{Lo})/gu) ?? []),
  ];
  const isPlain = (word: string) =>
    text.split(word).length === 2 && extractFacts(`We ${word} it.`).length === 0;
  return words.find(isPlain) ?? '';
}

/** A remark on some words, changed as wished. */
export function remarkOn(quote: string, more: object = {}): object {
  return {
    quote,
    sentenceId: null,
    lastSentenceId: null,
    kind: 'clarity',
    severity: 'major',
    problem: `„${quote}“?`,
    why: '—',
    suggestion: { action: 'replace', text: `${quote}x`, instruction: `→ ${quote}x` },
    ...more,
  };
}

/** An answer of an editor with these remarks. */
export function critiqueWith(...comments: object[]): FakeReply {
  return {
    content: {
      checks: [],
      strengths: [],
      comments,
      followUps: [],
      criteria: [],
      verdict: comments.length === 0 ? 'accept' : 'revise',
    },
  };
}

/** A comment of the plan, as the writer is shown it. */
export interface PlannedComment {
  readonly id: string;
  readonly sentenceId: string;
  readonly quote: string;
  readonly suggestion: { readonly action: string; readonly text?: string | null };
}

/** The comments of the plan. */
export function records({ prompt }: ReceivedRequest): PlannedComment[] {
  const lines = /<plan-[0-9a-f]+>\n([\s\S]*?)\n<\/plan-/.exec(prompt)?.[1]?.split('\n') ?? [];
  return lines.map((line) => JSON.parse(line));
}

/** Does what is asked: marks a word, carries out the plan, writes the text anew. */
export const wellBehaved: FakeScript = (request) => {
  const text = textOf(request);
  if (request.purpose === 'critique') {
    const word = wordIn(text);
    return word === '' || text.includes(`${word}x`) ? ACCEPT : critiqueWith(remarkOn(word));
  }
  if (request.purpose === 'edits') {
    const edits = records(request).map((record) => ({
      commentIds: [record.id],
      sentenceId: record.sentenceId,
      find: record.quote,
      replace: wordsFor(record),
    }));
    return { content: { edits, notAddressed: [], noChange: null } };
  }
  return { content: { text: rewritten(request), noChange: null } };
};

/** What a comment wants in the place of its quote; the quote itself where it gives no words. */
export function wordsFor({ quote, suggestion: { action, text } }: PlannedComment): string {
  if (action === 'delete') return '';
  if (action === 'insert') return quote + (text ?? '');
  return text ?? quote;
}

/** The whole text with the plan carried out. */
export function rewritten(request: ReceivedRequest): string {
  return records(request).reduce(
    (text, record) => text.replace(record.quote, () => wordsFor(record)),
    textOf(request),
  );
}

/** The same answer with its content changed. */
export function changed(reply: FakeReply, change: (content: object) => object | string): FakeReply {
  return 'content' in reply && typeof reply.content === 'object' && reply.content !== null
    ? { ...reply, content: change(reply.content) }
    : reply;
}

/** The same answer, said to have come about otherwise. */
export function withMore(reply: FakeReply, more: object): FakeReply {
  return 'content' in reply ? { ...reply, ...more } : reply;
}

/** The same answer whatever is asked. */
export const always =
  (reply: FakeReply): FakeScript =>
  () =>
    reply;

/** Reads as it should and writes otherwise. */
export const onWriting =
  (reply: (request: ReceivedRequest) => FakeReply): FakeScript =>
  (request) =>
    request.purpose === 'critique' ? wellBehaved(request) : reply(request);

/** Writes as it should and reads otherwise. */
export const onReading =
  (reply: (request: ReceivedRequest) => FakeReply): FakeScript =>
  (request) =>
    request.purpose === 'critique' ? reply(request) : wellBehaved(request);
