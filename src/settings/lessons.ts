/*
 * What a team refused does not come back: every dismissal is a lesson for its channel until somebody
 * takes it away or lets it hold everywhere. A persona whose remarks of one kind are refused again and
 * again in a channel is lowered there: those remarks weigh one step less. And a persona that people find
 * not useful too often says so to admins, once for each of its versions.
 *
 * The lessons themselves are the dismissals; what is kept here is only what became of them, by ids that
 * say nothing about anybody's words. When the words of a dismissal are deleted after their time, a keyed
 * hash of it stays in force (its mark), which nobody can read back.
 */
import { z } from 'zod';
import type { Kind } from '../loop/comment.ts';
import { fingerprintOf } from '../loop/fingerprint.ts';
import type { Lowered } from '../loop/screen.ts';
import { type Decision, DISMISS_REASONS, type DismissReason } from '../review/decision-store.ts';
import type { MemberRef } from '../review/refs.ts';
import type { Book } from './book.ts';
import type { ChangeDeps, ChangeOutcome } from './change.ts';
import type { Dismissal, LessonWords, Rewording, Standing } from './dismissal-store.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { saveProposal } from './propose.ts';
import type { Place } from './resolution.ts';
import type { Actor, FieldProblem } from './screens.ts';

/** How many lessons are remembered for a place: the newest. */
const MAX_LESSONS = 2_000;
const DAY_MS = 24 * 60 * 60_000;
/** How far back is looked for how somebody fares. */
const RECENT_MS = 90 * DAY_MS;
/** Fewer dismissals of a kind are no habit. */
const MIN_DISMISSALS = 3;
/** The share of “not useful” past which a persona speaks up, and how few answers are too few to tell. */
const NOT_USEFUL_LINE = 0.1;
export const MIN_ANSWERS = 20;

/** A suggestion that does not come back. */
export interface Lesson extends Omit<Dismissal, 'mark' | 'reason'> {
  /** Null where nobody said why. */
  readonly reason: DismissReason | null;
  /** Holds in every channel, not only in its own. */
  readonly isEverywhere: boolean;
}

/** What a run has to know. */
export interface LessonsInForce {
  /** Marks of suggestions that do not come back; `marker` says which fingerprints have them. */
  readonly dismissed: readonly string[];
  readonly lowered: readonly Lowered[];
}

/** What a persona says when it finds that it is not useful. */
export interface Complaint extends Standing {
  readonly title: string;
  readonly icon: string;
}

/** What became of lessons, for those who review. */
export interface Lessons {
  /** For a review that `reader` alone reads, or for one that everybody reads (null). */
  inForce(place: Place, reader: MemberRef | null): Promise<LessonsInForce>;
  /** How the fingerprint of a suggestion becomes its mark in a workspace. */
  marker(workspace: string): Promise<(fingerprint: string) => string>;
  /**
   * How a persona fares, where it is past the line and admins have not been told of this version of it;
   * of all who ask, one is answered.
   */
  complaintOf(workspace: string, persona: string): Promise<Complaint | null>;
}

export type LessonDeps = Pick<ChangeDeps, 'store' | 'books' | 'dismissals' | 'now'>;

/** Tells those who review what the team has taught. */
export function createLessons(deps: LessonDeps): Lessons {
  return {
    async inForce(place, reader) {
      const book = await deps.books.open(place.workspace);
      // What is left unsaid in public must not tell of what somebody did alone.
      const found = await readDismissals(deps, book, place, reader);
      const standing = found.filter((each) => fateOf(book, each) !== null);
      return {
        dismissed: [...new Set(standing.map(({ mark }) => mark))],
        lowered: await findLowered(deps, book, place),
      };
    },

    marker: (workspace) => deps.dismissals.marker(workspace),

    async complaintOf(workspace, id) {
      const book = await deps.books.open(workspace);
      const persona = book.library.personas.find((each) => each.id === id);
      if (persona === undefined) return null;
      const key = toldKey(id);
      const told = book.entry('lesson', key);
      if (readTold(told?.body)?.version === persona.version) return null;
      const standing = await standingOf(deps, workspace, persona);
      if (!isPastLine(standing)) return null;
      const { version, title, icon } = persona;
      const isFirst = await deps.store.save(
        [
          {
            workspace,
            kind: 'lesson',
            key,
            base: told?.version ?? 0,
            body: { version, ...standing },
          },
        ],
        { by: null, via: 'bluepencil' },
      );
      return isFirst ? { title, icon, ...standing } : null;
    },
  };
}

