import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import type { CriticView } from '../../src/loop/critic.ts';
import { divideText } from '../../src/loop/prompts/sections.ts';
import { createRevision } from '../../src/loop/revision.ts';
import type { WriterView } from '../../src/loop/writer.ts';
import { PLAIN_OPTIONS } from '../../src/models/editor-options.ts';
import type { Model } from '../../src/models/model.ts';
import { createModelCritic } from '../../src/models/model-critic.ts';
import { createModelJudge } from '../../src/models/model-judge.ts';
import { createModelWriter } from '../../src/models/model-writer.ts';
import { SCRIPTED_USAGE } from '../../src/models/scripted.ts';
import { openTokenCounter } from '../../src/models/tokens.ts';
import { lineEditor } from '../../src/personas/line-editor.ts';

const never = new AbortController().signal;
const VIEW: CriticView = { round: 1, facts: [], planned: [] };

/** Chapters of a few hundred words, each with one sentence of its own. */
const CHAPTERS = Array.from({ length: 12 }, (_, at) => {
  const filler = 'The team meets every week and writes down what it decided. '.repeat(30);
  return `# Chapter ${at + 1}\n\n${filler}\n\nOnly here stands marker ${at + 1}.\n\n`;
});
const LONG = CHAPTERS.join('');
const SMALL_WINDOW = { ...PLAIN_OPTIONS, windowTokens: 8_000 };

function recording(answer: (prompt: string) => object) {
  const prompts: string[] = [];
  const model: Model = {
    name: 'stub',
    async complete(request) {
      const { stable, round } = request.prompt;
      prompts.push(round);
      return {
        value: request.schema.parse(answer(round)),
        usage: { ...SCRIPTED_USAGE, inputTokens: Buffer.byteLength(stable + round) / 4 },
        finish: 'stop',
      };
    },
  };
  return { model, prompts };
}

const remarkOn = (words: string) => ({
  quote: words,
  sentenceId: null,
  lastSentenceId: null,
  kind: 'clarity',
  severity: 'major',
  problem: 'Nobody knows what that is.',
  why: 'Readers stop.',
  suggestion: { action: 'replace', text: `${words} now`, instruction: `Write “${words} now”.` },
});

const critiqueOf = (round: string) => ({
  checks: [{ id: 'one-reading', pass: !round.includes('marker 3') }],
  strengths: [],
  comments: [...round.matchAll(/Only here stands (marker \d+)/g)].map(([, words]) =>
    remarkOn(words ?? ''),
  ),
  followUps: [],
  criteria: [{ id: 'clarity', score: 3 }],
  verdict: 'revise',
});

