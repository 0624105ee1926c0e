import { DISMISS_REASONS, type DismissReason } from '../review/decision-store.ts';
import { oneLine, plainMentions, showQuote, showRemark } from '../review/shown-text.ts';
import { formatAddress } from './address.ts';
import {
  changeLesson,
  countAfresh,
  findLesson,
  findLowered,
  LESSON_CHARS,
  type Lesson,
  REASON_WORDS,
  readLessons,
  refuseLesson,
  refuseLessons,
} from './lessons.ts';
import { pack } from './log-screen.ts';
import { noteOf, refusedNote, type ScreenContext } from './screen-context.ts';
import { button, confirm, outcomeOf } from './screen-parts.ts';
import {
  type Field,
  FORM_LIMITS,
  type Form,
  type FormValues,
  type MenuOption,
  type Screen,
  type ViewPart,
} from './screens.ts';
import { capital, clip, textOf } from './setting-fields.ts';
import { refill } from './settings-screens.ts';
import { long } from './text-field.ts';

/** Lessons that can be chosen on one screen; older ones hold as well and are counted. */
const CHOSEN = 100;
/** Lessons that are spelled out. */
const SPELLED = 12;
const NO_REASON = 'none';

/** What was dismissed at a place and does not come back, and which editors are lowered there. */
export async function showLessons(context: ScreenContext): Promise<Screen> {
  const { deps, book, place, by } = context;
  const lessons = await readLessons(deps, book, place, context.by.member);
  const isHere = place.channel !== undefined;
  const where = isHere ? 'here' : 'everywhere';
  const intro =
    lessons.length === 0
      ? isHere
        ? 'Nothing that was dismissed holds here yet. When somebody dismisses a suggestion it stands here, and no editor brings it up again.'
        : 'No lesson holds everywhere yet. Each channel has its own: open *Lessons* there.'
      : `What was dismissed does not come back ${where}. Choose one to read it whole, to let it hold elsewhere or to take it away.`;
  const back = [button('All settings', ['settings'])];
  const parts: ViewPart[] = [
    { markdown: intro, buttons: back },
    ...pack(lessons.slice(0, SPELLED).map((lesson) => `- ${lessonLine(context, lesson)}`)),
    ...menusOf(context, lessons.slice(0, CHOSEN)),
  ];
  const more = lessons.length - CHOSEN;
  if (more > 0) {
    parts.push({
      markdown: `… and ${more.toLocaleString('en')} older ones hold as well.`,
      buttons: [],
    });
  }
  const mayChange = refuseLessons(book, place.workspace, by) === null;
  for (const { persona, kind, dismissed, decided } of await findLowered(deps, book, place)) {
    parts.push({
      markdown: `**${titleOf(context, persona)}** weighs less ${where} on ${kind}: ${dismissed} of its last ${decided} such remarks were dismissed, so they count one step less.`,
      buttons: mayChange ? [button('Count in full again', ['lowered', persona, kind], 'do')] : [],
    });
  }
  return { type: 'view', address: 'lessons', title: 'Lessons', parts };
}

function menusOf(context: ScreenContext, lessons: readonly Lesson[]): ViewPart[] {
  const parts: ViewPart[] = [];
  for (let at = 0; at < lessons.length; at += FORM_LIMITS.options) {
    const options = lessons.slice(at, at + FORM_LIMITS.options).map(
      (lesson): MenuOption => ({
        label: clip(wordsOf(lesson), FORM_LIMITS.optionLabelChars),
        hint: clip(capital(aboutLesson(context, lesson))),
        address: formatAddress(['lesson', lesson.id]),
      }),
    );
    parts.push({
      markdown: at === 0 ? '**Choose one**' : '**Older ones**',
      buttons: [],
      menu: { label: 'Choose a lesson…', options },
    });
  }
  return parts;
}

/** What was said, for those who may read it. */
function wordsOf(lesson: Lesson): string {
  if (lesson.words === null) return 'A suggestion whose words are forgotten';
  const { quote, problem } = lesson.words;
  // A menu takes words as they are, so nothing is escaped.
  return oneLine(plainMentions(quote === '' ? problem : quote));
}