/** The personas at work that said they are not useful, and are still as they were then. */
export function findComplaints(book: Book): readonly (Complaint & { readonly id: string })[] {
  return book.library.personas.flatMap(({ id, version, title, icon }) => {
    const told = readTold(book.entry('lesson', toldKey(id))?.body);
    if (told?.version !== version) return [];
    const { useful, notUseful } = told;
    return [{ id, title, icon, useful, notUseful }];
  });
}

/** How this version of a persona fared of late. */
export async function standingOf(
  { dismissals, now }: Pick<LessonDeps, 'dismissals' | 'now'>,
  workspace: string,
  persona: { readonly id: string; readonly version: string },
): Promise<Standing> {
  return dismissals.standing(workspace, persona, now() - RECENT_MS);
}

/** True where enough was said to tell, and too much of it was not useful. */
export function isPastLine({ useful, notUseful }: Standing): boolean {
  const answers = useful + notUseful;
  return answers >= MIN_ANSWERS && notUseful / answers > NOT_USEFUL_LINE;
}

/** The lessons that hold at a place for a reader, the newest first; the same suggestion stands once. */
export async function readLessons(
  deps: LessonDeps,
  book: Book,
  place: Place,
  reader: MemberRef,
): Promise<readonly Lesson[]> {
  const seen = new Set<string>();
  return (await readDismissals(deps, book, place, reader)).flatMap((dismissal) => {
    const fate = fateOf(book, dismissal);
    const { mark, ...lesson } = dismissal;
    const key = [dismissal.channel, dismissal.isPrivate, mark].join('\n');
    if (fate === null || seen.has(key)) return [];
    seen.add(key);
    return [
      {
        ...lesson,
        reason: fate.reason ?? reasonOf(lesson.reason),
        isEverywhere: fate.isEverywhere,
      },
    ];
  });
}

/** One lesson of a place, also one that was taken away; null when there is none for this reader. */
export async function findLesson(
  deps: LessonDeps,
  book: Book,
  { place, id, reader }: { readonly place: Place; readonly id: string; readonly reader: MemberRef },
): Promise<(Lesson & { readonly isRemoved: boolean }) | null> {
  const found = (await readDismissals(deps, book, place, reader)).find((each) => each.id === id);
  if (found === undefined) return null;
  const { mark: _, ...lesson } = found;
  const fate = readFate(book.entry('lesson', id)?.body);
  return {
    ...lesson,
    reason: fate.reason ?? reasonOf(lesson.reason),
    isEverywhere: fate.isEverywhere,
    isRemoved: fateOf(book, found) === null,
  };
}

/** What is lowered at a place, from what people decided there. */
export async function findLowered(
  { dismissals, now }: Pick<LessonDeps, 'dismissals' | 'now'>,
  book: Book,
  place: Place,
): Promise<readonly (Lowered & { readonly dismissed: number; readonly decided: number })[]> {
  const verdicts = await dismissals.verdicts(place.workspace, channelsOf(place), now() - RECENT_MS);
  const counts = new Map<
    string,
    { persona: string; kind: Kind; dismissed: number; decided: number }
  >();
  for (const { raisedBy, kind, isDismissed, at } of verdicts) {
    for (const persona of raisedBy) {
      const key = freshKey(persona, kind);
      if ((book.entry('lesson', key)?.savedAt ?? 0) >= at) continue;
      const count = counts.get(key) ?? { persona, kind, dismissed: 0, decided: 0 };
      count.decided += 1;
      if (isDismissed) count.dismissed += 1;
      counts.set(key, count);
    }
  }
  return [...counts.values()].filter(
    ({ dismissed, decided }) => dismissed >= MIN_DISMISSALS && dismissed * 2 > decided,
  );
}

/** What somebody wants of a lesson. */
export interface LessonChange {
  readonly place: Place;
  readonly id: string;
  /** Absent: as it is. */
  readonly isRemoved?: boolean;
  readonly isEverywhere?: boolean;
  readonly reason?: DismissReason | null;
  /** What it is about, in other words; they hold wherever they stand, whatever sentence is around them. */
  readonly words?: Pick<LessonWords, 'quote' | 'fix'>;
}

