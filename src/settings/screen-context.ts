import type { Forgetting } from '../review/forget.ts';
import type { Passes } from '../review/passes.ts';
import type { PlotDrawer } from '../review/stats-plots.ts';
import type { StatsStore } from '../review/stats-store.ts';
import type { Book } from './book.ts';
import type { ChangeDeps, ChangeOutcome } from './change.ts';
import { may, refusal, roleOf } from './permissions.ts';
import type { Place } from './resolution.ts';
import type { Actor, ScreenButton, ScreenNote } from './screens.ts';

/** What screens need from outside. */
export interface ScreenDeps extends ChangeDeps {
  /** Deletes people's words where they ask for it. */
  readonly forgetting: Forgetting;
  /** What was counted of reviews. */
  readonly stats: Omit<StatsStore, 'countAs'>;
  /** Draws what was counted. */
  readonly charts: PlotDrawer;
  /** Hands out links to pages. */
  readonly passes: Pick<Passes, 'isPublic' | 'issue'>;
}

/** What every screen is made from. */
export interface ScreenContext {
  readonly deps: ScreenDeps;
  readonly book: Book;
  readonly by: Actor;
  readonly place: Place;
}

/** A sentence that ends it. */
export function noteOf(
  markdown: string,
  isDone: boolean,
  buttons: readonly ScreenButton[] = [],
): ScreenNote {
  return { type: 'note', markdown, isDone, buttons };
}

/** A refusal with a way back. */
export function refusedNote(message: string): ScreenNote {
  return noteOf(message, false);
}

/** What a finished change comes to. */
export function outcomeNote(
  _context: ScreenContext,
  outcome: Extract<ChangeOutcome, { type: 'saved' | 'refused' }>,
  what: string,
): ScreenNote {
  if (outcome.type === 'refused') return noteOf(outcome.message, false);
  if (outcome.changes.length === 0)
    return noteOf('Nothing was different, so nothing was changed.', true);
  const back: ScreenButton = {
    label: 'All settings',
    address: 'settings',
    does: 'show',
    style: 'plain',
  };
  return noteOf(
    `Saved for ${what}:\n${outcome.changes.map((each) => `- ${each}`).join('\n')}`,
    true,
    [back],
  );
}

/** A place in words. */
export function placeWords({ place }: Pick<ScreenContext, 'place'>, scope: 'here' | 'all'): string {
  return scope === 'here' && place.channel !== undefined ? 'this channel' : 'the whole workspace';
}

/** Why this member may not try an editor or the word list on a text; null when they may. */
export function refuseTry({ book, by, place: { workspace } }: ScreenContext): ScreenNote | null {
  const managers = book.decided({ workspace }).managers.value;
  return may(roleOf(by, managers), 'try') ? null : refusedNote(refusal('try', managers));
}
