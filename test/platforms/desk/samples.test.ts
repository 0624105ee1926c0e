import { expect, it } from 'vitest';
import { createFeed } from '../../../src/platforms/desk/feed.ts';
import { createIds } from '../../../src/platforms/desk/ids.ts';
import { addSamples } from '../../../src/platforms/desk/samples.ts';
import { openWorkspace } from '../../../src/platforms/desk/workspace.ts';
import type { Database } from '../../../src/store/database.ts';
import { createDeskRepository } from '../../../src/store/desk-repository.ts';
import { onEveryEngine } from '../../store/engines.ts';

onEveryEngine((engine) => {
  const openOn = (database: Database) =>
    openWorkspace({
      store: createDeskRepository(database),
      feed: createFeed({ wire: null }),
      ids: createIds(),
    });

  it('finds each sample draft once, however many processes start at once on a new desk', async () => {
    const both = await Promise.all([openOn(engine.database()), openOn(await engine.openAnother())]);
    await Promise.all(both.map((workspace) => addSamples(workspace)));

    const [workspace] = both;
    const said = await workspace.say({
      ...{ channel: 'hiring', root: null, author: 'noor', text: 'And now?' },
    });
    const texts = async (channel: string) =>
      (await workspace.page(channel, { viewer: 'ines', limit: 50 })).messages.map(({ text }) =>
        text.slice(0, 12),
      );
    expect(await texts('announcements')).toEqual(['**Timetable ', 'Hi all,\n\nDue']);
    expect(await texts('hiring')).toEqual(['### Deckhand', said.text.slice(0, 12)]);
  });
});
