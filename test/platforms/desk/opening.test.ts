import { describe, expect, it } from 'vitest';
import { loadAssets } from '../../../src/platforms/desk/assets.ts';
import { makeTempFolder } from '../../store/temp-folder.ts';
import { listeningReviews } from './core.ts';
import { call, openDeskWith } from './rig.ts';

describe('opening the desk', () => {
  it('keeps what was said over a restart', async () => {
    const folder = makeTempFolder();
    const file = folder.file('desk.db');
    const first = await openDeskWith(listeningReviews().reviews, { file });
    const { answer } = await call(first, 'POST', '/api/channels/hiring/messages', {
      author: 'noor',
      text: 'Still here?',
    });
    await first.close();

    const second = await openDeskWith(listeningReviews().reviews, { file });
    const { answer: open } = await call(second, 'GET', '/api/channels/hiring/messages');

    expect(open.messages.at(-1)).toMatchObject({ id: answer.id, markdown: 'Still here?' });
    expect(open.messages).toHaveLength(2);
    await second.close();
    folder.remove();
  });

  it('answers whatever it is asked before other work', async () => {
    let answered = 0;
    const desk = await openDeskWith(listeningReviews().reviews, {
      async ahead(work) {
        const answer = await work();
        answered += 1;
        return answer;
      },
    });
    await call(desk, 'GET', '/api/members');
    await call(desk, 'POST', '/api/channels/hiring/messages', { author: 'noor', text: 'Hello' });

    expect(answered).toBe(2);
    await desk.close();
  });

  it('says which port is taken and what to do', async () => {
    const desk = await openDeskWith(listeningReviews().reviews);
    const port = Number(new URL(desk.url).port);

    await expect(
      desk.desk.listen(listeningReviews().reviews, { host: '127.0.0.1', port }),
    ).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken by another program`);
    await desk.close();
  });

  it.each(['0.0.0.0', '::', '192.168.0.7', 'example.com'])(
    'refuses to be reached at %s',
    async (host) => {
      const desk = await openDeskWith(listeningReviews().reviews);
      const listening = desk.desk.listen(listeningReviews().reviews, { host, port: 0 });

      await expect(listening).rejects.toThrow(/can speak as anybody\. Set HOST to 127\.0\.0\.1/);
      await desk.close();
    },
  );

  it('says that its pages are not built', () => {
    const folder = makeTempFolder();

    expect(() => loadAssets(folder.path)).toThrow(/are not built .*npm run build/);
    folder.remove();
  });
});
