import { createHash } from 'node:crypto';
import type { MessageRef } from '../../review/refs.ts';
import type { Captured, CaptureScope, Source } from '../../review/source.ts';
import { DeskError } from './desk-error.ts';
import type { DeskMessage } from './desk-store.ts';
import { memberRef, readRef } from './places.ts';
import type { Workspace } from './workspace.ts';

/** Reads what people wrote on the desk. */
export function createDeskSource(workspace: Pick<Workspace, 'thread'>): Source {
  return {
    async read(target: MessageRef, scope: CaptureScope): Promise<Captured | null> {
      const id = readRef(target)?.message;
      if (!id) return null;
      const messages = await workspace.thread(id, 'all').catch(nothingWhenGone);
      const words = messages.filter(
        ({ kind, deletedAt }) => kind === 'message' && deletedAt === null,
      );
      const start = words.find((message) => message.id === id);
      if (start === undefined) return null;
      const root = scope === 'thread' ? words.find((message) => message.root === null) : start;
      if (root === undefined) return null;
      const own =
        scope === 'thread' ? words.filter(({ author }) => author === root.author) : [start];
      const context =
        scope === 'thread'
          ? words.filter((message) => !own.includes(message))
          : words.slice(0, words.indexOf(start));
      const text = own.map(textOf).join('\n\n');
      return {
        text,
        author: memberRef(root.author),
        context: context.map(textOf),
        notRead: [],
        hash: createHash('sha256').update(text).digest('hex'),
        scope,
        fromFile: own.some(({ files }) => files.length > 0),
      };
    },
  };
}

/** A message's own words, then those of its files. */
export function textOf({ text, files }: Pick<DeskMessage, 'text' | 'files'>): string {
  return [text, ...files.map((file) => file.text)]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

function nothingWhenGone(error: unknown): readonly DeskMessage[] {
  if (error instanceof DeskError && error.status === 404) return [];
  throw error;
}