describe('a draft beyond the window', () => {
  it('is read in sections, every word once, each with an outline of the others', async () => {
    const { model, prompts } = recording(critiqueOf);
    const critic = createModelCritic({ modelFor: () => model, options: SMALL_WINDOW });
    const revision = createRevision(1, LONG, null);
    const reply = await critic.critique(lineEditor, revision, VIEW, never);

    expect(prompts.length).toBeGreaterThan(1);
    for (const number of CHAPTERS.keys()) {
      const asked = `Only here stands marker ${number + 1}.`;
      expect(prompts.filter((prompt) => prompt.includes(asked))).toHaveLength(1);
    }
    for (const prompt of prompts) {
      expect(prompt).toContain(`of ${prompts.length} of a longer text`);
      expect(prompt).toContain('Chapter 12');
    }
    expect(reply.usage.calls).toBe(prompts.length);
    expect(reply.limits?.join()).toContain(`read in ${prompts.length} sections`);
    expect(reply.checks).toEqual([{ id: 'one-reading', pass: false }]);
    expect(reply.criteria).toEqual([{ id: 'clarity', score: 3 }]);
    expect(reply.comments).toHaveLength(CHAPTERS.length);
  });

  it('keeps the sentence numbers of the whole', async () => {
    const { model, prompts } = recording(critiqueOf);
    const whole = createModelCritic({ modelFor: () => model });
    const parts = createModelCritic({ modelFor: () => model, options: SMALL_WINDOW });
    for (const critic of [whole, parts]) {
      await critic.critique(lineEditor, createRevision(1, LONG, null), VIEW, never);
    }
    const numberOf = (text = '') => /\[(S\d+)\] Only here stands marker 12\./.exec(text)?.[1];
    expect(numberOf(prompts[0])).toMatch(/^S\d+$/);
    expect(numberOf(prompts.at(-1))).toBe(numberOf(prompts[0]));
  });

  it('is refined only in the sections that the plan is about, by edits', async () => {
    const { model, prompts } = recording((round) => ({
      edits: [...round.matchAll(/"quote":"(marker \d+)"/g)].map(([, words]) => ({
        commentIds: [`1.a.${words?.slice(7)}`],
        sentenceId: null,
        find: words,
        replace: `${words} now`,
      })),
      notAddressed: [],
      noChange: null,
    }));
    const writer = createModelWriter({ model, options: SMALL_WINDOW });
    const plan = [2, 11].map((number): Comment => {
      const quote = `marker ${number}`;
      const start = LONG.indexOf(`stands ${quote}.`) + 7;
      return {
        ...remarkOn(quote),
        id: `1.a.${number}`,
        fingerprint: quote,
        source: { persona: 'a' },
        raisedBy: ['a'],
        kind: 'clarity',
        severity: 'major',
        anchor: {
          type: 'quote',
          sentenceId: 'S1',
          quote,
          start,
          end: start + quote.length,
          match: 'exact',
        },
        suggestion: { action: 'replace', text: `${quote} now`, instruction: 'Say when.' },
        status: 'planned',
      };
    });
    const view: WriterView = {
      round: 1,
      editStyle: 'rewrite',
      brief: '',
      ledger: [],
      protectedSpans: [],
    };
    const reply = await writer.refine(createRevision(1, LONG, null), plan, view, never);
    expect(prompts).toHaveLength(2);
    expect(reply).toMatchObject({
      type: 'edits',
      edits: [{ find: 'marker 2' }, { find: 'marker 11' }],
      usage: { calls: 2 },
    });
  });

  it('is not asked for where the brief alone is beyond the window, with the numbers and no call', async () => {
    const { model, prompts } = recording(() => ({ text: 'A draft.' }));
    const writer = createModelWriter({ model, options: SMALL_WINDOW });
    const asked = writer.generate({ brief: LONG.repeat(2), personas: [lineEditor] }, never);
    await expect(asked).rejects.toMatchObject({
      code: 'window_too_small',
      message: expect.stringMatching(/come to [\d,]+ tokens.*room for [\d,]+ beside its answer/),
    });
    expect(prompts).toEqual([]);
    const short = writer.generate({ brief: 'a notice', personas: [lineEditor] }, never);
    expect(await short).toMatchObject({ text: 'A draft.' });
  });

  it('is not compared with another where both are beyond the window', async () => {
    const { model, prompts } = recording(() => ({ reason: 'x', better: 'A' }));
    const judge = createModelJudge({ model, options: SMALL_WINDOW });
    const compare = (first: string) =>
      judge.compare({ first, second: 'Short.', brief: '', personas: [lineEditor] }, never);
    await expect(compare(LONG.repeat(2))).rejects.toThrow(
      'Two candidates are too long to be compared',
    );
    expect(prompts).toEqual([]);
    expect(await compare('Long.')).toMatchObject({ better: 'first' });
  });

  it('is refused with the window when not even a section would fit', async () => {
    const { model } = recording(critiqueOf);
    const options = { ...PLAIN_OPTIONS, windowTokens: 2_000 };
    const critic = createModelCritic({ modelFor: () => model, options });
    await expect(
      critic.critique(lineEditor, createRevision(1, LONG, null), VIEW, never),
    ).rejects.toThrow(/window of 2000 tokens is too small/);
  });
});

describe('sections', () => {
  it.each([
    [
      'headings',
      '# A\n\none two\n\n# B\n\nthree four\n',
      ['# A\n\none two\n\n', '# B\n\nthree four\n'],
    ],
    ['paragraphs', 'one two.\n\nthree four.\n', ['one two.\n\n', 'three four.\n']],
    ['sentences', 'It is one. It is two.', ['It is one. ', 'It is two.']],
    ['nothing', 'onewordthatislongerthanallthat', ['onewordthatislongerthanallthat']],
  ])('begin at %s and are together the text', (_where, text, expected) => {
    const parts = divideText(text, 20, (part) => part.length);
    expect(parts.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

describe('tokens', () => {
  it('are counted only where a text might be too long', async () => {
    const bytes = await openTokenCounter('héllo', 6);
    expect(bytes('héllo')).toBe(6);
    const counted = await openTokenCounter('hello world '.repeat(100), 600);
    expect(counted('hello world '.repeat(100))).toBeLessThan(300);
    expect(counted('<|endoftext|>')).toBeGreaterThan(1);
  });
});