function lessonLine(context: ScreenContext, lesson: Lesson): string {
  return `${saidIn(lesson)} · ${aboutLesson(context, lesson)}`;
}

function saidIn(lesson: Lesson): string {
  if (lesson.words === null) return '_words forgotten_';
  const { quote, problem, instruction } = lesson.words;
  return quote === ''
    ? showRemark(clip(problem, 120))
    : `${showQuote(clip(quote, 120))} → ${showRemark(clip(instruction, 120))}`;
}

function aboutLesson(
  context: ScreenContext,
  { raisedBy, reason, isEverywhere, isPrivate, at }: Lesson,
): string {
  return [
    raisedBy.map((id) => titleOf(context, id)).join(', '),
    ...(reason === null ? [] : [REASON_WORDS[reason]]),
    ...(isPrivate ? ['in your private reviews'] : []),
    ...(isEverywhere ? ['everywhere'] : []),
    dayOf(at),
  ].join(' · ');
}

/** A day in words that do not break. */
function dayOf(at: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
  return day.replaceAll(' ', '\u00a0');
}

function titleOf({ book }: ScreenContext, id: string): string {
  return book.library.allPersonas.find(({ persona }) => persona.id === id)?.persona.title ?? id;
}

/** One lesson whole, the form that changes it, or the question before it goes. */
export async function showLesson(
  context: ScreenContext,
  [id = '', part = '']: readonly string[],
): Promise<Screen> {
  const { deps, book, place, by } = context;
  const lesson = await findLesson(deps, book, { place, id, reader: by.member });
  if (lesson === null) return gone();
  const refused = refuseLesson(book, place.workspace, { by, lesson });
  if (part === '') return lessonView(context, lesson, refused === null);
  if (refused !== null) return refusedNote(refused);
  if (part === 'edit') return lessonForm(lesson);
  if (part !== 'remove') return gone();
  return confirm(
    'The editors may say this again.',
    button('Take it away', ['lesson', id, 'remove'], 'do', 'danger'),
    ['lesson', id],
  );
}

async function lessonView(
  context: ScreenContext,
  lesson: Lesson & { readonly isRemoved: boolean },
  mayChange: boolean,
): Promise<Screen> {
  const { id, isRemoved, isEverywhere, isPrivate, reason, kind, by, at, raisedBy, words } = lesson;
  const who = (await context.deps.nameOf(by)) ?? 'Somebody';
  const where = isEverywhere ? 'in every channel' : 'in this channel';
  const facts = [
    `${who} dismissed it on ${dayOf(at)}${reason === null ? '' : `: ${REASON_WORDS[reason]}`}.`,
    `${raisedBy.map((each) => titleOf(context, each)).join(' and ')} had said it, about ${kind}.`,
    isRemoved
      ? '**It was taken away: the editors may say it again.**'
      : `It holds ${where}${isPrivate ? ', in your private reviews; nobody else sees it' : ''}.`,
  ];
  const said =
    words === null
      ? 'Its words are forgotten: they were deleted after their time, or with their message. What is left is a mark that nobody can read, by which the editors know not to say it again.'
      : [
          ...(words.quote === '' ? [] : [showQuote(clip(words.quote, 600))]),
          showRemark(clip(words.problem, 600)),
          `→ ${showRemark(clip(words.instruction, 600))}`,
        ].join('\n\n');
  const ways = isRemoved
    ? [button('Bring it back', ['lesson', id, 'restore'], 'do', 'primary')]
    : [
        button('Change', ['lesson', id, 'edit'], 'show', 'primary'),
        button('Take it away', ['lesson', id, 'remove'], 'show', 'danger'),
      ];
  return {
    type: 'view',
    address: formatAddress(['lesson', id]),
    title: 'A lesson',
    parts: [
      { markdown: said, buttons: [] },
      { markdown: facts.join('\n'), buttons: [...(mayChange ? ways : []), back()] },
    ],
  };
}

