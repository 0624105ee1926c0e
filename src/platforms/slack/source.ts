import { createHash } from 'node:crypto';
import type { MessageRef } from '../../review/refs.ts';
import {
  type Captured,
  type CaptureScope,
  type Source,
  UnreviewableError,
} from '../../review/source.ts';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import { readMessage, type SlackMessage } from './capture.ts';
import { readFiles } from './files.ts';
import { LIMITS } from './limits.ts';
import { withoutAddress } from './mention.ts';
import { kindOf } from './message-kind.ts';
import { memberRef, readMessageRef } from './places.ts';
import { explainRefusal } from './slack-errors.ts';
import { say, WORDS } from './words.ts';
import type { SlackWorkspace, Workspaces } from './workspace.ts';

export interface SourceDeps {
  readonly workspaces: Workspaces;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  readonly apiUrl: string;
}

/** What a message says, and what in it could not be read. */
interface Read {
  readonly text: string;
  readonly notRead: readonly string[];
  readonly fromFile: boolean;
}

type Around = Pick<Captured, 'context' | 'contextLeftOut'>;

/** Reads what people wrote on Slack. */
export function createSlackSource(deps: SourceDeps): Source {
  return {
    async read(target: MessageRef, scope: CaptureScope): Promise<Captured | null> {
      const place = readMessageRef(target);
      if (place === null) return null;
      const workspace = await deps.workspaces.find(place.workspace);
      if (workspace === null) return null;
      const { channel, parts } = place;
      try {
        const message = await workspace.conversations.find(channel, parts[0]);
        if (message === null) return null;
        return scope === 'thread'
          ? await readThread(deps, { workspace, channel, message })
          : await readOne(deps, { workspace, channel, message });
      } catch (error) {
        throw explainRefusal(error, 'read that message');
      }
    },
  };
}

interface Target {
  readonly workspace: SlackWorkspace;
  readonly channel: string;
  readonly message: SlackMessage;
}

async function readOne(deps: SourceDeps, target: Target): Promise<Captured | null> {
  const { workspace, message } = target;
  if (!(await isReviewable(deps, target))) return null;
  const read = await readWords(deps, target);
  const root = message.thread_ts ?? message.ts ?? '';
  const around = root === message.ts ? { context: [] } : await readContext(deps, target, root);
  return captured(workspace, message, { ...read, ...around, scope: 'message' });
}

/** The root's author's own messages joined in order; what others say is context, our own posts are left out. */
async function readThread(deps: SourceDeps, target: Target): Promise<Captured | null> {
  const { workspace, channel, message } = target;
  const rootTs = message.thread_ts ?? message.ts ?? '';
  const own: Read[] = [];
  const context: string[] = [];
  let root: SlackMessage | null = null;
  let seen = 0;
  for await (const page of workspace.conversations.pages(channel, rootTs)) {
    for (const each of page) {
      // Later pages repeat the root.
      if (each.ts === rootTs && root !== null) continue;
      if (each.ts === rootTs) root = each;
      const kind = kindOf(each, workspace);
      if (root === null || kind === 'own' || kind === 'system') continue;
      seen += 1;
      const isAuthor = each.user !== undefined && each.user === root.user;
      const read =
        isAuthor || each === root ? await readWords(deps, { ...target, message: each }) : null;
      if (read !== null) own.push(read);
      else context.push((await readWords(deps, { ...target, message: each })).text);
    }
  }
  if (root === null || !(await isReviewable(deps, { ...target, message: root }))) return null;
  const isCut = seen >= LIMITS.threadPages * LIMITS.pageMessages;
  return captured(workspace, root, {
    text: own
      .map(({ text }) => text)
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    notRead: [
      ...own.flatMap(({ notRead }) => notRead),
      ...(isCut ? ['the end of the thread'] : []),
    ],
    fromFile: own.some(({ fromFile }) => fromFile),
    context: context.filter((text) => text.trim() !== ''),
    scope: 'thread',
  });
}

/** Root and newest replies before a reply; what lies between is counted. */
async function readContext(deps: SourceDeps, target: Target, root: string): Promise<Around> {
  const { workspace, channel, message } = target;
  const before: SlackMessage[] = [];
  const latest = message.ts ?? root;
  for await (const page of workspace.conversations.pages(channel, root, { latest })) {
    for (const each of page) {
      const isKnown = before.some(({ ts }) => ts === each.ts);
      const isEarlier = each.ts !== undefined && each.ts !== latest && each.ts < latest;
      if (isKnown || !isEarlier || kindOf(each, workspace) === 'own') continue;
      before.push(each);
    }
  }
  const [first, ...rest] = before;
  if (first === undefined) return { context: [] };
  const nearest = rest.slice(-(LIMITS.contextMessages - 1));
  const left = rest.length - nearest.length;
  const texts = await Promise.all(
    [first, ...nearest].map(
      async (each) => (await readWords(deps, { ...target, message: each }, false)).text,
    ),
  );
  const context = texts.filter((text) => text.trim() !== '');
  return left > 0 ? { context, contextLeftOut: left } : { context };
}

async function readWords(
  { settings, apiUrl }: SourceDeps,
  { workspace, channel, message }: Target,
  withFiles = true,
): Promise<Read> {
  const nameOf = await workspace.people.namesIn({ blocks: message.blocks, text: message.text });
  const readsEmbeds =
    (await settings({ workspace: workspace.workspace, channel })).embeds.value === 'read';
  const words = readMessage(message, { nameOf, readsEmbeds });
  const files = withFiles
    ? await readFiles(workspace, message.files ?? [], apiUrl)
    : { texts: [], notRead: [] };
  return {
    text: [withoutAddress(words.text, workspace), ...files.texts]
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    notRead: [...words.notRead, ...files.notRead],
    fromFile: files.texts.length > 0,
  };
}

/** False for what is as good as gone. Throws an `UnreviewableError` for what nobody reviews, with the reason. */
async function isReviewable(
  { settings }: SourceDeps,
  { workspace, channel, message }: Target,
): Promise<boolean> {
  switch (kindOf(message, workspace)) {
    case 'person':
      return true;
    case 'own':
    case 'gone':
      return false;
    case 'system':
      throw new UnreviewableError(say(WORDS.notAMessage));
    case 'app': {
      const { appPosts } = await settings({ workspace: workspace.workspace, channel });
      if (appPosts.value === 'review') return true;
      throw new UnreviewableError(say(WORDS.appPost));
    }
  }
}

function captured(
  { workspace }: SlackWorkspace,
  { user, bot_id: bot }: SlackMessage,
  read: Read & Around & { readonly scope: CaptureScope },
): Captured {
  const { text, notRead, fromFile, context, contextLeftOut, scope } = read;
  return {
    text,
    author: user === undefined || bot !== undefined ? null : memberRef(workspace, user),
    context,
    notRead,
    hash: createHash('sha256').update(text).digest('hex'),
    scope,
    ...(contextLeftOut === undefined ? {} : { contextLeftOut }),
    ...(fromFile ? { fromFile } : {}),
  };
}
