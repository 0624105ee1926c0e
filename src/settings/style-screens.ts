import { formatAddress } from './address.ts';
import type { ChangeOutcome } from './change.ts';
import type { HouseStyle } from './house-style.ts';
import { pack } from './log-screen.ts';
import {
  noteOf,
  placeWords,
  refusedNote,
  refuseTry,
  type ScreenContext,
} from './screen-context.ts';
import { button, confirm, outcomeOf, versionsScreen } from './screen-parts.ts';
import type { FieldProblem, FormValues, Screen } from './screens.ts';
import { clip } from './setting-fields.ts';
import { channelOf, originWords, refill, type Scope } from './settings-screens.ts';
import {
  changeStyle,
  refuseStyle,
  resetStyle,
  type StylePlace,
  styleToChange,
  styleVersion,
} from './style-changes.ts';
import { readStylePart, type StylePart, styleFieldOf, styleSteps } from './style-fields.ts';
import { readHouseStyle } from './style-form.ts';
import { showStyleTest, submitStyleTest } from './style-test-screen.ts';
import { writeAvoided } from './style-text.ts';

interface Filled {
  readonly values: FormValues;
  readonly base: number;
}

/** The house style in force here, and the ways to change it. */
export function showStyle(context: ScreenContext): Screen {
  const { book, place } = context;
  const { value, origin } = book.resolve(place).houseStyle;
  const scopes: readonly Scope[] = place.channel === undefined ? ['all'] : ['here', 'all'];
  const ways = scopes.filter(
    (scope) => refuseStyle(book, stylePlace(context, scope), context.by) === null,
  );
  const words = value.avoid.slice(0, 40).map((entry) => `- \`${writeAvoided(entry)}\``);
  const more = value.avoid.length - words.length;
  const guide =
    value.guide.length > 1500 ? `${value.guide.slice(0, 1500).trimEnd()} …` : value.guide;
  return {
    type: 'view',
    address: 'style',
    title: 'House style',
    parts: [
      {
        markdown: `Every text is checked against the word list by code, with any model and without one; the guide is read by the editors. What applies here is ${originWords(origin)}.`,
        buttons: [button('Which rules fire?', ['style', 'test'], 'show', 'primary')],
      },
      ...ways.map((scope) => ({
        markdown: `Change it for ${placeWords(context, scope)}:`,
        buttons: [
          button('Guide', ['style', scope, 'guide']),
          button('Word list', ['style', scope, 'words']),
          button('Import words', ['style', scope, 'import']),
          button('Versions', ['style', scope, 'versions']),
          ...(book.own(channelOf(context, scope) ?? null).houseStyle === undefined
            ? []
            : [button('Inherit again', ['style', scope, 'reset'])]),
        ],
      })),
      ...pack([
        `**Dialect** ${value.dialect ?? 'either'}`,
        `\n**Register** ${value.register ?? 'as each text has it'}`,
        `\n**Avoided words** (${value.avoid.length.toLocaleString('en')})`,
        ...words,
        ...(more > 0 ? [`- and ${more.toLocaleString('en')} more`] : []),
        `\n**Never changed** ${value.names.slice(0, 60).join(', ') || 'nothing yet'}`,
        `\n**Allowed** ${value.allowed.slice(0, 60).join(', ') || 'nothing yet'}`,
        '\n**Guide**',
      ]),
      ...pack(
        guide.trim() === ''
          ? ['There is none yet.']
          : guide.split('\n').map((each) => clip(each, 2700)),
      ),
    ],
  };
}

function stylePlace(context: ScreenContext, scope: Scope): StylePlace {
  return { workspace: context.place.workspace, channel: channelOf(context, scope) ?? null };
}

/** The screens behind the house style. */
export async function showStylePart(
  context: ScreenContext,
  [scope = '', part = '', detail = '']: readonly string[],
): Promise<Screen> {
  if (scope === '') return showStyle(context);
  if (scope === 'test') return refuseTry(context) ?? showStyleTest({ values: {}, problems: [] });
  if (scope !== 'here' && scope !== 'all') return noteOf('There is no such page.', false);
  const place = stylePlace(context, scope);
  const refused = refuseStyle(context.book, place, context.by);
  if (refused !== null) return refusedNote(refused);
  switch (part) {
    case 'versions':
      return showVersions(context, scope);
    case 'restore':
      return confirm(
        `Version ${detail} of the house style would become the newest one.`,
        button('Restore it', ['style', scope, 'restore', detail], 'do', 'primary'),
        ['style', scope, 'versions'],
      );
    case 'reset':
      return confirm(
        `The house style of ${placeWords(context, scope)} would be inherited again. *Versions* keeps it.`,
        button('Inherit it', ['style', scope, 'reset'], 'do', 'primary'),
        ['style'],
      );
    case 'guide':
    case 'words':
    case 'import':
      return partForm(context, scope, part, null);
    default:
      return noteOf('There is no such page.', false);
  }
}