/** The form of a lesson; with values, as somebody filled it in. */
function lessonForm(
  lesson: Lesson,
  again: Pick<Form, 'problems'> & { readonly values?: FormValues } = { problems: [] },
): Screen {
  const { id, isEverywhere, reason } = lesson;
  const words = fitsForm(lesson) ? lesson.words : null;
  const text = { isRequired: false, maxChars: LESSON_CHARS };
  const fields: Field[] = [
    ...(words === null || words.quote === ''
      ? []
      : [
          long('quote', 'The words it is about', {
            ...text,
            hint: 'Changed, they hold in any sentence they stand in.',
            value: words.quote,
            isRequired: true,
          }),
        ]),
    ...(words === null
      ? []
      : [
          long('fix', 'What is not said about them again', {
            ...text,
            hint: 'What would be put there instead, or what to do.',
            value: words.fix,
          }),
        ]),
    {
      type: 'choice',
      name: 'where',
      label: 'Where it holds',
      hint: 'Everywhere: its words stand in the settings of every channel.',
      value: isEverywhere ? 'everywhere' : 'here',
      options: [
        { value: 'here', label: 'In its channel' },
        { value: 'everywhere', label: 'In every channel' },
      ],
    },
    {
      type: 'choice',
      name: 'reason',
      label: 'Why it was dismissed',
      hint: 'For people; the editors do not say it again either way.',
      value: reason ?? NO_REASON,
      options: [
        { value: NO_REASON, label: 'Not said' },
        ...DISMISS_REASONS.map((value) => ({ value, label: capital(REASON_WORDS[value]) })),
      ],
    },
  ];
  return {
    type: 'form',
    address: formatAddress(['lesson', id, 'edit'], { step: 0, version: 0 }),
    title: 'A lesson',
    steps: [
      {
        title: 'A lesson',
        intro: '',
        fields: fields.map((field) => refill(field, again.values)),
      },
    ],
    at: 0,
    submit: 'Save',
    finish: 'Save',
    problems: again.problems,
  };
}

/** A form that cut words would change them. */
function fitsForm({ words }: Lesson): boolean {
  return words !== null && words.quote.length <= LESSON_CHARS && words.fix.length <= LESSON_CHARS;
}

/** Changes a lesson, takes it away or brings it back. */
export async function submitLesson(
  context: ScreenContext,
  [id = '', part = '']: readonly string[],
  values: FormValues,
): Promise<Screen> {
  const { deps, place, by } = context;
  const wanted = wantedBy(part, values);
  if (wanted === null) return gone();
  const outcome = await changeLesson(deps, { place, id, ...wanted }, by);
  if (outcome.type === 'wrong') {
    const lesson = await findLesson(deps, context.book, { place, id, reader: by.member });
    if (lesson !== null) {
      return lessonForm(lesson, { values, problems: outcome.problems });
    }
  }
  const screen = outcomeOf(outcome, 'Lesson', back());
  if (part !== 'remove' || screen.type !== 'note' || !screen.isDone) return screen;
  const undo = button('Bring it back', ['lesson', id, 'restore'], 'do');
  return { ...screen, buttons: [undo, ...screen.buttons] };
}

function wantedBy(part: string, values: FormValues) {
  if (part === 'remove') return { isRemoved: true };
  if (part === 'restore') return { isRemoved: false };
  if (part !== 'edit') return null;
  const [where, why] = [textOf(values.where ?? ''), textOf(values.reason ?? '')];
  const reason = DISMISS_REASONS.find((each) => each === why);
  const { quote, fix } = values;
  return {
    ...(quote === undefined && fix === undefined
      ? {}
      : { words: { quote: textOf(quote ?? ''), fix: textOf(fix ?? '') } }),
    ...(where === '' ? {} : { isEverywhere: where === 'everywhere' }),
    ...(why === '' ? {} : { reason: (reason ?? null) satisfies DismissReason | null }),
  };
}

/** Lets what was lowered count in full again. */
export async function submitLowered(
  context: ScreenContext,
  [persona = '', kind = '']: readonly string[],
): Promise<Screen> {
  const { deps, place, by } = context;
  const outcome = await countAfresh(deps, { workspace: place.workspace, persona, kind }, by);
  return outcomeOf(outcome, titleOf(context, persona), back());
}

function back() {
  return button('All lessons', ['lessons']);
}

function gone(): Screen {
  return noteOf(
    'That lesson is no longer here: its words were deleted after their time, or it belongs to another channel.',
    false,
    [back()],
  );
}
