import { kindOf } from './message-kind.ts';
import { POST_EVENT } from './post-event.ts';
import type { SlackWorkspace } from './workspace.ts';

/** The run that spoke last in a thread, as our own posts say; null when none did. */
export async function lastRunIn(
  workspace: SlackWorkspace,
  channel: string,
  root: string,
): Promise<string | null> {
  let last: string | null = null;
  for await (const page of workspace.conversations.pages(channel, root)) {
    for (const message of page) {
      const { event_type: type, event_payload: payload } = message.metadata ?? {};
      const isPost = type === POST_EVENT && kindOf(message, workspace) === 'own';
      if (isPost && typeof payload?.run === 'string') last = payload.run;
    }
  }
  return last;
}
