/* The settings on Slack: what people open, click and fill in goes to the door, and its screens come back. */
import type { App, BlockAction, types } from '@slack/bolt';
import type { Actor, Screen } from '../../settings/screens.ts';
import { handOver } from './hand-over.ts';
import { inTime } from './in-time.ts';
import { guarded, type Outcome, tell } from './outcome.ts';
import { addPictures, showPictured } from './pictures.ts';
import { channelRef, memberRef, PLATFORM } from './places.ts';
import type { RoutesDeps } from './routes.ts';
import {
  readScreenAction,
  readScreenOrigin,
  readScreenValues,
  SCREEN_ACTION,
  SCREEN_CALLBACK,
  screenErrors,
  screenMessage,
  screenModal,
  waitingModal,
} from './screens.ts';
import { refusalCode } from './slack-errors.ts';
import type { SlackWorkspace } from './workspace.ts';

/** A trigger is good for three seconds; what is shown late takes its place in time. */
const TRIGGER_WITHIN_MS = 1_200;
/** A form that was sent is answered within three seconds. */
const SUBMIT_WITHIN_MS = 2_000;

/** Who somebody is, for the settings. */
export async function actorOf(workspace: SlackWorkspace, member: string): Promise<Actor> {
  const person = await workspace.people.find(member).catch(() => null);
  return {
    member: memberRef(workspace.workspace, member),
    isAdmin: person?.isAdmin ?? false,
    roles: [],
    isExternal: person?.isExternal ?? false,
    via: PLATFORM,
  };
}

/** A channel of people; direct messages have no settings of their own. */
function placeOf(workspace: SlackWorkspace, channel: string | null) {
  const isChannel = channel !== null && channel !== '' && !channel.startsWith('D');
  return { workspace: workspace.workspace, ...(isChannel ? { channel } : {}) };
}

/** What a command word leads to, as an answer. */
export async function showScreen(
  { door }: Pick<RoutesDeps, 'door'>,
  workspace: SlackWorkspace,
  at: { readonly address: string; readonly channel: string; readonly member: string },
): Promise<Screen> {
  const actor = await actorOf(workspace, at.member);
  return door.show(at.address, actor, placeOf(workspace, at.channel));
}

