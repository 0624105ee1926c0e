import { notFound } from './desk-error.ts';
import type { DeskMessage, DeskPlace } from './desk-store.ts';
import { type DirectoryDeps, openDirectory } from './directory.ts';
import { createMarks } from './marks.ts';
import { createPosts } from './posts.ts';
import { createSpeech } from './speech.ts';

export type WorkspaceDeps = Omit<DirectoryDeps, 'now'> & Partial<Pick<DirectoryDeps, 'now'>>;

/** The desk's members, channels and messages: every change is kept, then told to open pages. */
export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** Opens the workspace as it was left. */
export async function openWorkspace({ now = Date.now, ...deps }: WorkspaceDeps) {
  const directory = await openDirectory({ ...deps, now });
  const { messages } = deps.store;
  return {
    ...directory,
    ...createSpeech(directory),
    ...createPosts(directory),
    ...createMarks(directory),
    /** The message with this id, also a deleted one; null when there never was one. */
    look: messages.find,
    page: messages.page,
    notes: messages.notes,
    isUntouched: messages.isUntouched,

    /** The thread a run answers in; null when it posted nothing, or nothing this viewer may see. */
    async placeOfRun(runId: string, viewer: string): Promise<DeskPlace | null> {
      const first = await messages.firstPost(runId);
      const place = first === null ? null : await messages.place(first);
      if (place === null) return null;
      const isOpen = directory.channels(viewer).some(({ id }) => id === place.channel);
      return isOpen && (place.privateTo === null || place.privateTo === viewer) ? place : null;
    },

    /** The thread a message is in, as a viewer may see it; without one, as everybody and nobody does. */
    async thread(id: string, viewer: string | null | 'all'): Promise<readonly DeskMessage[]> {
      const found = await messages.find(id);
      if (found === null) throw notFound('message', id);
      const all = await messages.thread(found.root ?? found.id);
      return all.filter(
        ({ privateTo }) => privateTo === null || viewer === 'all' || privateTo === viewer,
      );
    },
  };
}
