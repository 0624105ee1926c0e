import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { addCountedReviews } from '../../review/counted-reviews.ts';
import { setUpRigs } from './rigs.ts';

const open = setUpRigs();
const ALT =
  /^Reviews a week, by preset\. General: from 0 in the week of .* between 0 and 2 on the way\.$/;

/** What an admin is shown who asks for the statistics. */
async function askForStats(options: Parameters<typeof open>[0] = {}) {
  const rig = await open(options);
  const { ines, channel, slack, acme, database } = rig;
  await addCountedReviews(database, {
    ...{ workspace: acme.id, platform: 'slack', daysAgo: [20, 20, 40] },
  });
  await ines.command(channel, '/refine', 'stats');
  const shown = () => channel.messages(ines).findLast(({ privateTo }) => privateTo === ines.id);
  const stats = await slack.until(() => shown() ?? null, 'the statistics');
  return { ...rig, stats, shown };
}
const pictureIn = (blocks: readonly { readonly type?: unknown }[]) =>
  blocks.find(({ type }) => type === 'image') as
    | { readonly image_url: string; readonly alt_text: string }
    | undefined;

describe('plots on Slack', () => {
  it('stand in the private answer, with what they say for those who do not see them', async () => {
    const { stats, slack, errors, ines, channel } = await askForStats({ pages: 'here' });
    const picture = pictureIn(stats.blocks);
    expect(picture?.alt_text).toMatch(ALT);
    const answer = await fetch(picture?.image_url ?? '');
    const { width } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    expect(width).toBe(960);

    await ines.click(stats, 'The last 30 days');
    const shorter = () =>
      channel.messages(ines).find(({ text }) => text.includes('The last 30 days\n'));
    const next = await slack.until(() => shorter() ?? null, 'the shorter span');
    expect(pictureIn(next.blocks)?.alt_text).toContain('Reviews a week');
    expect(errors).toEqual([]);
    expect(slack.violations()).toEqual([]);
  });

  it.each([
    ['there is no address for them', {}],
    ['Slack cannot fetch them', { pages: 'nowhere' as const }],
  ])('are told in words where %s', async (_, options) => {
    const { stats, slack, errors } = await askForStats(options);
    expect(pictureIn(stats.blocks)).toBeUndefined();
    expect(stats.text).toContain('Reviews a week, by preset. General: from 0');
    expect(stats.text).toContain('All reviews');
    expect(errors).toEqual([]);
    expect(slack.violations()).toEqual([]);
  });

  it('come to the Home tab once the words stand there', async () => {
    const { slack, ines, acme, database } = await open({ pages: 'here' });
    await addCountedReviews(database, {
      ...{ workspace: acme.id, platform: 'slack', daysAgo: [20, 40] },
    });
    await ines.openHome();
    const published = () =>
      slack.calls.filter(({ method }) => method === 'views.publish').map(({ args }) => args.view);
    await slack.until(() => (published().length > 1 ? true : null), 'the Home tab with plots');
    const [first, second] = published().map((view) => JSON.stringify(view));
    expect(first).toContain('Reviews a week, by preset. General');
    expect(first).not.toContain('"image"');
    expect(second).toContain('"image"');
    expect(slack.violations()).toEqual([]);
  });
});
