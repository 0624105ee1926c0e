/* A house style as fields of a form, and what was filled in as a house style; what is longer than a form is never cut. */
import { type HouseStyle, STYLE_LIMITS } from './house-style.ts';
import { linesOf, writeLines } from './persona-text.ts';
import type { Field, FieldProblem, FormStep, FormValues } from './screens.ts';
import { textOf } from './setting-fields.ts';
import { mergeWords } from './style-changes.ts';
import { importWords } from './style-import.ts';
import { readAvoided, writeAvoided } from './style-text.ts';
import { line, long } from './text-field.ts';

const GUIDE_PARTS = [1, 2, 3, 4] as const;
const AVOID_PARTS = [1, 2] as const;
/** Room in a field is left for what people add. */
const PART_CHARS = 2900;

/** What of a house style a form is about. */
export type StylePart = 'guide' | 'words' | 'import';

/** The steps of a form about one part, filled with what stands. */
export function styleSteps(style: HouseStyle, part: StylePart, where: string): FormStep[] {
  if (part === 'import') {
    return [
      {
        title: 'Import words',
        intro: `For ${where}. Paste a Vale substitution, existence or vocabulary file, or CSV with the columns word, use, language, case, type.`,
        fields: [
          long('file', 'The file', {
            hint: 'A word known already is replaced; nothing is removed.',
            isRequired: true,
          }),
        ],
      },
    ];
  }
  if (part === 'words') return [wordsStep(style, where)];
  const chunks = splitGuide(style.guide);
  return [
    {
      title: 'Style guide',
      intro: `For ${where}, in Markdown, up to ${STYLE_LIMITS.guideChars.toLocaleString('en')} characters in all. The editors read it before every text.`,
      fields: [
        ...GUIDE_PARTS.map((at) =>
          long(`guide.${at}`, `StylePart ${at} of ${GUIDE_PARTS.length}`, {
            hint:
              at === 1
                ? 'Short rules with an example each work best.'
                : 'Only when the part before is full.',
            value: chunks[at - 1] ?? '',
          }),
        ),
        line('register', 'How readers are spoken to', {
          hint: 'Such as: plain, “you”, no exclamation marks.',
          value: style.register ?? '',
          isRequired: false,
          maxChars: STYLE_LIMITS.registerChars,
          placeholder: 'plain, “you”, contractions are fine',
        }),
      ],
    },
  ];
}

function wordsStep(style: HouseStyle, where: string): FormStep {
  const chunks = splitLines(style.avoid.map(writeAvoided));
  const names = writeLines(style.names);
  const allowed = writeLines(style.allowed);
  const fits =
    chunks.length <= AVOID_PARTS.length &&
    names.length <= PART_CHARS &&
    allowed.length <= PART_CHARS;
  const how =
    'One a line: “utilise -> use”; nothing after the arrow leaves it out, “?” asks the author, “(de)” or “(case)” narrows it.';
  const dialect: Field = {
    type: 'choice',
    name: 'dialect',
    label: 'Dialect',
    hint: 'Which English spelling is right.',
    value: style.dialect ?? '',
    options: [
      { value: '', label: 'Either' },
      { value: 'en-GB', label: 'British' },
      { value: 'en-US', label: 'American' },
    ],
  };
  if (!fits) {
    // A list longer than a form can hold is added to and taken from, never cut.
    return {
      title: 'Word list',
      intro: `For ${where}. The list is longer than this form, so here you add to it and take from it.\n\n${how}`,
      fields: [
        long('add', 'Add or change', { hint: 'Lines like “utilise -> use”.' }),
        long('addNames', 'Add names that are never changed', { hint: 'One a line.' }),
        long('addAllowed', 'Add allowed words', { hint: 'One a line.' }),
        long('remove', 'Take away', {
          hint: 'The words alone, one a line, from any of the lists.',
        }),
        dialect,
      ],
    };
  }
  return {
    title: 'Word list',
    intro: `For ${where}. ${how}`,
    fields: [
      ...AVOID_PARTS.map((at) =>
        long(`avoid.${at}`, at === 1 ? 'Write this instead' : 'Write this instead, continued', {
          hint: 'Code checks these in every text.',
          value: chunks[at - 1] ?? '',
        }),
      ),
      long('names', 'Never change', { hint: 'Names and terms, one a line.', value: names }),
      long('allowed', 'Allowed', { hint: 'Words no dictionary has, one a line.', value: allowed }),
      dialect,
    ],
  };
}

