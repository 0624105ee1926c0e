import { UserError } from '../user-error.ts';
import type { Book } from './book.ts';
import {
  type ChangeDeps,
  describeChanges,
  type ImportOutcome,
  readWanted,
  same,
} from './change.ts';
import type { NewEntry } from './entry-store.ts';
import { saveProposal } from './propose.ts';
import type { Settings } from './settings.ts';
import { readSettingsYaml, type SettingsFile } from './settings-yaml.ts';

/** What a workspace and its channels decided, as a file. */
export function exportSettings(book: Book): SettingsFile {
  return {
    workspace: book.own(null),
    channels: Object.fromEntries(
      book
        .channels()
        .map((channel) => [channel, book.own(channel)] as const)
        .filter(([, values]) => Object.keys(values).length > 0),
    ),
  };
}

/**
 * Brings the settings of a file into a workspace: all of them or nothing. A place that stands in the file is
 * then exactly as it says; others stay as they are. Throws a `UserError` that lists what is wrong with the file.
 */
export async function importSettings(
  deps: Pick<ChangeDeps, 'store' | 'books' | 'models'>,
  {
    workspace,
    text,
    name,
  }: { readonly workspace: string; readonly text: string; readonly name: string },
  { via }: { readonly via: string },
): Promise<ImportOutcome> {
  const { file, problems } = readSettingsYaml(text);
  if (problems.length > 0) {
    throw wrong(problems.map(({ line, message }) => `${name}:${line}: ${message}`));
  }
  const places: readonly (readonly [string | null, Partial<Settings>])[] = [
    ...(file.workspace === null ? [] : [[null, file.workspace] as const]),
    ...Object.entries(file.channels),
  ];
  return saveProposal<ImportOutcome>(
    deps,
    { workspace, what: 'these settings', by: null, via },
    async (book) => {
      const found = places.flatMap(([channel, { houseStyle: _, ...set }]) =>
        readWanted(book, { workspace, channel, set, reset: [] }, deps.models).problems.map(
          ({ message }) => `${name}: ${placeName(channel)}: ${message}`,
        ),
      );
      if (found.length > 0) throw wrong(found);
      const made = places.map(([channel, values]) =>
        changesOf(book, { workspace, channel }, values),
      );
      return {
        entries: made.flatMap(({ entries }) => entries),
        changes: made.flatMap(({ changes }) => changes),
      };
    },
  );
}

/** What a place of the file changes. */
function changesOf(
  book: Book,
  { workspace, channel }: { readonly workspace: string; readonly channel: string | null },
  wanted: Partial<Settings>,
): { readonly entries: readonly NewEntry[]; readonly changes: readonly string[] } {
  const key = channel ?? '';
  const own = book.own(channel);
  const entry = (kind: 'settings' | 'style', body: unknown): NewEntry => {
    const base = book.entry(kind, key)?.version ?? 0;
    return { workspace, kind, key, base, body };
  };
  const { houseStyle: styleBefore, ...before } = own;
  const { houseStyle: style, ...after } = wanted;
  const sentences = describeChanges(book, { workspace, channel }, own, wanted);
  return {
    entries: [
      ...(same(before, after)
        ? []
        : [entry('settings', Object.keys(after).length === 0 ? null : after)]),
      ...(same(styleBefore, style) ? [] : [entry('style', style ?? null)]),
    ],
    changes: sentences.map((each) => `${placeName(channel)}: ${each.replaceAll('*', '')}`),
  };
}

function placeName(channel: string | null): string {
  return channel === null ? 'the workspace' : `the channel ${channel}`;
}

function wrong(problems: readonly string[]): UserError {
  return new UserError(problems.join('\n'), { code: 'settings_invalid' });
}
