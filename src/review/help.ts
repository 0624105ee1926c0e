import type { QueueStats } from './job-queue.ts';
import type { Message } from './message.ts';
import { note } from './notes.ts';
import { count } from './words.ts';

/** How a platform's members ask, where platforms differ: each a sentence or the end of one. */
export interface WaysIn {
  readonly textAtHand: string;
  readonly nothingYet: string;
  readonly moreChoice: string;
  readonly options: string;
  readonly status: string;
}

/** Where commands are typed with everything in one line. */
const TYPED: WaysIn = {
  textAtHand: '`/refine` and the text; only you see the review.',
  nothingYet: '`/refine write` and what it should say.',
  moreChoice: '`/refine` alone opens a form.',
  options:
    'Before the text you may set `--preset announcement`, `--persona "Line editor"`, `--rounds 2`, `--rewrite` or `--public`.',
  status: '`/refine status` shows whether a model is set up and how busy I am.',
};

/** What Bluepencil does and how to ask for it. */
export function helpMessage(ways: WaysIn = TYPED): Message {
  return note(
    [
      '**Bluepencil reads a draft the way an editor would**: it quotes the words it means, says why, and hands back a version with only that changed.',
      [
        '- **A message that stands already**: choose *Review this message*, or react with ✏️ (the editors of this channel), ✂️ (line editor) or 🔍 (fact checker).',
        `- **A text at hand**: ${ways.textAtHand}`,
        `- **Nothing yet**: ${ways.nothingYet}`,
        `- **More choice**: ${ways.moreChoice}`,
        '- **In a thread**: `@Bluepencil` reviews what the thread hangs on; the emoji work there too. `@Bluepencil shorter`, or whatever you want of the text, is answered with the next revision; `again` and `stop` do what they say. A ✅ of yours on what somebody else says there makes their words count as yours.',
      ].join('\n'),
      ways.options,
      ways.status,
    ].join('\n\n'),
  );
}

/** How things stand with this installation. */
export interface Status {
  readonly version: string;
  /** The models' names; null when none is set up. */
  readonly model: string | null;
  /** What is wrong with the model server, as a sentence; null when nothing is known to be. */
  readonly modelTrouble: string | null;
  /** What an admin does to set one up, as a sentence. */
  readonly howToSetModel: string;
  readonly queue: QueueStats;
}

/** How things stand, and how to set up what is missing. */
export function statusMessage(status: Status): Message {
  const { version, model, modelTrouble, howToSetModel, queue } = status;
  const load =
    queue.active + queue.waiting === 0
      ? 'No review is running.'
      : `${count(queue.active, 'review')} running, ${queue.waiting.toLocaleString('en')} waiting.`;
  const editors =
    model === null
      ? `No model is set up, so the copy editor works alone, with rules, and no text leaves this machine. To wake the other editors: ${howToSetModel}`
      : [`The editors read with ${model}.`, modelTrouble ?? ''].join(' ').trim();
  return note([`**Bluepencil ${version}** · ${load}`, editors].join('\n\n'));
}
