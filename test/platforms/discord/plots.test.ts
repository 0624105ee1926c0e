import { describe, expect, it } from 'vitest';
import { addCountedReviews } from '../../review/counted-reviews.ts';
import { openNewsroom } from './newsroom.ts';

describe('plots on Discord', () => {
  it('stand in the private answer as pictures, with what they say for those who do not see them', async () => {
    const { discord, server, general, service, ada } = await openNewsroom();
    const counted = { workspace: server.id, platform: 'discord', daysAgo: [20, 20, 40] };
    await addCountedReviews(service.database, counted);

    const stats = await ada.command(general, 'refine-admin stats').said('All reviews');

    expect(stats.privateTo).toBe(ada.id);
    const [picture] = stats.files;
    expect(picture?.name).toMatch(/^plot-\d\.png$/);
    expect(picture?.text).toContain('PNG');
    const gallery = stats.components.find(({ type }) => type === 12);
    expect(gallery?.items).toMatchObject([
      {
        media: { url: `attachment://${picture?.name}` },
        description: expect.stringMatching(/^Reviews a week, by preset\. General: from 0 .* 2 on/),
      },
    ]);

    const shorter = await ada.click(stats, 'The last 365 days').said('The last 365 days');
    expect(shorter.files.length).toBeGreaterThan(0);
    expect(discord.violations()).toEqual([]);
    expect(service.errors).toEqual([]);
  });

  it('are told in words where a name has letters that cannot be drawn', async () => {
    const { server, general, service, ada } = await openNewsroom();
    const counted = { workspace: server.id, platform: 'discord', daysAgo: [20, 40] };
    await addCountedReviews(service.database, { ...counted, preset: 'リリース' });

    const stats = await ada.command(general, 'refine-admin stats').said('All reviews');
    expect(stats.files).toEqual([]);
    expect(stats.text).toContain('Reviews a week, by preset. リリース: from 0');
  });
});
