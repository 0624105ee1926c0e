import type { Critic } from '../../src/loop/critic.ts';
import type { Writer } from '../../src/loop/writer.ts';
import { createScriptedWriter } from '../../src/models/scripted.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import type { Database } from '../../src/store/database.ts';
import { applyingWriter } from '../loop/harness.ts';
import { panelCritic } from '../review/room.ts';
import { plain, type Told } from './same-script.ts';

/** The three of the team: who wrote it, who asked for the review, and a third. */
export type Who = 'ines' | 'tomek' | 'bo';

/** A message as somebody sees it, and what its platform finds it by. */
export interface TeamPost extends Told {
  readonly id: string;
}

/** Three members on one platform, doing what its people can do. */
export interface Team {
  /** Ines posts the draft in the channel; a mention of Bo stands in it as this platform writes one. */
  readonly mentionOfBo: string;
  draft(text: string): Promise<void>;
  /** Says something in the thread of the draft; resolves to what is said. */
  reply(by: Who, text: string): Promise<TeamPost>;
  mention(by: Who, words: string): Promise<void>;
  /** Reacts by shortcode, to the draft or to what somebody said. */
  react(by: Who, emoji: string, to?: TeamPost): Promise<void>;
  /** Asks for a private review and waits for its end; resolves to its thread. */
  privately(by: Who, text: string): Promise<readonly TeamPost[]>;
  press(by: Who, post: TeamPost, label: string): Promise<void>;
  /** What stands under the draft. */
  thread(): Promise<readonly TeamPost[]>;
  /** What stands in the channel beside the draft. */
  channel(): Promise<readonly TeamPost[]>;
  /** What one of them was told privately, oldest first. */
  notes(who: Who): Promise<readonly TeamPost[]>;
  /** Whether the ends of all reviews were posted. */
  isQuiet(): Promise<boolean>;
  nameOf(member: MemberRef): string;
  readonly database: Database;
  /** What broke meanwhile. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

/** What a platform's team is opened with. */
export interface TeamEditors {
  readonly critic: Critic;
  readonly writer: Writer;
}
export type OpenTeam = (editors: TeamEditors) => Promise<Team>;

const ASIDE = 'leave out that people were asked';
const WISH = 'say that it is safe';
const WISHES: Readonly<Record<string, (text: string) => string>> = {
  [ASIDE]: (text) => text.replace(' People were asked.', ''),
  [WISH]: (text) => text.replace('opens', 'is safe and opens'),
};

/** Editors with one remark each, and a writer who does what people ask. */
export function teamEditors(): TeamEditors {
  const applying = applyingWriter();
  const obeying = createScriptedWriter({
    refine: ({ best, plan }) => ({
      type: 'text',
      text: plan.reduce((text, { problem }) => WISHES[problem]?.(text) ?? text, best.text),
    }),
  });
  return {
    critic: panelCritic({
      'senior-editor': [['in the time of the night', 'overnight']],
      'line-editor': [['very very', 'very']],
      'skeptical-reader': [['People were asked']],
    }),
    writer: {
      ...applying,
      refine: (best, plan, view, signal) => {
        const isWish = plan.some(({ problem }) => problem in WISHES);
        return (isWish ? obeying : applying).refine(best, plan, view, signal);
      },
    },
  };
}

const DRAFT = (bo: string) =>
  `We are very very happy: the lift opens on 5 May at 9:30. It was repaired in the time of the night by ${bo}. People were asked.`;
export const PRIVATE_WORDS = 'The owner was very very rude about the lift.';

/** One step of the conversation, as the test shows it. */
export interface Scene {
  readonly what: string;
  readonly said: string;
}

/** What came of the conversation. */
export interface Outcome {
  readonly scenes: readonly Scene[];
  readonly thread: readonly TeamPost[];
  readonly channel: readonly TeamPost[];
  readonly private: readonly TeamPost[];
  readonly rows: unknown;
}

/** Takes one announcement from its first draft to posted text. */
export async function playTeam(team: Team): Promise<Outcome> {
  const scenes: Scene[] = [];
  const until = async <T>(what: string, found: () => Promise<T | null | undefined>): Promise<T> => {
    for (let tries = 0; tries < 1_500; tries += 1) {
      const it = await found();
      if (it != null) return it;
      await new Promise((go) => setTimeout(go, 20));
    }
    const stands = [...(await team.thread()), ...(await team.notes('ines'))];
    throw new Error(
      `there was never ${what} in:\n${stands.map(({ by, text }) => `${by}: ${text}`).join('\n')}`,
    );
  };
  const post = (by: string, label: string) =>
    until(`a post of ${by} with ${label}`, async () =>
      (await team.thread()).findLast(
        (each) => each.by.includes(by) && each.buttons.includes(label),
      ),
    );
  const press = async (who: Who, by: string, label: string) =>
    team.press(who, await post(by, label), label);
  /** Waits for the private answer to what somebody just did. */
  const told = async (who: Who, what: string, about: string, act: () => Promise<void>) => {
    const nameOf = ({ id, text }: TeamPost) => `${id} ${text}`;
    const before = new Set((await team.notes(who)).map(nameOf));
    await act();
    const note = await until(`a note to ${who}: ${about}`, async () =>
      (await team.notes(who)).findLast(
        (each) => !before.has(nameOf(each)) && plain(each.text).includes(about),
      ),
    );
    scenes.push({ what, said: note.text });
    return note;
  };
  const results = async () =>
    (await team.thread()).filter(({ text }) => /Still open|stopped:/.test(plain(text))).length;
  const shows = (words: string) =>
    until(words, async () => (await team.thread()).find(({ text }) => plain(text).includes(words)));
  const another = async (act: () => Promise<unknown>) => {
    const before = await results();
    await act();
    await until('another result', async () => ((await results()) > before ? true : null));
    await until('quiet', async () => ((await team.isQuiet()) ? true : null));
  };

  await team.draft(DRAFT(team.mentionOfBo));
  await another(() => team.react('tomek', 'pencil2'));

  // Two of them disagree about the question, and it is not for the third to settle.
  const why = await told('tomek', 'Tomek dismisses the question', 'say why', () =>
    press('tomek', 'Skeptical reader', 'Dismiss'),
  );
  await told('tomek', 'Tomek says why', 'noted', () => team.press('tomek', why, 'Out of scope'));
  await told('bo', 'Bo tries to bring it back', 'Only the person', () =>
    press('bo', 'Skeptical reader', 'Undo'),
  );
  await press('ines', 'Skeptical reader', 'Undo');
  await press('ines', 'Skeptical reader', 'Accept');
  await shows('Accepted');

  // Ines likes her words better.
  await press('ines', 'Line editor', 'Undo');
  // Posts change one after the other, and at a pace that the platform likes.
  for (const words of ['your words stand', 'the words are yours', 'revision 3']) await shows(words);

  const inPrivate = await team.privately('ines', PRIVATE_WORDS);

  // What she undid is not brought up again.
  await another(() => press('tomek', 'Bluepencil', 'Another round'));

  // Bo has an idea, and Ines takes it up.
  const idea = await team.reply('bo', ASIDE);
  await team.react('bo', 'white_check_mark', idea);
  await another(() =>
    told('ines', 'Ines puts ✅ on what Bo says', 'Got it', () =>
      team.react('ines', 'white_check_mark', idea),
    ),
  );
  await another(() =>
    told('ines', 'Ines asks for more', 'Got it', () => team.mention('ines', WISH)),
  );

  const who = await told('ines', 'Ines asks for a vote', 'Who shall choose', () =>
    team.mention('ines', 'vote'),
  );
  await team.press('ines', who, 'Everybody in the thread');
  const vote = await post('Bluepencil', 'Close the vote');
  const refined = refinedVote(vote.text);
  await told('tomek', 'Tomek votes', 'Your vote', () => team.press('tomek', vote, refined));
  const original = refined === 'A' ? 'B' : 'A';
  await told('bo', 'Bo votes the other way', 'Your vote', () => team.press('bo', vote, original));
  await told('bo', 'Bo thinks again', 'Your vote', () => team.press('bo', vote, refined));
  await team.press('ines', vote, 'Close the vote');
  await shows('The vote is closed');

  const copy = await told('ines', 'Ines uses it', 'Yours to use', () =>
    press('ines', 'Bluepencil', 'Use this'),
  );
  await shows('the chosen text');
  const preview = await told('ines', 'Ines looks at what the channel will see', 'notif', () =>
    team.press('ines', copy, 'Post in channel'),
  );
  await told('ines', 'Ines posts it', 'Posted in', () => team.press('ines', preview, 'Post it'));
  await team.press('ines', preview, 'Post it').catch(() => undefined);

  return {
    scenes,
    thread: await team.thread(),
    channel: await team.channel(),
    private: inPrivate,
    rows: await rowsOf(team),
  };
}

/** The button of the text that is refined. */
function refinedVote(text: string): 'A' | 'B' {
  return text.indexOf('lift is safe and opens') < text.indexOf('lift opens') ? 'A' : 'B';
}

/** What the database holds of it, told apart from where and when. */
async function rowsOf({ database, nameOf }: Team): Promise<unknown> {
  const { tables, read } = database;
  const [runs, decisions, votes, ballots, posts, requests, revisions] = await read((db) => [
    db.select().from(tables.runs).orderBy(tables.runs.createdAt),
    db.select().from(tables.decisions),
    db.select().from(tables.votes),
    db.select().from(tables.ballots),
    db.select().from(tables.posts),
    db.select().from(tables.requests),
    db.select().from(tables.revisions),
  ]);
  const order = runs.map(({ id }) => id);
  const at = ({ runId }: { readonly runId: string }) => order.indexOf(runId);
  const sorted = (rows: readonly string[]) => [...rows].sort();
  return {
    runs: runs.map(({ trigger, requester, status, stopReason }) => ({
      ...{ trigger, status, stopReason },
      by: requester === null ? null : nameOf(requester),
    })),
    decisions: sorted(
      decisions.map((row) => [at(row), row.subject, row.decision, nameOf(row.member)].join(' ')),
    ),
    votes: sorted(
      votes.map((row) => [at(row), row.audience, row.revision, nameOf(row.member)].join(' ')),
    ),
    ballots: ballots.map((row) => [at(row), row.audience, row.revision, row.closedAt !== null]),
    posts: sorted(posts.map((row) => [at(row), row.slot, row.state].join(' '))),
    sources: sorted(requests.map((row) => [at(row), row.source !== null, row.scope].join(' '))),
    revisions: sorted(revisions.map((row) => [at(row), row.number, row.parent].join(' '))),
  };
}