/** Takes a form about the house style, or does what a button says. */
export async function submitStylePart(
  context: ScreenContext,
  [scope = '', part = '', detail = '']: readonly string[],
  filled: Filled,
): Promise<Screen> {
  if (scope === 'test') return refuseTry(context) ?? submitStyleTest(context, filled.values);
  if (scope !== 'here' && scope !== 'all') return noteOf('There is no such page.', false);
  const { deps, by } = context;
  const place = stylePlace(context, scope);
  const back = button('House style', ['style']);
  switch (part) {
    case 'reset':
      return outcomeOf(await resetStyle(deps, place, by), 'House style', back);
    case 'restore': {
      const history = await deps.store.history({
        workspace: place.workspace,
        kind: 'style',
        key: place.channel ?? '',
      });
      const old = readHouseStyle(
        history.find(({ version }) => version === Number(detail))?.body ?? {},
      );
      if ('problems' in old) return noteOf('That version cannot be read any more.', false, [back]);
      return outcomeOf(
        await changeStyle(
          deps,
          { ...place, part: whole(old.style), base: history[0]?.version ?? 0 },
          by,
        ),
        'House style',
        back,
      );
    }
    case 'guide':
    case 'words':
    case 'import':
      return save(context, scope, part, filled);
    default:
      return noteOf('There is no such page.', false);
  }
}

/** Every part of a style, also those it does not have. */
function whole(style: HouseStyle) {
  return { ...style, dialect: style.dialect, register: style.register };
}

function partForm(
  context: ScreenContext,
  scope: Scope,
  part: StylePart,
  again: (Filled & { readonly problems: readonly FieldProblem[] }) | null,
): Screen {
  const place = stylePlace(context, scope);
  const style = styleToChange(context.book, place);
  const version = again?.base ?? styleVersion(context.book, place.channel);
  const steps = styleSteps(style, part, placeWords(context, scope));
  return {
    type: 'form',
    address: formatAddress(['style', scope, part], { step: 0, version }),
    title: { guide: 'Style guide', words: 'Word list', import: 'Import words' }[part],
    steps: steps.map((step) => ({
      ...step,
      fields: step.fields.map((field) => refill(field, again?.values)),
    })),
    at: 0,
    submit: part === 'import' ? 'Add them' : 'Save',
    finish: part === 'import' ? 'Add them' : 'Save',
    problems: again?.problems ?? [],
  };
}

async function save(
  context: ScreenContext,
  scope: Scope,
  part: StylePart,
  filled: Filled,
): Promise<Screen> {
  const place = stylePlace(context, scope);
  const style = styleToChange(context.book, place);
  const read = readStylePart(style, part, filled.values);
  const again = (problems: readonly FieldProblem[], base = filled.base) =>
    partForm(context, scope, part, { values: filled.values, problems, base });
  if (read.problems.length > 0) return again(read.problems);
  const outcome = await changeStyle(
    context.deps,
    { ...place, part: read.part, base: filled.base },
    context.by,
  );
  if (outcome.type === 'wrong')
    return again(
      outcome.problems.map((each) => ({ ...each, field: styleFieldOf(part, each.field) })),
    );
  if (outcome.type === 'late')
    return again([{ field: '', message: outcome.message }], outcome.base);
  return withNotes(outcome, read.notes);
}

function withNotes(
  outcome: Extract<ChangeOutcome, { type: 'saved' | 'refused' }>,
  notes: readonly string[],
): Screen {
  const back = button('House style', ['style']);
  const screen = outcomeOf(outcome, 'House style', back);
  if (screen.type !== 'note' || notes.length === 0) return screen;
  const buttons = [button('Which rules fire?', ['style', 'test']), back];
  return { ...screen, markdown: clip([screen.markdown, ...notes].join('\n- '), 2700), buttons };
}

async function showVersions(context: ScreenContext, scope: Scope): Promise<Screen> {
  const { workspace, channel } = stylePlace(context, scope);
  const key = { workspace, kind: 'style', key: channel ?? '' } as const;
  const versions = (await context.deps.store.history(key))
    .filter(({ body }) => body !== null)
    .map((entry) => ({ entry, label: `Version ${entry.version}` }));
  const path = ['style', scope];
  return versionsScreen(context, {
    ...{ path, back: ['style'], versions },
    never: 'It was never changed here.',
  });
}
