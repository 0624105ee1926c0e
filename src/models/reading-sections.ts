import type { SectionView } from '../loop/prompts/critique-prompt.ts';
import type { DocumentView } from '../loop/prompts/document.ts';
import type { Prompt } from '../loop/prompts/prompt.ts';
import { divideText } from '../loop/prompts/sections.ts';
import type { Range } from '../text/range.ts';
import { UserError } from '../user-error.ts';
import { openTokenCounter } from './tokens.ts';

/** One part of a text as a model is shown it; `view` is null when the part is the whole. */
export interface ReadingSection {
  readonly range: Range;
  readonly view: SectionView | null;
}

export interface Window {
  /** The prompt without the text. */
  readonly around: Prompt;
  readonly answerTokens: number;
  readonly windowTokens: number;
}

/** Sentence numbers and escapes make the view of a text this much longer than the text. */
const VIEW_FACTOR = 1.15;
/** The topics of the other sections. */
const OUTLINE_TOKENS = 1_500;
/** Sections of less than this would cost more in contracts than they say. */
const LEAST_SECTION = 500;

/**
 * The sections a text is read in, together the whole text; one when it fits the window. Rejects with a
 * `UserError` when the window has no room for any text beside the contract.
 */
export async function sectionsFor(
  document: DocumentView,
  text: string,
  { around, answerTokens, windowTokens }: Window,
): Promise<readonly ReadingSection[]> {
  const whole: ReadingSection = { range: { start: 0, end: text.length }, view: null };
  const answer = answerRoom(windowTokens, answerTokens);
  const everything = `${around.stable}\n${around.round}\n${document.block}`;
  const count = await openTokenCounter(everything, windowTokens - answer);
  if (count(everything) <= windowTokens - answer) return [whole];
  const room = windowTokens - answer - count(`${around.stable}\n${around.round}`) - OUTLINE_TOKENS;
  const most = Math.floor(room / VIEW_FACTOR);
  if (most < LEAST_SECTION) {
    throw new UserError(
      `The model's window of ${windowTokens} tokens is too small for a review. Choose a model with a larger one, or correct MODEL_WINDOW_TOKENS.`,
      { code: 'window_too_small' },
    );
  }
  const sections = divideText(text, most, count);
  if (sections.length === 1) return [whole];
  const topics = sections.map((range) => topicOf(document.blockOf(range)));
  return sections.map((range, at) => ({
    range,
    view: { block: document.blockOf(range), topics: nearest(topics, at), at },
  }));
}

/** The tokens kept free for an answer: one that may fill most of a small window would leave no room to ask. */
export function answerRoom(windowTokens: number, answerTokens: number): number {
  return Math.min(answerTokens, Math.floor(windowTokens / 3));
}

/**
 * Rejects with a `UserError` that says what is too long, and by how much, when a prompt that cannot be read in
 * sections leaves no room for its answer.
 */
export async function assertFits(
  prompt: Prompt,
  { answerTokens, windowTokens }: Omit<Window, 'around'>,
  what: string,
): Promise<void> {
  const most = windowTokens - answerRoom(windowTokens, answerTokens);
  const words = `${prompt.stable}\n${prompt.round}`;
  const tokens = (await openTokenCounter(words, most))(words);
  if (tokens <= most) return;
  const number = (count: number) => count.toLocaleString('en');
  throw new UserError(
    `${what}: they come to ${number(tokens)} tokens, and the model's window has room for ${number(most)} beside its answer. Shorten them, or choose a model with a larger window.`,
    { code: 'window_too_small' },
  );
}

/** True when a prompt leaves room for its answer. */
export async function fitsWindow(
  { stable, round }: Prompt,
  { answerTokens, windowTokens }: Omit<Window, 'around'>,
): Promise<boolean> {
  const most = windowTokens - answerRoom(windowTokens, answerTokens);
  const prompt = `${stable}\n${round}`;
  return (await openTokenCounter(prompt, most))(prompt) <= most;
}

/** An outline of a very long text holds what lies around the section, so that it stays an outline. */
function nearest(topics: readonly string[], at: number): readonly string[] {
  const reach = 12;
  return topics.map((topic, other) => (Math.abs(other - at) <= reach ? topic : '…'));
}

const TOPIC_CHARS = 160;

/** A section's headings, or how it begins, as the model sees it: a secret cut in two would be none any more. */
function topicOf(block: string): string {
  const lines = block
    .split('\n')
    .slice(1, -1)
    .map((line) => line.replaceAll(/\[S\d+\] ?/g, '').trim())
    .filter((line) => line !== '');
  const headings = lines.filter((line) => /^#{1,3}[ \t]/.test(line));
  const shown = headings.length > 0 ? headings : lines.slice(0, 1);
  const chars = [...shown.map((line) => line.replace(/^#+[ \t]+/, '')).join(' · ')];
  return chars.length <= TOPIC_CHARS ? chars.join('') : `${chars.slice(0, TOPIC_CHARS).join('')}…`;
}
