/* Judges a day by what its doubles saw: nothing lost, nothing twice, nothing kept too long, logs clean. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../test/fakes/slack/world.ts';
import type { Wish } from './wish.ts';
import { numbersIn, PEOPLE, PLANTED, REDUNDANT, refinedOf } from './words.ts';
import type { Program, World } from './world.ts';

/** Words of a channel that keeps nothing go with the next tick, within a minute. */
const FORGOTTEN_WITHIN_MS = 150_000;

/** What came of one wish, as it stands on its platform. */
export interface Result {
  readonly wish: Wish;
  readonly said: readonly string[];
  readonly isReviewed: boolean;
}

/** Reads what stands under each wish. */
export async function readResults(wishes: readonly Wish[]): Promise<readonly Result[]> {
  return Promise.all(
    wishes.map(async (wish) => {
      const said = await wish.said();
      const isReviewed = said.some((text) => plain(text).includes(refinedOf(wish.number)));
      return { wish, said, isReviewed };
    }),
  );
}

/** Every wish has its review, whole, and once; who got none was told why; nothing stands where it does not belong. */
export async function judgeResults(
  results: readonly Result[],
  mayFail: (wish: Wish) => boolean,
): Promise<readonly string[]> {
  const problems = results.flatMap((result) =>
    problemsOf(result, mayFail(result.wish)).map(
      (problem) =>
        `${result.wish.platform}, ${result.wish.way}, wish ${result.wish.number}: ${problem}`,
    ),
  );
  const silent = results.filter(({ wish, said }) => wish.fate === 'review' && said.length === 0);
  for (const [by, unanswered] of Map.groupBy(silent, ({ wish }) => wish.by)) {
    const notes = (await unanswered[0]?.wish.notes()) ?? 0;
    if (notes < unanswered.length) {
      const { platform } = unanswered[0]?.wish ?? { platform: '' };
      const which = unanswered.map(({ wish }) => `${wish.number} (${wish.way})`).join(', ');
      problems.push(
        `${platform}: ${by} got ${notes} notes for reviews without a post, of the wishes ${which}`,
      );
    }
  }
  return problems;
}

function problemsOf({ wish, said, isReviewed }: Result, mayFail: boolean): readonly string[] {
  const others = said
    .flatMap((text) => [...numbersIn(text)])
    .filter((each) => each !== wish.number);
  const hasRemark = said.some((text) => plain(text).includes(REDUNDANT));
  return [
    ...(new Set(said).size < said.length ? ['something stands there twice'] : []),
    ...(others.length > 0 ? [`words of wish ${others[0]} stand there`] : []),
    ...(wish.fate !== 'review' && isReviewed ? [`was ${wish.fate} and got a review`] : []),
    ...(wish.fate === 'review' && !isReviewed && !mayFail
      ? [`no review, and nothing was wrong with the model: ${JSON.stringify(said).slice(0, 200)}`]
      : []),
    ...(isReviewed && !hasRemark && !mayFail ? ['a result without the remark it comes from'] : []),
  ];
}

/** No post of a review was taken by Slack twice, whatever answers were lost. */
export function judgeSlackCalls({ slack }: World): readonly string[] {
  const standing = new Map<string, number>();
  for (const channel of slack.core.world.channels.values()) {
    for (const { metadata } of channel.messages.values()) {
      const payload = metadata?.event_payload as Json | undefined;
      if (payload?.run === undefined) continue;
      const key = JSON.stringify(payload);
      standing.set(key, (standing.get(key) ?? 0) + 1);
    }
  }
  const twice = [...standing.values()].filter((times) => times > 1).length;
  return [
    ...(standing.size === 0 ? ['Slack: no post says which review it belongs to'] : []),
    ...(twice > 0 ? [`Slack: ${twice} posts stand twice`] : []),
    ...[...new Set(slack.violations())].map((wrong) => `Slack: ${wrong}`),
  ];
}

