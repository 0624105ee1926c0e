import { describe, expect, it } from 'vitest';
import { DRAFT, listeningReviews } from './rig.ts';
import { setUpRigs } from './rigs.ts';

const open = setUpRigs();

describe.each(['socket', 'http'] as const)('the way to Slack, closed over %s', (transport) => {
  it('waits for a command that was acknowledged and is still written down', async () => {
    const { reviews } = listeningReviews();
    const happened: string[] = [];
    let begin: () => void = () => undefined;
    let goOn: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { app, ines, channel } = await open({
      slack: { transport },
      reviews: {
        ...reviews,
        async request(...given) {
          begin();
          await gate;
          happened.push('asked');
          return reviews.request(...given);
        },
      },
    });
    // Acknowledged after two seconds, though it is not on disk yet.
    const { seen } = await ines.command(channel, '/refine', DRAFT);
    await begun;
    expect(seen).toBe('ok');
    const closed = (async () => {
      await app.stopListening();
      await app.close();
      happened.push('closed');
    })();
    // Whoever did not wait would be closed by now.
    await new Promise((later) => setTimeout(later, 300));
    expect(happened).toEqual([]);
    goOn();
    await closed;
    expect(happened).toEqual(['asked', 'closed']);
  }, 60_000);
});