/** Connects buttons, menus and forms of screens. */
export function addScreenRoutes(app: App, deps: RoutesDeps): void {
  app.action<BlockAction>(SCREEN_ACTION, async ({ action, body, ack, respond, context }) => {
    await ack();
    const workspace = await deps.workspaceOf(context);
    const { view, trigger_id: trigger, user } = body;
    const chosen = 'selected_option' in action ? action.selected_option?.value : undefined;
    const wanted = readScreenAction(action.action_id, chosen);
    if (wanted === null) return;
    const origin = view === undefined ? null : readScreenOrigin(view.private_metadata ?? '');
    const channel = origin?.channel ?? body.channel?.id ?? null;
    const outcome = await guarded(deps, async () => {
      const work = ask();
      const early = await inTime(work, TRIGGER_WITHIN_MS);
      if (early !== 'late') return present(early);
      // The trigger ends before the screen is there: its place is taken with it meanwhile.
      const opened = await openOver(waitingModal());
      await fillIn(deps, workspace, opened.view?.id ?? '', async () =>
        screenModal(await work, channel, workspace),
      );
      await addPicturesTo(opened.view?.id ?? '', await work);
      return null;
    });
    const by = { workspace, member: user.id };
    await tell(deps, by, channelRef(workspace.workspace, channel ?? '-', ''), outcome);

    async function ask(): Promise<Screen> {
      const actor = await actorOf(workspace, user.id);
      const place = placeOf(workspace, channel);
      const screen =
        wanted?.does === 'do'
          ? await deps.door.submit(wanted.address, {}, actor, place)
          : await deps.door.show(wanted?.address ?? '', actor, place);
      return handOver(workspace, user.id, screen);
    }

    function openOver(modal: types.ModalView) {
      const args = { trigger_id: trigger, view: modal };
      const { views } = workspace.speaker;
      return view?.type === 'modal'
        ? workspace.whenAllowed('views.push', () => views.push(args))
        : workspace.whenAllowed('views.open', () => views.open(args));
    }

    /** The words are there already, because the trigger would not wait for the pictures. */
    async function addPicturesTo(viewId: string, screen: Screen): Promise<void> {
      await addPictures(screen, (pictures) =>
        workspace.client.views.update({
          view_id: viewId,
          view: screenModal(screen, channel, { workspace: workspace.workspace, pictures }),
        }),
      );
    }

    async function present(screen: Screen): Promise<Outcome> {
      if (view === undefined && screen.type !== 'form') {
        await showPictured(screen, (pictures) =>
          respond({ replace_original: true, ...screenMessage(screen, pictures) }),
        );
        return null;
      }
      const modal = screenModal(screen, channel, workspace);
      if (view?.type === 'modal' && screen.type !== 'form') {
        await workspace.speaker.views.update({ view_id: view.id, view: modal });
        await addPicturesTo(view.id, screen);
      } else {
        const opened = await openOver(modal);
        await addPicturesTo(opened.view?.id ?? '', screen);
      }
      return null;
    }
  });

  app.view(SCREEN_CALLBACK, async ({ view, body, ack, context }) => {
    const workspace = await deps.workspaceOf(context);
    const origin = readScreenOrigin(view.private_metadata);
    if (origin === null) return ack();
    const values = view.state.values as Parameters<typeof readScreenValues>[0];
    let screen: Screen | null = null;
    const work = guarded(deps, async () => {
      const actor = await actorOf(workspace, body.user.id);
      const filled = readScreenValues(values, workspace.workspace);
      screen = await deps.door.submit(
        origin.address,
        filled,
        actor,
        placeOf(workspace, origin.channel),
      );
      return null;
    });
    const isLate = (await inTime(work, SUBMIT_WITHIN_MS)) === 'late';
    if (isLate) await ack({ response_action: 'update', view: waitingModal() });
    const outcome = await work;
    const next = screen as Screen | null;
    const errors =
      isLate || next?.type !== 'form' || next.problems.length === 0
        ? null
        : screenErrors(next, origin.address);
    if (errors !== null) return ack({ response_action: 'errors', errors });
    if (isLate) {
      const shown = next ?? asScreen(outcome);
      const options = { workspace: workspace.workspace, tellsAll: true };
      return fillIn(deps, workspace, view.id, async () =>
        screenModal(shown, origin.channel, options),
      );
    }
    if (next === null) {
      await ack();
      const where = channelRef(workspace.workspace, origin.channel ?? '-', '');
      return tell(deps, { workspace, member: body.user.id }, where, outcome);
    }
    const options = { workspace: workspace.workspace, tellsAll: next.type === 'form' };
    return ack({
      response_action: 'update',
      view: screenModal(next, origin.channel, options),
    });
  });
}

/** Puts what was late into the modal that waits for it; what went wrong stands there as well. */
async function fillIn(
  deps: RoutesDeps,
  workspace: SlackWorkspace,
  viewId: string,
  make: () => Promise<types.ModalView>,
): Promise<void> {
  let modal: types.ModalView | null = null;
  const outcome = await guarded(deps, async () => {
    modal = await make();
    return null;
  });
  const view = modal ?? screenModal(asScreen(outcome), null, workspace);
  try {
    await workspace.client.views.update({ view_id: viewId, view });
  } catch (error) {
    // Whoever closed it meanwhile does not look at it.
    if (refusalCode(error) === null) deps.reportError(error, '-');
  }
}

/** What somebody is to be told, as a screen. */
function asScreen(outcome: Outcome): Screen {
  const markdown = outcome?.note.parts.map((part) => part.markdown).join('\n\n') ?? '';
  return { type: 'note', markdown, isDone: false, buttons: [] };
}