/** The model was asked about every draft that was to be reviewed, and in the form its interface has. */
export function judgeModel({ model }: World, results: readonly Result[]): readonly string[] {
  const { requests, violations } = model.server;
  const read = new Set(requests.flatMap(({ prompt }) => [...numbersIn(prompt)]));
  const unread = results.filter(({ wish, isReviewed }) => isReviewed && !read.has(wish.number));
  const refused = results.filter(({ wish }) => wish.fate === 'declined' && read.has(wish.number));
  return [
    ...unread.map(({ wish }) => `wish ${wish.number} has a review, and no model read it`),
    ...refused.map(({ wish }) => `wish ${wish.number} was read although its author said no`),
    ...[...new Set(violations)].map((wrong) => `model: ${wrong}`),
  ];
}

/** Every run has its end, and there are as many as were asked for. */
export async function judgeRuns(
  programs: readonly Program[],
  wishes: readonly Wish[],
): Promise<{ readonly lines: readonly string[]; readonly problems: readonly string[] }> {
  const kept = await Promise.all(programs.map((program) => program.kept.runs()));
  const all = kept.reduce((sum, runs) => sum + runs.all, 0);
  const finished = kept.reduce((sum, runs) => sum + runs.finished, 0);
  const wanted = wishes.filter(({ fate }) => fate !== 'declined').length;
  const reasons = new Map<string, number>();
  for (const [reason, n] of kept.flatMap((runs) => [...runs.reasons])) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + n);
  }
  const ends = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, n]) => `${reason} ${n}`);
  return {
    lines: [`how they ended: ${ends.join(', ')}`],
    problems: [
      ...(all === wanted ? [] : [`${wanted} wishes became ${all} runs`]),
      ...(finished === all ? [] : [`${all - finished} runs have no end`]),
    ],
  };
}

/** What was to be forgotten is in no row and no byte of the database. */
export async function judgeForgotten(
  programs: readonly Program[],
  wishes: readonly Wish[],
): Promise<readonly string[]> {
  const forgotten = wishes.filter(({ isForgotten }) => isForgotten).map(({ number }) => number);
  const until = performance.now() + FORGOTTEN_WITHIN_MS;
  for (;;) {
    const texts = await Promise.all(programs.map((program) => program.kept.everything()));
    const there = numbersIn(texts.join('\n'));
    const left = forgotten.filter((number) => there.has(number));
    if (left.length === 0) return [];
    if (performance.now() > until) {
      return [`the words of ${left.length} forgotten wishes are still kept, such as ${left[0]}`];
    }
    await sleep(1_000);
  }
}

/** No line holds what people wrote, who they are, or a token, and none is anything but JSON. */
export function judgeLog({ log, secrets }: World): {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
} {
  const text = log.join('');
  const planted = [PLANTED, PEOPLE, PEOPLE.toLowerCase(), ...secrets];
  const leaked = planted.filter((secret) => text.includes(secret));
  const written = text.split('\n').filter((line) => line !== '');
  const read = written.map(readLine);
  const strange = written.filter((_, at) => read[at] === null);
  const errors = read.filter((line) => Number(line?.level) >= 50);
  const kinds = new Map<string, number>();
  for (const line of errors) {
    const kind = kindOf(line);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return {
    lines: [
      `log: ${written.length} lines, ${errors.length} of them errors`,
      ...[...kinds].map(([kind, times]) => `  ${times} × ${kind}`),
    ],
    problems: [
      ...leaked.map((secret) => `a log has “${secret.slice(0, 12)}…”`),
      ...(strange.length > 0 ? [`a log line is no JSON: ${strange[0]?.slice(0, 80)}`] : []),
    ],
  };
}

type LogLine = Readonly<Record<string, unknown>>;

function readLine(line: string): LogLine | null {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}

function kindOf(line: LogLine | null): string {
  const error = line?.error as LogLine | undefined;
  const said = [line?.msg, line?.doing, error?.name, error?.code, error?.message];
  return said
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(', ')
    .slice(0, 160);
}

/** Words without the marks a platform writes them with. */
function plain(text: string): string {
  return text.replaceAll(/[*_`~>\\]/g, '').replaceAll(/\s+/g, ' ');
}
