import type { SourceStatus } from '../../review/messenger.ts';
import { kindOf } from './message-kind.ts';
import type { MessagePlace } from './places.ts';
import { remember } from './remembered.ts';
import { DEAD_TOKEN, refusalCode } from './slack-errors.ts';
import type { StatusLines } from './status-line.ts';
import type { SlackWorkspace } from './workspace.ts';

/** The reaction each state of a run shows on its source message. */
export const STATUS_EMOJI: Readonly<Record<SourceStatus, string>> = {
  queued: 'eyes',
  working: 'eyes',
  done: 'white_check_mark',
  stopped: 'warning',
};

interface MarksDeps {
  readonly warn: (about: { readonly workspace: string; readonly what: string }) => void;
  readonly onDeadToken: (workspace: string) => void;
  /** Shows beside the mark that somebody is at work. */
  readonly lines: StatusLines;
}

/** Already so, which is what was wanted. */
const FINE: readonly string[] = ['already_reacted', 'no_reaction'];
/** Nothing will come of trying again: the review goes on without the mark. */
const HOPELESS: readonly string[] = [
  'message_not_found',
  'thread_locked',
  'not_reactable',
  'too_many_emoji',
  'too_many_reactions',
  'is_archived',
  'channel_not_found',
  'not_in_channel',
  'missing_scope',
  'no_permission',
  'restricted_action',
  'external_channel_migrating',
  ...DEAD_TOKEN,
];

/** Shows states of runs by reactions: one at a time, the old one gone after the new one came. */
export function createStatusMarks({ warn, onDeadToken, lines }: MarksDeps) {
  const shown = remember<string>(20_000);

  /** Lets go of what will never be shown, with one line in the log; throws what may work later. */
  const giveUp = ({ workspace, once }: SlackWorkspace, error: unknown): void => {
    const code = refusalCode(error) ?? '';
    if (DEAD_TOKEN.includes(code)) onDeadToken(workspace);
    if (!HOPELESS.includes(code)) throw error;
    if (once(`reactions/${code}`)) warn({ workspace, what: `no reactions: ${code}` });
  };

  const react = async (
    workspace: SlackWorkspace,
    { channel, parts }: MessagePlace,
    { name, doing }: { readonly name: string; readonly doing: 'add' | 'remove' },
  ): Promise<boolean> => {
    const { client, whenAllowed } = workspace;
    if (workspace.lacks('reactions:write')) return false;
    try {
      const args = { channel, timestamp: parts[0], name };
      await whenAllowed(`reactions.${doing}`, () => client.reactions[doing](args));
      return true;
    } catch (error) {
      if (FINE.includes(refusalCode(error) ?? '')) return true;
      giveUp(workspace, error);
      return false;
    }
  };

  /** Our marks that stand on a message. */
  const standing = async (workspace: SlackWorkspace, place: MessagePlace): Promise<string[]> => {
    const known = shown.get(keyOf(place));
    if (known !== undefined) return [known];
    const message = await workspace.conversations
      .find(place.channel, place.parts[0])
      .catch(() => null);
    const reactions =
      (message as { reactions?: { name?: string; users?: string[] }[] } | null)?.reactions ?? [];
    return reactions.flatMap(({ name, users }) =>
      name !== undefined && users?.includes(workspace.botUser) ? [name] : [],
    );
  };

  /** Puts the mark of a state in the place of the one before; false for what takes no marks at all. */
  const mark = async (
    workspace: SlackWorkspace,
    place: MessagePlace,
    state: SourceStatus,
  ): Promise<boolean> => {
    const name = STATUS_EMOJI[state];
    const before = shown.get(keyOf(place));
    if (before === name) return true;
    try {
      const isKnown = before !== undefined || state === 'done';
      if (!isKnown && !(await isMarkable(workspace, place))) return false;
    } catch (error) {
      giveUp(workspace, error);
      return false;
    }
    const old = await standing(workspace, place);
    if (!(await react(workspace, place, { name, doing: 'add' }))) return true;
    shown.set(keyOf(place), name);
    const others = Object.values(STATUS_EMOJI).filter(
      (each) => each !== name && old.includes(each),
    );
    for (const other of new Set(others)) {
      await react(workspace, place, { name: other, doing: 'remove' });
    }
    return true;
  };

  return {
    /** Shows a state. Rejects when it could not be shown for now; what can never be shown is left. */
    async show(workspace: SlackWorkspace, place: MessagePlace, state: SourceStatus): Promise<void> {
      const isOver = state === 'done' || state === 'stopped';
      if (isOver) lines.clear(workspace, place);
      const takesMarks = await mark(workspace, place, state);
      if (takesMarks && state === 'working') lines.show(workspace, place);
    },
  };
}

/** What an app or Slack itself wrote is not reviewed as a rule, so nothing is promised on it. */
async function isMarkable(
  workspace: SlackWorkspace,
  { channel, parts }: MessagePlace,
): Promise<boolean> {
  const message = await workspace.conversations.find(channel, parts[0]);
  return message !== null && kindOf(message, workspace) === 'person';
}

function keyOf({ workspace, channel, parts }: MessagePlace): string {
  return `${workspace}/${channel}/${parts[0]}`;
}
