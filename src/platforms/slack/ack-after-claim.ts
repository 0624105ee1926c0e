/*
 * An event is acknowledged when what it asks for is on disk, so a crash in between makes Slack bring it
 * again; and in time, whatever takes long. Bolt by itself acknowledges before listeners run.
 */
import type { App, ReceiverEvent } from '@slack/bolt';

/** Slack waits three seconds; a database that is busy gets this much of them. */
const ACK_WITHIN_MS = 1_500;

/** Hands events to the app and acknowledges each when the app is done, or after a while. */
export function ackAfterClaim(
  app: Pick<App, 'processEvent'>,
  { withinMs = ACK_WITHIN_MS }: { readonly withinMs?: number } = {},
): Pick<App, 'processEvent'> {
  return {
    async processEvent(event: ReceiverEvent): Promise<void> {
      if (event.body.type !== 'event_callback') return app.processEvent(event);
      let sent: Promise<unknown> | null = null;
      const ack = () => {
        sent ??= Promise.resolve(event.ack());
        return sent;
      };
      const late = setTimeout(() => {
        ack().catch(() => undefined);
      }, withinMs);
      try {
        await app.processEvent({ ...event, ack: async () => undefined });
      } finally {
        clearTimeout(late);
      }
      await ack();
    },
  };
}
