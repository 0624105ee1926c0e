/* Pieces that several screens are made of. */
import { formatAddress } from './address.ts';
import type { ChangeOutcome } from './change.ts';
import type { Entry } from './entry-store.ts';
import { findComplaints } from './lessons.ts';
import { may, roleOf } from './permissions.ts';
import { noteOf, type ScreenContext } from './screen-context.ts';
import {
  FORM_LIMITS,
  type MenuOption,
  type Screen,
  type ScreenButton,
  type ViewPart,
} from './screens.ts';
import { clip } from './setting-fields.ts';
import { showEmoji } from './workspace-library.ts';

/** A button that leads to the screen with this path, or does what stands behind it. */
export function button(
  label: string,
  path: readonly string[],
  does: ScreenButton['does'] = 'show',
  style: ScreenButton['style'] = 'plain',
): ScreenButton {
  return { label, address: formatAddress(path), does, style };
}

/** Asks before something is done. */
export function confirm(markdown: string, yes: ScreenButton, back: readonly string[]): Screen {
  return {
    type: 'view',
    address: yes.address,
    title: yes.label,
    parts: [{ markdown, buttons: [yes, button('Back', back)] }],
  };
}

/**
 * What those who may change editors are told about them wherever they come in: not everybody who runs a
 * workspace can be written to.
 */
export function complaintParts({ book, by, place: { workspace } }: ScreenContext): ViewPart[] {
  const managers = book.decided({ workspace }).managers.value;
  if (!may(roleOf(by, managers), 'change personas')) return [];
  return findComplaints(book).map(({ id, title, icon, useful, notUseful }) => {
    const answers = useful + notUseful;
    const percent = Math.round((100 * notUseful) / answers);
    return {
      markdown: `${showEmoji(icon)} **${title}** was found not useful too often: ${notUseful.toLocaleString('en')} of ${answers.toLocaleString('en')} answers (${percent} %). Sharpen its questions, or let it rest.`,
      buttons: [button('See this editor', ['persona', id])],
    };
  });
}

/** What a change of a persona, a preset or the house style comes to. */
export function outcomeOf(outcome: ChangeOutcome, title: string, back: ScreenButton): Screen {
  switch (outcome.type) {
    case 'saved':
      return outcome.changes.length === 0
        ? noteOf('Nothing was different, so nothing was changed.', true, [back])
        : noteOf(`*${title}*: ${outcome.changes.join('. ')}.`, true, [back]);
    case 'wrong':
      return noteOf(outcome.problems.map(({ message }) => message).join('\n'), false, [back]);
    case 'late':
    case 'refused':
      return noteOf(outcome.message, false, [back]);
  }
}

/** The versions of one thing, newest first, each to be restored; `never` says that there are none. */
export async function versionsScreen(
  { deps }: ScreenContext,
  { path, back, versions, never }: VersionList,
): Promise<Screen> {
  const shown = versions.slice(0, FORM_LIMITS.options);
  const names = await Promise.all(
    shown.map(({ entry }) => (entry.by === null ? 'a file' : deps.nameOf(entry.by))),
  );
  const options = shown.map(
    ({ entry, label }, at): MenuOption => ({
      label: clip(label, FORM_LIMITS.optionLabelChars),
      hint: clip(`${timeOf(entry)}, by ${names[at] ?? 'somebody'}`),
      address: formatAddress([...path, 'restore', String(entry.version)]),
    }),
  );
  const isEmpty = options.length === 0;
  return {
    type: 'view',
    address: formatAddress([...path, 'versions']),
    title: 'Versions',
    parts: [
      {
        markdown: isEmpty
          ? never
          : 'The newest first. Restoring one makes it the newest; none is ever lost.',
        buttons: [button('Back', back)],
        ...(isEmpty ? {} : { menu: { label: 'Restore…', options } }),
      },
    ],
  };
}

interface VersionList {
  /** The path of the thing itself. */
  readonly path: readonly string[];
  readonly back: readonly string[];
  readonly versions: readonly { readonly entry: Entry; readonly label: string }[];
  readonly never: string;
}

function timeOf({ savedAt }: Entry): string {
  return `${new Date(savedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
