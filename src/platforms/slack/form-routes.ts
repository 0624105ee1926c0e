/* The form on Slack: opened at once, filled in with what its channel decided, and read when it is sent. */
import type { App } from '@slack/bolt';
import { resolveSettings } from '../../settings/resolution.ts';
import { BUILT_IN_LIBRARY } from '../../settings/workspace-library.ts';
import {
  buildForm,
  FORM_CALLBACK,
  type FormOrigin,
  formError,
  readForm,
  readOrigin,
} from './forms.ts';
import { inTime } from './in-time.ts';
import { guarded, type Outcome, tell } from './outcome.ts';
import { channelRef } from './places.ts';
import { directMessagesOf } from './private-answer.ts';
import type { RoutesDeps } from './routes.ts';
import { explainRefusal, refusalCode } from './slack-errors.ts';
import { say, WORDS } from './words.ts';
import type { SlackWorkspace } from './workspace.ts';

export function addFormRoutes(app: App, deps: RoutesDeps): void {
  app.view(FORM_CALLBACK, async ({ view, body, ack, context }) => {
    const workspace = await deps.workspaceOf(context);
    const origin = readOrigin(view.private_metadata);
    const answer = readForm(view.state.values as Parameters<typeof readForm>[0]);
    if (answer.text.trim() === '' && answer.files.length === 0) {
      return ack({ response_action: 'errors', errors: formError(WORDS.nothingToReview) });
    }
    const member = body.user.id;
    const channel = origin?.channel ?? answer.channel;
    const isPublic = answer.choices.delivery === 'thread';
    if (channel === null && isPublic) {
      const errors = formError('Choose the channel in which everyone shall see it.', 'channel');
      return ack({ response_action: 'errors', errors });
    }
    const by = { workspace, member, interactionId: origin?.id ?? `view/${view.id}` };
    const place = channel ?? '-';
    const { api_app_id: app } = body;
    const given = { answer, channel: place, directMessages: directMessagesOf(workspace, app) };
    const work = deps.listeners.filled(given, by);
    await inTime(work);
    await ack();
    await tell(deps, by, channelRef(workspace.workspace, place, ''), await work);
  });
}

/** Opens the form at once with what is built in, then fills in what its channel decided. */
export async function openForm(
  { library, settings, reportError }: RoutesDeps,
  workspace: SlackWorkspace,
  { trigger, origin }: { readonly trigger: string; readonly origin: FormOrigin },
): Promise<Outcome> {
  const { client } = workspace;
  const place = { workspace: workspace.workspace, channel: origin.channel ?? '-' };
  const first = buildForm(origin, BUILT_IN_LIBRARY, resolveSettings(place));
  let viewId: string;
  try {
    // Where Slack puts it off for too long the trigger has ended, which has a sentence of its own.
    const opened = await workspace.whenAllowed('views.open', () =>
      workspace.speaker.views.open({ trigger_id: trigger, view: first }),
    );
    viewId = opened.view?.id ?? '';
  } catch (error) {
    if (refusalCode(error)?.endsWith('trigger_id')) return { note: say(WORDS.lateForm) };
    return guarded({ reportError }, () => Promise.reject(explainRefusal(error, 'open the form')));
  }
  try {
    const [known, decided] = await Promise.all([library(place.workspace), settings(place)]);
    const usual = buildForm(origin, known, decided);
    if (JSON.stringify(usual) === JSON.stringify(first)) return null;
    await client.views.update({ view_id: viewId, view: usual });
  } catch (error) {
    // Whoever closed it meanwhile needs no filling in.
    if (refusalCode(error) === null) reportError(error, '-');
  }
  return null;
}
