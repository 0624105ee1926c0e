/*
 * Files for one member, in direct messages with them. The permission is an optional one: without it the
 * screen says how else the file is had.
 * https://docs.slack.dev/messaging/working-with-files#uploading-files
 */
import type { HandedFile, Screen } from '../../settings/screens.ts';
import { refusalCode } from './slack-errors.ts';
import { WORDS } from './words.ts';
import type { SlackWorkspace } from './workspace.ts';

const PERMISSION = 'files:write';
/** The upload is for a host of its own, which keeps nobody waiting longer than this. */
const UPLOAD_WITHIN_MS = 30_000;

/** Hands over the file of a screen, if it has one, and resolves to what is left to show. */
export async function handOver(
  workspace: SlackWorkspace,
  member: string,
  screen: Screen,
): Promise<Screen> {
  if (screen.type !== 'note' || screen.file === undefined) return screen;
  const { file, ...note } = screen;
  return (await send(workspace, member, file))
    ? { ...note, markdown: `${note.markdown} ${WORDS.fileInDirect}` }
    : { ...note, markdown: file.otherwise, isDone: false };
}

/** False where Slack does not allow it. */
async function send(
  workspace: SlackWorkspace,
  member: string,
  { name, text }: HandedFile,
): Promise<boolean> {
  if (workspace.lacks(PERMISSION)) return false;
  const { client, speaker, whenAllowed } = workspace;
  const bytes = Buffer.from(text, 'utf8');
  try {
    const { channel } = await whenAllowed('conversations.open', () =>
      client.conversations.open({ users: member }),
    );
    const { upload_url: url, file_id: id } = await whenAllowed('files.getUploadURLExternal', () =>
      speaker.files.getUploadURLExternal({ filename: name, length: bytes.length }),
    );
    if (channel?.id === undefined || url === undefined || id === undefined) return false;
    const signal = AbortSignal.timeout(UPLOAD_WITHIN_MS);
    const sent = await fetch(url, { method: 'POST', body: bytes, signal });
    if (!sent.ok) return false;
    const channelId = channel.id;
    await whenAllowed('files.completeUploadExternal', () =>
      speaker.files.completeUploadExternal({ files: [{ id, title: name }], channel_id: channelId }),
    );
    return true;
  } catch (error) {
    const code = refusalCode(error);
    if (code === null) throw error;
    if (code === 'missing_scope') workspace.learnLack(PERMISSION);
    return false;
  }
}