/** A guide in pieces that each fit a field, cut at line ends where there are any. */
function splitGuide(guide: string): string[] {
  const pieces: string[] = [];
  for (let rest = guide; rest !== ''; ) {
    const cut = rest.length <= PART_CHARS ? -1 : rest.lastIndexOf('\n', PART_CHARS);
    const end = rest.length <= PART_CHARS ? rest.length : cut > 0 ? cut : PART_CHARS;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(cut > 0 ? end + 1 : end);
  }
  return pieces;
}

function splitLines(lines: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const each of lines) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + each.length + 1 <= PART_CHARS)
      chunks[chunks.length - 1] = `${last}\n${each}`;
    else chunks.push(each);
  }
  return chunks;
}

/** What came back from a form. */
export interface ReadPart {
  readonly part: Readonly<Partial<Record<keyof HouseStyle, unknown>>>;
  readonly problems: readonly FieldProblem[];
  readonly notes: readonly string[];
}

/** What was filled in, as a part of the style; what stands where nothing was shown. */
export function readStylePart(style: HouseStyle, part: StylePart, values: FormValues): ReadPart {
  const text = (name: string) => textOf(values[name] ?? '');
  if (part === 'guide') {
    const before = splitGuide(style.guide);
    // Platforms trim what is typed: a part that only lost its edges is as it was.
    const pieces = GUIDE_PARTS.map((at) => {
      const [typed, old = ''] = [values[`guide.${at}`], before[at - 1]];
      if (typed === undefined) return old;
      const given = typeof typed === 'string' ? typed.replaceAll('\r\n', '\n') : (typed[0] ?? '');
      return given.trim() === old.trim() ? old : given;
    });
    const isSame = pieces.every((piece, at) => piece === (before[at] ?? ''));
    const joined = pieces.filter((piece, at) => piece !== '' || before[at] === '').join('\n');
    const guide = isSame ? style.guide : joined;
    return { part: { guide, register: text('register') }, problems: [], notes: [] };
  }
  if (part === 'import') {
    const found = importWords(text('file'));
    const { part: words, added, replaced } = mergeWords(style, found);
    if (added + replaced === 0 && found.left.length === 0) {
      return {
        part: {},
        problems: [
          {
            field: 'file',
            message:
              'No new word was found in this: paste lines like “utilise,use”, or a Vale file.',
          },
        ],
        notes: [],
      };
    }
    const notes = [
      `${added.toLocaleString('en')} added, ${replaced.toLocaleString('en')} changed`,
      ...found.left.slice(0, 12),
    ];
    return { part: words, problems: [], notes };
  }
  return readWords(style, values, text);
}

function readWords(
  style: HouseStyle,
  values: FormValues,
  text: (name: string) => string,
): ReadPart {
  const dialect = text('dialect') || undefined;
  if (values.add !== undefined || values.remove !== undefined) {
    const { entries, problems } = readAvoided(text('add'));
    const removed = new Set(linesOf(text('remove')));
    const stays = (word: string) => !removed.has(word);
    const rest: HouseStyle = {
      ...style,
      avoid: style.avoid.filter(({ word }) => stays(word)),
      names: style.names.filter(stays),
      allowed: style.allowed.filter(stays),
    };
    const words = {
      avoid: entries,
      names: linesOf(text('addNames')),
      allowed: linesOf(text('addAllowed')),
    };
    const { part } = mergeWords(rest, { words, left: [] });
    return {
      part: { ...part, dialect },
      problems: problems.map((message) => ({ field: 'add', message })),
      notes: [],
    };
  }
  const read = AVOID_PARTS.map((at) => readAvoided(text(`avoid.${at}`)));
  return {
    part: {
      avoid: read.flatMap(({ entries }) => entries),
      names: linesOf(text('names')),
      allowed: linesOf(text('allowed')),
      dialect,
    },
    problems: read.flatMap(({ problems }, at) =>
      problems.map((message) => ({ field: `avoid.${at + 1}`, message })),
    ),
    notes: [],
  };
}

/** The field a problem of the style stands at. */
export function styleFieldOf(part: StylePart, name: string): string {
  if (part === 'import') return 'file';
  return name === 'guide' ? 'guide.1' : name === 'avoid' ? 'avoid.1' : name;
}
