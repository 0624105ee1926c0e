/* `/refine` on Slack: answered in time, with the answer itself or with an acknowledgement that it follows. */
import type { App } from '@slack/bolt';
import type { Screen } from '../../settings/screens.ts';
import { openForm } from './form-routes.ts';
import { inTime } from './in-time.ts';
import type { CommandGiven } from './listeners.ts';
import { type Doer, guarded, type Outcome } from './outcome.ts';
import { hasPictures, showPictured } from './pictures.ts';
import { answerPrivately, directMessagesOf } from './private-answer.ts';
import type { Post } from './render.ts';
import type { RoutesDeps } from './routes.ts';
import { showScreen } from './screen-routes.ts';
import { screenMessage } from './screens.ts';

export function addCommandRoutes(app: App, deps: RoutesDeps): void {
  app.command(/^\/refine/, async ({ command, ack, respond, context }) => {
    const workspace = await deps.workspaceOf(context);
    const { channel_id: channel, user_id: member, trigger_id: trigger } = command;
    const by = { workspace, member, interactionId: `command/${trigger}` };
    const directMessages = directMessagesOf(workspace, command.api_app_id);
    const given = { channel, text: command.text, directMessages };
    let isAcknowledged = false;
    const acknowledge = async () => {
      if (isAcknowledged) return;
      isAcknowledged = true;
      await ack();
    };
    // The first answer goes out with the acknowledgement, what follows to the address of the command.
    const send = (post: Post) => {
      const body = { response_type: 'ephemeral' as const, ...post };
      if (isAcknowledged) return respond(body);
      isAcknowledged = true;
      return ack(body);
    };
    const answerWith = ({ note }: Exclude<Outcome, null>) =>
      answerPrivately(deps.messenger, { by, channel, note, directMessages, send });

    const work = answerCommand(deps, given, by);
    if ((await inTime(work)) === 'late') await acknowledge();
    const answer = await work;
    if (answer === null) return acknowledge();
    if (answer === 'form') {
      const origin = { channel, id: `form/${trigger}` };
      // The form first: what it waits for is three seconds from the command, not from the answer.
      const opening = openForm(deps, workspace, { trigger, origin });
      await acknowledge();
      const problem = await opening;
      return problem === null ? undefined : answerWith(problem);
    }
    if ('note' in answer) return answerWith(answer);
    const { screen } = answer;
    if (screen.type === 'form') return acknowledge();
    if (!hasPictures(screen)) {
      await send(screenMessage(screen));
      return;
    }
    // Pictures take longer than an acknowledgement may.
    await acknowledge();
    return showPictured(screen, (pictures) => send(screenMessage(screen, pictures)));
  });
}

/** What a command leads to, with the screen it opens. */
async function answerCommand(
  deps: RoutesDeps,
  given: CommandGiven,
  by: Doer,
): Promise<Outcome | 'form' | { readonly screen: Screen }> {
  const answer = await deps.listeners.commanded(given, by);
  if (answer === null || answer === 'form' || 'note' in answer) return answer;
  const at = { address: answer.screen, channel: given.channel, member: by.member };
  const shown: { screen?: Screen } = {};
  const problem = await guarded(deps, async () => {
    shown.screen = await showScreen(deps, by.workspace, at);
    return null;
  });
  return shown.screen === undefined ? problem : { screen: shown.screen };
}
