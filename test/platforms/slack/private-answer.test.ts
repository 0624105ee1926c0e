import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/review/message.ts';
import { type Stage, setUpStages } from './cases.ts';
import { DRAFT, listeningReviews } from './rig.ts';

const stageFor = setUpStages();
const SENTENCES = (posts: number) =>
  Array.from({ length: posts * 36 }, (_, at) => `Sentence ${at} ${'of it '.repeat(14)}.`);

/** A core that answers every request with a note of so many posts. */
async function open(posts: number): Promise<Stage> {
  const note: Message = {
    identity: null,
    parts: [{ markdown: SENTENCES(posts).join('\n\n'), buttons: [] }],
  };
  const { reviews } = listeningReviews();
  return stageFor({ reviews: { ...reviews, request: async () => ({ type: 'note', note }) } });
}

describe('a private answer that takes several posts', () => {
  it('is said in full where it was asked, within what the address takes', async () => {
    const stage = await open(3);
    const { ines, channel, slack } = stage;
    const { body } = await ines.command(channel, '/refine', DRAFT);
    const said = () =>
      [JSON.stringify(body), ...stage.notesTo(ines).map(({ text }) => text)].join(' ');
    await slack.until(() => said().includes('Sentence 107 '), 'the end of it');
    for (let at = 0; at < 108; at += 1) expect(said()).toContain(`Sentence ${at} `);
    expect(slack.callsOf('respond').length).toBeLessThanOrEqual(4);
  });

  it('goes on in direct messages where the address takes no more, and says so', async () => {
    const stage = await open(9);
    const { ines, channel, slack } = stage;
    const { body } = await ines.command(channel, '/refine', DRAFT);
    await stage.note(ines, 'The rest did not fit here');
    const said = [JSON.stringify(body), ...stage.notesTo(ines).map(({ text }) => text)].join(' ');
    for (let at = 0; at < 324; at += 1) expect(said).toContain(`Sentence ${at} `);
    expect(slack.callsOf('respond').length).toBeLessThanOrEqual(4);
    expect(ines.dm().messages().length).toBeGreaterThan(3);
  });

  it('comes another way when the address is worn out', async () => {
    const stage = await open(3);
    const { ines, channel, slack } = stage;
    slack.fault({ method: 'respond', effect: { status: 404, body: 'used_url' } });
    const { body } = await ines.command(channel, '/refine', DRAFT);
    const last = await stage.note(ines, 'Sentence 107 ');
    expect(last.privateTo ?? ines.dm().id).toBeTruthy();
    const said = [JSON.stringify(body), ...stage.notesTo(ines).map(({ text }) => text)].join(' ');
    for (let at = 0; at < 108; at += 1) expect(said).toContain(`Sentence ${at} `);
  });

  it('of a shortcut is said in full as well', async () => {
    const stage = await open(3);
    const { ines, channel, slack } = stage;
    await ines.shortcut('review_message', ines.post(channel, DRAFT));
    await stage.note(ines, 'Sentence 107 ');
    const said = stage
      .notesTo(ines)
      .map(({ text }) => text)
      .join(' ');
    for (let at = 0; at < 108; at += 1) expect(said).toContain(`Sentence ${at} `);
    expect(slack.callsOf('respond').length).toBeLessThanOrEqual(5);
  });
});
