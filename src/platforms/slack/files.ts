/*
 * Files that came with a message. The token goes to Slack's own hosts only, redirects are followed by hand,
 * and a sign-in page in place of a file is told from a file.
 * https://docs.slack.dev/messaging/working-with-files
 */
import { FILE_ENDINGS, readFileText } from '../../files/text-file.ts';
import { UserError } from '../../user-error.ts';
import type { SlackFile } from './capture.ts';
import { LIMITS } from './limits.ts';
import type { SlackWorkspace } from './workspace.ts';

/** Words of files, and files that have none for us, each in a few words. */
export interface FileWords {
  readonly texts: readonly string[];
  readonly notRead: readonly string[];
}

/** Reads the files of a message that hold text; one that cannot be read is named. Never rejects for a file. */
export async function readFiles(
  workspace: SlackWorkspace,
  files: readonly SlackFile[],
  apiUrl: string,
): Promise<FileWords> {
  const texts: string[] = [];
  const notRead: string[] = [];
  for (const [at, file] of files.entries()) {
    const shown = `“${(file.name ?? file.title ?? 'a file').slice(-80)}”`;
    const reason = at >= LIMITS.filesPerMessage ? 'one file too many' : unreadable(file);
    if (reason !== null) {
      notRead.push(`${shown} (${reason})`);
      continue;
    }
    try {
      texts.push(await readFile(workspace, file, apiUrl));
    } catch (error) {
      const why = error instanceof UserError ? error.message : 'Slack did not hand it over';
      notRead.push(`${shown} (${why.replace(/^“[^”]*” /, '').replace(/\.$/, '')})`);
    }
  }
  return { texts, notRead };
}

/** Why a file is left alone without asking for it; null when it can be read. */
function unreadable({
  mode,
  mimetype,
  filetype,
  name,
  size,
  file_access,
}: SlackFile): string | null {
  if (file_access === 'check_file_info') return null;
  if (mode === 'tombstone') return 'deleted';
  if (mode === 'hidden_by_limit') return 'older than this workspace’s plan shows';
  if (mode === 'external') return 'kept elsewhere';
  if (mimetype?.startsWith('image/')) return 'a picture';
  if (/^(?:video|audio)\//.test(mimetype ?? '')) return 'no text';
  if ((size ?? 0) > LIMITS.fileBytes) {
    return `${((size ?? 0) / 1_000_000).toFixed(1)} MB; I read up to ${LIMITS.fileBytes / 1_000_000} MB`;
  }
  const isText =
    mode === 'snippet' || mimetype?.startsWith('text/plain') || TEXT.includes(filetype ?? '');
  const hasEnding = FILE_ENDINGS.some((ending) => name?.toLowerCase().endsWith(ending));
  return isText || hasEnding ? null : `I read ${FILE_ENDINGS.join(', ')} files`;
}

const TEXT: readonly string[] = ['text', 'markdown', 'docx'];

async function readFile(
  workspace: SlackWorkspace,
  given: SlackFile,
  apiUrl: string,
): Promise<string> {
  const file = given.file_access === 'check_file_info' ? await fileInfo(workspace, given) : given;
  const again = unreadable(file);
  if (again !== null) throw new UserError(again, { code: 'file_unreadable' });
  const url = file.url_private_download ?? file.url_private;
  if (url === undefined)
    throw new UserError('Slack gave no address for it', { code: 'file_unreadable' });
  const bytes = await download(url, { token: workspace.token, apiUrl, name: file.name ?? '' });
  return readFileText(textName(file), bytes);
}

/** Files of shared channels come as a stub first: https://docs.slack.dev/apis/slack-connect */
async function fileInfo(
  { client, whenAllowed }: SlackWorkspace,
  { id = '' }: SlackFile,
): Promise<SlackFile> {
  const { file } = await whenAllowed('files.info', () => client.files.info({ file: id }));
  return { ...(file as SlackFile | undefined), file_access: 'visible' };
}

/** A snippet may have no ending, or that of a program. */
function textName({ name, mode, filetype }: SlackFile): string {
  const known = FILE_ENDINGS.some((ending) => name?.toLowerCase().endsWith(ending));
  if (known && name) return name;
  if (filetype === 'docx') return 'file.docx';
  return mode === 'snippet' || filetype === 'markdown' ? 'snippet.md' : 'file.txt';
}

const MAX_REDIRECTS = 3;

async function download(
  url: string,
  {
    token,
    apiUrl,
    name,
  }: { readonly token: string; readonly apiUrl: string; readonly name: string },
): Promise<Uint8Array> {
  let address = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const isOurs = isSlackHost(address, apiUrl);
    if (!isOurs) throw new UserError('it is kept outside Slack', { code: 'file_elsewhere' });
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    const next = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel();
      address = new URL(next, address).href;
      continue;
    }
    return takeFile(response, name);
  }
  throw new UserError('Slack sent me round in circles for it', { code: 'file_unreadable' });
}

async function takeFile(response: Response, name: string): Promise<Uint8Array> {
  const type = response.headers.get('content-type') ?? '';
  // Without the permission Slack answers 200 with its sign-in page.
  if (/text\/html/i.test(type) && !/\.html?$/i.test(name)) {
    await response.body?.cancel();
    throw new UserError('the permission `files:read` is missing', { code: 'file_sign_in' });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new UserError('Slack did not hand it over', { code: 'file_unreadable' });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LIMITS.fileBytes) {
      throw new UserError(`more than ${LIMITS.fileBytes / 1_000_000} MB`, {
        code: 'file_too_large',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Slack's hosts, or the machine that stands in for Slack by configuration, at whatever port. */
export function isSlackHost(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const api = new URL(apiUrl);
  if (hostname === api.hostname && (protocol === 'https:' || protocol === api.protocol))
    return true;
  return protocol === 'https:' && /(?:^|\.)slack\.com$/i.test(hostname);
}
