/* files.* and the host that has the bytes. */
import { type Call, channelOf, isMember, type Method, needed, text } from '../call.ts';
import type { Core, PendingFile } from '../core.ts';
import { fail } from '../failure.ts';
import { putMessage } from '../posting.ts';
import { normalizeText } from '../rich-text.ts';
import { fileShape } from '../shapes.ts';
import type { FileRecord, Installation, Json } from '../world.ts';
import { mayPost, threadOf } from './chat.ts';

/** Whether an installation may see a file: it has to be where the file was shared. */
function maySee(core: Core, by: Installation, file: FileRecord): boolean {
  if (file.user === by.botUserId) return true;
  return [...file.channels].some((id) => {
    const channel = core.world.channels.get(id);
    return channel?.members.has(by.botUserId) || channel?.kind === 'public';
  });
}

function info(call: Call): Json {
  const file = call.core.world.files.get(needed(call.args, 'file'));
  if (file === undefined || !maySee(call.core, call.by, file)) fail('file_not_found');
  if (file.deleted) fail('file_deleted');
  return { file: fileShape(file, true), comments: [], response_metadata: { next_cursor: '' } };
}

function remove(call: Call): Json {
  const file = call.core.world.files.get(needed(call.args, 'file'));
  if (file === undefined) fail('file_not_found');
  if (file.user !== call.by.botUserId) fail('cant_delete_file');
  file.deleted = true;
  return {};
}

function getUploadUrl(call: Call): Json {
  const { args, by, core } = call;
  const name = needed(args, 'filename');
  const length = Number(needed(args, 'length'));
  if (!(length > 0)) fail('invalid_arguments');
  const id = core.world.id('F');
  const ticket = core.world.id('X');
  core.pendingFiles.set(ticket, {
    id,
    name,
    length,
    by,
    altText: text(args, 'alt_text') || null,
    snippetType: text(args, 'snippet_type') || null,
    bytes: null,
    isComplete: false,
  });
  return { upload_url: `${core.urls.files}/upload/v1/${ticket}`, file_id: id };
}

function complete(call: Call): Json {
  const { args, by, core } = call;
  const asked = (args.files ?? []) as readonly { id: string; title?: string }[];
  if (asked.length === 0) fail('invalid_arguments');
  const channelId = text(args, 'channel_id') || text(args, 'channels').split(',')[0] || '';
  const channel = channelId === '' ? null : channelOf({ ...call, args: { channel: channelId } });
  if (channel !== null) {
    if (!isMember(call, channel)) fail('channel_not_found');
    mayPost(call, channel);
  }
  const threadTs = channel === null ? null : threadOf(call, channel);
  const files = asked.map(({ id, title }) => {
    const pending = [...core.pendingFiles.values()].find((one) => one.id === id && one.by === by);
    if (pending === undefined || pending.isComplete) return fail('file_not_found');
    if (pending.bytes === null) return fail('file_not_found');
    pending.isComplete = true;
    return keepFile(core, pending, title);
  });
  if (channel !== null) {
    const comment = text(args, 'initial_comment');
    // The real one shares it in its own time: the answer does not wait and names no message.
    setTimeout(() => {
      putMessage(core, channel, {
        text: normalizeText(comment),
        blocks: (args.blocks as Json[] | undefined) ?? null,
        user: by.botUserId,
        botId: by.botId,
        appId: core.app.id,
        team: by.teamId,
        files,
        threadTs,
      });
    }, 10);
  }
  return { files: files.map((file) => ({ id: file.id, title: file.title })) };
}

function keepFile(core: Core, pending: PendingFile, title: string | undefined): FileRecord {
  const { id, name, bytes, by, snippetType } = pending;
  const isText = snippetType !== null || /\.(?:txt|md|csv|diff|patch)$/.test(name);
  const file: FileRecord = {
    id,
    teamId: by.teamId,
    user: by.botUserId,
    name,
    title: title ?? name,
    mimetype: isText ? 'text/plain' : 'application/octet-stream',
    filetype: snippetType ?? (isText ? 'text' : 'binary'),
    mode: isText ? 'snippet' : 'hosted',
    bytes: bytes ?? Buffer.alloc(0),
    created: Math.floor(core.world.now() / 1000),
    checkInfo: false,
    externalUrl: null,
    host: core.urls.files,
    channels: new Set(),
    deleted: false,
  };
  core.world.files.set(id, file);
  return file;
}

/** Takes the bytes of an upload; what is wrong with them, or null. */
export function takeUpload(core: Core, ticket: string, bytes: Buffer): string | null {
  const pending = core.pendingFiles.get(ticket);
  if (pending === undefined || pending.bytes !== null) return 'unknown upload address';
  if (bytes.length !== pending.length) {
    core.violate(`upload: ${bytes.length} bytes where ${pending.length} were announced`);
    return 'wrong length';
  }
  pending.bytes = bytes;
  return null;
}

const SIGN_IN =
  '<!DOCTYPE html><html><head><title>Slack</title></head><body>Sign in to Slack</body></html>';

/** What a download gives: a sign-in page with status 200 to whom it does not know. */
export function download(
  core: Core,
  { fileId, token }: { fileId: string; token: string },
): { readonly status: number; readonly type: string; readonly body: Buffer } {
  const file = core.world.files.get(fileId);
  const by = core.world.installations.find((one) => one.token === token && one.dead === null);
  const mayRead = by?.scopes.has('files:read') && file !== undefined && maySee(core, by, file);
  if (!mayRead)
    return { status: 200, type: 'text/html; charset=utf-8', body: Buffer.from(SIGN_IN) };
  if (file.deleted) return { status: 404, type: 'text/html', body: Buffer.from('gone') };
  return { status: 200, type: file.mimetype, body: file.bytes };
}

export const fileMethods: Record<string, Method> = {
  'files.info': { scopes: ['files:read'], perMinute: 100, run: info },
  'files.delete': { scopes: ['files:write'], perMinute: 50, run: remove },
  'files.getUploadURLExternal': { scopes: ['files:write'], perMinute: 100, run: getUploadUrl },
  'files.completeUploadExternal': { scopes: ['files:write'], perMinute: 100, run: complete },
};