/** Takes a lesson away, brings it back, or says where it holds, why, and in which words. */
export async function changeLesson(
  deps: ChangeDeps,
  { place, id, words, ...wanted }: LessonChange,
  by: Actor,
): Promise<ChangeOutcome> {
  const { workspace } = place;
  return saveProposal<ChangeOutcome>(
    deps,
    { workspace, what: 'this lesson', by: by.member, via: by.via },
    async (book) => {
      const lesson = await findLesson(deps, book, { place, id, reader: by.member });
      const refused = refuseLesson(book, workspace, { by, lesson });
      if (refused !== null) return { type: 'refused', message: refused };
      if (lesson === null) return { type: 'refused', message: GONE };
      const { isRemoved, isEverywhere, reason } = lesson;
      const { reworded } = readFate(book.entry('lesson', id)?.body);
      const before = { isRemoved, isEverywhere, reason, reworded };
      const wording = readWording(lesson, words);
      if (wording !== null && 'message' in wording) return { type: 'wrong', problems: [wording] };
      const after = { ...before, ...wanted, reworded: reworded + (wording === null ? 0 : 1) };
      const changes = describeChange(before, after);
      if (changes.length === 0) return { entries: [], changes };
      // Every dismissal of the same suggestion goes the same way.
      const twins = await twinsOf(deps, book, { place, id, reader: by.member });
      return {
        entries: twins.map((twin) => ({
          workspace,
          kind: 'lesson',
          key: twin.id,
          base: book.entry('lesson', twin.id)?.version ?? 0,
          body: after,
        })),
        changes,
        afterwards: async () => {
          if (wording !== null)
            for (const twin of twins) await deps.dismissals.reword(twin, wording);
        },
      };
    },
  );
}

/** The most that stands in each half of a lesson's wording. */
export const LESSON_CHARS = 600;

/** Other words for a lesson; null where they are the same. */
function readWording(
  lesson: Lesson,
  words: LessonChange['words'],
): Rewording | FieldProblem | null {
  if (words === undefined || lesson.words === null) return null;
  const tidy = (text: string) => text.replaceAll('\r\n', '\n').trim();
  const [quote, fix] = [tidy(words.quote), tidy(words.fix)];
  if (quote === tidy(lesson.words.quote) && fix === tidy(lesson.words.fix)) return null;
  if (quote === '' && lesson.words.quote !== '') {
    return {
      field: 'quote',
      message: 'Say which words it is about: without them it would be about nothing.',
    };
  }
  // To hold wherever it stands: no sentence belongs to it.
  return { quote, fix, fingerprint: fingerprintOf({ quote, fix, sentence: '' }) };
}

/** True for whom a lesson is there: what was dismissed in a private review is for who did it. */
function isFor(reader: MemberRef | null) {
  return ({ isPrivate, by }: Pick<Lesson, 'isPrivate' | 'by'>) => !isPrivate || by === reader;
}

/** Lets a persona's remarks of one kind count in full again, everywhere. */
export async function countAfresh(
  deps: ChangeDeps,
  {
    workspace,
    persona,
    kind,
  }: { readonly workspace: string; readonly persona: string; readonly kind: string },
  by: Actor,
): Promise<ChangeOutcome> {
  const book = await deps.books.open(workspace);
  const refused = refuseLessons(book, workspace, by);
  if (refused !== null) return { type: 'refused', message: refused };
  const key = freshKey(persona, kind);
  const base = book.entry('lesson', key)?.version ?? 0;
  await deps.store.save([{ workspace, kind: 'lesson', key, base, body: { isFresh: true } }], {
    by: by.member,
    via: by.via,
  });
  return { type: 'saved', changes: [`Its remarks about ${kind} count in full again`] };
}

/** Why this member may not change a lesson; null when they may, as with those of their own private reviews. */
export function refuseLesson(
  book: Book,
  workspace: string,
  { by, lesson }: { readonly by: Actor; readonly lesson: Pick<Lesson, 'isPrivate'> | null },
): string | null {
  return lesson?.isPrivate === true ? null : refuseLessons(book, workspace, by);
}

/** Why this member may not change lessons; null when they may. */
export function refuseLessons(book: Book, workspace: string, by: Actor): string | null {
  const managers = book.decided({ workspace }).managers.value;
  return may(roleOf(by, managers), 'change lessons') ? null : refusal('change lessons', managers);
}

