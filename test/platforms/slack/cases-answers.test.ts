import { afterEach, describe, expect, it } from 'vitest';
import type { Critic } from '../../../src/loop/critic.ts';
import { BUILT_IN_SETTINGS } from '../../../src/settings/settings.ts';
import { UserError } from '../../../src/user-error.ts';
import { panelCritic } from '../../review/room.ts';
import { closeStage, openStage, type Stage } from './cases.ts';
import { DRAFT, type SlackRigOptions } from './rig.ts';

const stages: Stage[] = [];
let expected: RegExp | null = null;
afterEach(async () => {
  const foreseen = expected;
  expected = null;
  for (const stage of stages.splice(0)) await closeStage(stage, foreseen);
});
const open = async (options: SlackRigOptions = {}) => {
  const stage = await openStage(options);
  stages.push(stage);
  return stage;
};
const failing = (error: Error): Critic => ({ critique: () => Promise.reject(error) });

describe('what is said, as it went wrong elsewhere', () => {
  it('RC-045 no post and no change of one shows previews of links', async () => {
    const { ines, tomek, channel, slack, over } = await open({
      critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
    });
    const links = [1, 2, 3, 4].map((at) => `https://ex.org/${at}`).join(' ');
    const draft = ines.post(channel, `${DRAFT} See ${links}`);
    tomek.react(draft, 'pencil2');
    await over(draft);
    const said = slack.callsOf('chat.postMessage').map(({ args }) => args);
    expect(said.length).toBeGreaterThan(0);
    for (const args of said) {
      expect(args).toMatchObject({ unfurl_links: false, unfurl_media: false });
    }
    expect(channel.thread(draft).some(({ previews }) => previews)).toBe(false);
  });

  it('RC-065 a digest is one post a round and one at the end, never also sent to the channel', async () => {
    const { ines, tomek, channel, slack, over } = await open({
      settings: {
        delivery: 'digest',
        personas: ['senior-editor', 'line-editor', 'skeptical-reader'],
      },
      critic: panelCritic({
        'line-editor': [['very very', 'very']],
        'senior-editor': [['the lift', 'the new lift']],
      }),
    });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await over(draft);
    expect(channel.thread(draft).length).toBeLessThanOrEqual(2);
    const said = slack.callsOf('chat.postMessage').map(({ args }) => args);
    expect(said.filter(({ reply_broadcast: too }) => too)).toEqual([]);
  });

  it('RC-066 whoever may not ask is told alone, with a next step', async () => {
    const { acme, channel, ines, slack, note, publicPosts, quiet } = await open();
    const guest = acme.member('Gina Guest', { role: 'multi-channel guest' });
    channel.invite(guest);
    const draft = ines.post(channel, DRAFT);
    guest.react(draft, 'pencil2');
    await note(guest, 'members of this workspace');
    await slack.settled();
    await quiet();
    expect(publicPosts()).toEqual([]);
  });

  it('RC-066, RC-093 a server that fails is told to who asked, with a reference, and no word gets into the log', async () => {
    expected = /./;
    const { channel, ines, tomek, note, publicPosts, quiet, logged, errors } = await open({
      critic: failing(new UserError('The model server answered 500.', { code: 'model_error' })),
    });
    const draft = ines.post(channel, `${DRAFT} canaryword`);
    tomek.react(draft, 'pencil2');
    const told = await note(tomek, 'ref');
    expect(told.text).toContain('The model server answered 500.');
    await quiet();
    expect(publicPosts().filter(({ text }) => text.includes('500'))).toEqual([]);
    expect(channel.message(draft)?.reactions).toHaveProperty('warning');
    expect(JSON.stringify([logged, errors.map(String)])).not.toContain('canaryword');
  });

  it('RC-083 limits in a 429 and in a 200 are waited for; everything comes once and in order', async () => {
    const { ines, tomek, channel, slack, over } = await open({
      settings: { personas: ['senior-editor', 'line-editor', 'skeptical-reader', 'fact-checker'] },
      critic: panelCritic({
        'senior-editor': [['the lift', 'the new lift']],
        'line-editor': [['very very', 'very']],
        'skeptical-reader': [['a very very long']],
        'fact-checker': [['This is']],
      }),
    });
    const isNth = (nth: number) => {
      let seen = 0;
      return () => {
        seen += 1;
        return seen === nth;
      };
    };
    slack.fault({
      method: 'chat.postMessage',
      times: 1,
      when: isNth(2),
      effect: { rateLimited: 1 },
    });
    slack.fault({
      method: 'chat.postMessage',
      times: 1,
      when: isNth(4),
      effect: { error: 'ratelimited', more: { response_metadata: { retry_after: 1 } } },
    });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await over(draft);
    const names = channel.thread(draft).map(({ by }) => by);
    expect(new Set(names).size).toBe(names.length);
    expect(names.at(-1)).toBe('Bluepencil');
    expect(names.length).toBeGreaterThanOrEqual(4);
  });

  it('RC-095 the review beyond a member’s day is refused privately, and asks no editor', async () => {
    let asked = 0;
    const inner = panelCritic({ 'line-editor': [['very very', 'very']] });
    const { ines, tomek, channel, over, note, slack, quiet } = await open({
      settings: { budget: { ...BUILT_IN_SETTINGS.budget, reviewsPerMember: 1 } },
      critic: {
        critique: (...given) => {
          asked += 1;
          return inner.critique(...given);
        },
      },
    });
    const first = ines.post(channel, DRAFT);
    tomek.react(first, 'pencil2');
    await over(first);
    const before = asked;
    const second = ines.post(channel, `${DRAFT} Again.`);
    tomek.react(second, 'pencil2');
    await note(tomek, 'today');
    await slack.settled();
    await quiet();
    expect(asked).toBe(before);
    expect(channel.thread(second).filter(({ privateTo }) => privateTo === null)).toEqual([]);
  });
});
