import type { Book } from './book.ts';
import { type ChangeDeps, type ChangeOutcome, same } from './change.ts';
import { type AvoidedWord, type HouseStyle, STYLE_LIMITS } from './house-style.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { saveProposal } from './propose.ts';
import type { Actor, FieldProblem } from './screens.ts';
import { BUILT_IN_SETTINGS } from './settings.ts';
import { readHouseStyle } from './style-form.ts';
import type { WordImport } from './style-import.ts';

/** A house style's place: a channel, or (null) the workspace. */
export interface StylePlace {
  readonly workspace: string;
  readonly channel: string | null;
}

/** The version of a place's house style; 0 when it has none. */
export function styleVersion(book: Book, channel: string | null): number {
  return book.entry('style', channel ?? '')?.version ?? 0;
}

/** Why this member may not change the house style; null when they may. */
export function refuseStyle(book: Book, { workspace }: StylePlace, by: Actor): string | null {
  const { managers, locks } = book.decided({ workspace });
  const role = roleOf(by, managers.value);
  if (!may(role, 'change the house style'))
    return refusal('change the house style', managers.value);
  if (locks.value.includes('houseStyle') && !may(role, 'change what is locked')) {
    return refusal('change what is locked', managers.value);
  }
  return null;
}

/** What a change of a place's house style begins from: its own, else what it inherits. */
export function styleToChange(book: Book, { workspace, channel }: StylePlace): HouseStyle {
  const own = book.own(channel).houseStyle;
  return own ?? inheritedStyle(book, { workspace, channel });
}

function inheritedStyle(book: Book, { workspace, channel }: StylePlace): HouseStyle {
  return channel === null
    ? BUILT_IN_SETTINGS.houseStyle
    : book.decided({ workspace }).houseStyle.value;
}

/** Changes parts of a house style; what others changed meanwhile stays, unless it is the same part. */
export async function changeStyle(
  deps: ChangeDeps,
  {
    workspace,
    channel,
    part,
    base,
  }: StylePlace & {
    readonly part: Readonly<Partial<Record<keyof HouseStyle, unknown>>>;
    readonly base: number;
  },
  by: Actor,
): Promise<ChangeOutcome> {
  const key = channel ?? '';
  return saveProposal<ChangeOutcome>(
    deps,
    { workspace, what: 'the house style', by: by.member, via: by.via },
    async (book) => {
      const refused = refuseStyle(book, { workspace, channel }, by);
      if (refused !== null) return { type: 'refused', message: refused };
      const before = styleToChange(book, { workspace, channel });
      const read = readHouseStyle(withoutEmpty({ ...before, ...part }));
      if ('problems' in read) return { type: 'wrong', problems: read.problems.map(problemOf) };
      const names = Object.keys(part) as (keyof HouseStyle)[];
      const late = await findLate(deps, book, { workspace, channel, base, names });
      if (late !== null) return late;
      const current = styleVersion(book, channel);
      return {
        entries: same(before, read.style)
          ? []
          : [{ workspace, kind: 'style', key, base: current, body: read.style }],
        changes: describe(before, read.style),
      };
    },
  );
}

/** Says who changed one of these parts since the version `base`; null when nobody did. */
async function findLate(
  deps: Pick<ChangeDeps, 'store' | 'nameOf'>,
  book: Book,
  {
    base,
    names,
    ...place
  }: StylePlace & { readonly base: number; readonly names: readonly (keyof HouseStyle)[] },
): Promise<ChangeOutcome | null> {
  const { workspace, channel } = place;
  const current = styleVersion(book, channel);
  if (base === current) return null;
  const history = await deps.store.history({ workspace, kind: 'style', key: channel ?? '' });
  const then =
    base === 0
      ? inheritedStyle(book, place)
      : (history.find(({ version }) => version === base)?.body as HouseStyle | undefined);
  const now = styleToChange(book, place);
  if (names.every((name) => same(then?.[name], now[name]))) return null;
  const by = history[0]?.by ?? null;
  const who = by === null ? null : await deps.nameOf(by);
  return {
    type: 'late',
    base: current,
    message: `${who ?? 'Somebody'} changed this part of the house style while you had it open. Nothing of yours was saved yet; save again if you still want to.`,
  };
}

/** Lets a place inherit its house style again. */
export async function resetStyle(
  deps: ChangeDeps,
  place: StylePlace,
  by: Actor,
): Promise<ChangeOutcome> {
  const { workspace, channel } = place;
  const book = await deps.books.open(workspace);
  const refused = refuseStyle(book, place, by);
  if (refused !== null) return { type: 'refused', message: refused };
  const entry = book.entry('style', channel ?? '');
  if (entry === null || entry.body === null) return { type: 'saved', changes: [] };
  const next = {
    workspace,
    kind: 'style',
    key: channel ?? '',
    base: entry.version,
    body: null,
  } as const;
  const isSaved = await deps.store.save([next], { by: by.member, via: by.via });
  return isSaved
    ? { type: 'saved', changes: ['The house style is inherited again'] }
    : {
        type: 'refused',
        message: 'Somebody changed it at this moment. Nothing was changed; look again.',
      };
}

/** A style with the words of a file added; what was known under the same word is replaced. */
export function mergeWords(
  style: HouseStyle,
  { words }: WordImport,
): {
  readonly part: Pick<HouseStyle, 'avoid' | 'names' | 'allowed'>;
  readonly added: number;
  readonly replaced: number;
} {
  const keyOf = ({ word, caseSensitive, languages = [] }: AvoidedWord) =>
    `${caseSensitive ? word : word.toLowerCase()}\n${languages.join()}`;
  const known = new Map(style.avoid.map((entry) => [keyOf(entry), entry]));
  let [added, replaced] = [0, 0];
  for (const entry of words.avoid) {
    const before = known.get(keyOf(entry));
    if (before === undefined) added += 1;
    else if (!same(before, entry)) replaced += 1;
    known.set(keyOf(entry), entry);
  }
  const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  const names = union(style.names, words.names);
  const allowed = union(style.allowed, words.allowed);
  added += names.length - style.names.length + allowed.length - style.allowed.length;
  return { part: { avoid: [...known.values()], names, allowed }, added, replaced };
}

function problemOf(message: string): FieldProblem {
  const [field = ''] = /^[a-z]+/.exec(message) ?? [];
  return { field, message };
}

function withoutEmpty(style: object): object {
  return Object.fromEntries(
    Object.entries(style).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function describe(before: HouseStyle, after: HouseStyle): string[] {
  const changes: string[] = [];
  if (before.guide !== after.guide) {
    changes.push(
      `Style guide: ${after.guide.length.toLocaleString('en')} of ${STYLE_LIMITS.guideChars.toLocaleString('en')} characters`,
    );
  }
  const lists = [
    ['avoid', 'Words to avoid'],
    ['names', 'Never changed'],
    ['allowed', 'Allowed'],
  ] as const;
  for (const [name, label] of lists) {
    if (!same(before[name], after[name]))
      changes.push(`${label}: ${after[name].length.toLocaleString('en')}`);
  }
  if (before.dialect !== after.dialect) changes.push(`Dialect: ${after.dialect ?? 'either'}`);
  if (before.register !== after.register) changes.push(`Register: ${after.register ?? 'none'}`);
  return changes;
}