/** What an entry about lessons says, for the log. */
export function lessonEntryWords(key: string, before: unknown, body: unknown) {
  const told = readTold(body);
  if (key.startsWith(TOLD) && told !== null) {
    return {
      what: `Editor ${key.slice(TOLD.length)}`,
      from: null,
      to: `told admins that ${told.notUseful} of ${told.useful + told.notUseful} replies were not useful`,
    };
  }
  if (key.startsWith(FRESH)) {
    const [persona = '', kind = ''] = key.slice(FRESH.length).split('/');
    return { what: `Editor ${persona}`, from: null, to: `counts in full again about ${kind}` };
  }
  const changes = describeChange(readFate(before), readFate(body));
  return { what: `Lesson ${key}`, from: null, to: changes.join(', ').toLowerCase() || 'unchanged' };
}

function reasonOf(decision: Decision | null): DismissReason | null {
  return DISMISS_REASONS.find((reason) => reason === decision) ?? null;
}

const GONE =
  'That lesson is no longer here: its words were deleted after their time, or it was never one of this channel. Nothing was changed.';

const TOLD = 'told/';
const FRESH = 'fresh/';
const toldKey = (persona: string) => `${TOLD}${persona}`;
const freshKey = (persona: string, kind: string) => `${FRESH}${persona}/${kind}`;

const fateForm = z.object({
  isRemoved: z.boolean().default(false),
  isEverywhere: z.boolean().default(false),
  reason: z.enum(DISMISS_REASONS).nullable().default(null),
  /** How often its words were changed; what they are stands with the review's. */
  reworded: z.number().default(0),
});
type Fate = z.infer<typeof fateForm>;

const toldForm = z.object({ version: z.string(), useful: z.number(), notUseful: z.number() });

function readFate(body: unknown): Fate {
  return fateForm.safeParse(body).data ?? fateForm.parse({});
}

function readTold(body: unknown) {
  return toldForm.safeParse(body).data ?? null;
}

/** What holds of a dismissal; null where it was taken away and not dismissed anew since. */
function fateOf(book: Book, { id, at }: Dismissal): Fate | null {
  const entry = book.entry('lesson', id);
  const fate = readFate(entry?.body);
  return fate.isRemoved && (entry?.savedAt ?? 0) >= at ? null : fate;
}

/** What was dismissed at a place, in what it belongs to, and what holds everywhere, as far as a reader may know. */
async function readDismissals(
  { dismissals }: Pick<LessonDeps, 'dismissals'>,
  book: Book,
  place: Place,
  reader: MemberRef | null,
): Promise<readonly Dismissal[]> {
  const channels = channelsOf(place);
  const everywhere = book.entries('lesson').filter(({ body }) => readFate(body).isEverywhere);
  if (everywhere.length === 0) {
    if (channels.length === 0) return [];
    const here = await dismissals.dismissals(place.workspace, channels, MAX_LESSONS);
    return here.filter(isFor(reader));
  }
  const ids = new Set(everywhere.map(({ key }) => key));
  const all = await dismissals.dismissals(place.workspace, null, MAX_LESSONS);
  return all
    .filter(({ id, channel }) => channels.includes(channel) || ids.has(id))
    .filter(isFor(reader));
}

async function twinsOf(
  deps: LessonDeps,
  book: Book,
  { place, id, reader }: { readonly place: Place; readonly id: string; readonly reader: MemberRef },
): Promise<readonly Dismissal[]> {
  const all = await readDismissals(deps, book, place, reader);
  const it = all.find((each) => each.id === id);
  return all.filter(
    ({ mark, channel, isPrivate }) =>
      mark === it?.mark && channel === it.channel && isPrivate === it.isPrivate,
  );
}

function channelsOf({ channel, parent }: Place): readonly string[] {
  return [channel, parent].flatMap((each) => (each === undefined ? [] : [each]));
}

function describeChange(before: Fate, after: Fate): string[] {
  const changes: string[] = [];
  if (before.isRemoved !== after.isRemoved) {
    changes.push(after.isRemoved ? 'Taken away: the editors may say it again' : 'It holds again');
  }
  if (before.isEverywhere !== after.isEverywhere) {
    changes.push(
      after.isEverywhere ? 'It holds in every channel' : 'It holds in its channel alone',
    );
  }
  if (before.reason !== after.reason) {
    changes.push(`Why: ${after.reason === null ? 'not said' : REASON_WORDS[after.reason]}`);
  }
  if (before.reworded !== after.reworded) changes.push('It is about other words now');
  return changes;
}

/** Why something was dismissed, in words. */
export const REASON_WORDS: Readonly<Record<DismissReason, string>> = {
  wrong: 'it is wrong',
  taste: 'matter of taste',
  known: 'already known',
  scope: 'out of scope',
};
