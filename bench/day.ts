/*
 * A day in fast motion: 200 members on Slack, on Discord and at a desk ask for reviews in every way there is,
 * while the model is away for an hour, the program is replaced, the database is copied and events come
 * twice. The built program is a process of its own; this one is the world around it. At the end it says
 * what was lost, said twice, leaked into a log, and how the memory went. Exit code 1 when anything was.
 *
 *   node --import tsx bench/day.ts            the same day each time; SEED=n for another, HOUR_MS=n for its pace
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { packageRoot } from '../bin/build-state.js';
import { openDiscord } from '../test/fakes/discord/discord.ts';
import { ACCEPT, carryOut, isAskedOf, remark, textIn } from '../test/fakes/editor-replies.ts';
import { type FakeReply, startOpenAiServer } from '../test/fakes/openai-server.ts';
import { startSlack } from '../test/fakes/slack/slack.ts';
import { makeTempFolder } from '../test/store/temp-folder.ts';
import { type DeskProcess, startDesk } from './tools/desk-server.ts';
import { createRandom } from './tools/random.ts';

const HOUR_MS = Number(process.env.HOUR_MS ?? 8_000);
const SEED = Number(process.env.SEED ?? 30_11);
/** Requests in each hour of the day, from midnight: people sleep, and they have lunch. */
const BUSY = [1, 0, 0, 0, 0, 1, 2, 5, 14, 24, 28, 26, 10, 16, 26, 24, 20, 14, 8, 5, 4, 3, 2, 1];
const BACKUP_AT = 10;
const OUTAGE_AT = 11;
const DEPLOY_AT = 14;
const MODEL_MS = 300;
/** Stands in every draft and nowhere else: it must not be found in a log. */
const PLANTED = 'Quetzalcoatlus';
const PEOPLE = 'Zanzibarian';

const random = createRandom(SEED);
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const folder = makeTempFolder();
const [chatFile, deskFile] = [join(folder.path, 'chat.db'), join(folder.path, 'desk.db')];
const problems: string[] = [];
const log: string[] = [];

let isModelAway = false;
const models = await startOpenAiServer((request): FakeReply => {
  if (isModelAway) return { status: 503, error: { message: 'away' } };
  const reply = answer(request);
  return 'content' in reply ? { ...reply, delayMs: MODEL_MS } : reply;
});
function answer(request: Parameters<typeof carryOut>[0]): FakeReply {
  if (request.purpose !== 'critique') return carryOut(request);
  const text = textIn(request);
  if (isAskedOf(request, 'Line editor') && text.includes('in order to')) {
    return remark('in order to', 'to');
  }
  return ACCEPT;
}

const slack = await startSlack({ rateLimits: 'off', pace: { retryMs: [500, 3_000, 10_000] } });
const acme = slack.workspace('Acme');
const slackers = Array.from({ length: 120 }, (_, at) => acme.member(`${PEOPLE} S${at}`));
const channels = Array.from({ length: 8 }, (_, at) => acme.channel(`channel-${at}`));
const discord = await openDiscord();
const newsroom = discord.server('Newsroom');
const discorders = Array.from({ length: 76 }, (_, at) => newsroom.member(`zanzibarian-d${at}`));
const rooms = Array.from({ length: 5 }, (_, at) => newsroom.channel(`room-${at}`));

const shared = {
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: 'sk-planted-0123456789abcdef',
  OPENAI_MODEL: 'a-model',
  MODEL_API: 'chat',
  LOG_LEVEL: 'trace',
};
const hear = (chunk: string) => void log.push(chunk);
const startChat = () =>
  startDesk(
    chatFile,
    {
      ...shared,
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: acme.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
    },
    hear,
  );
const startRoom = () => startDesk(deskFile, shared, hear);
let [chat, desk] = await Promise.all([startChat(), startRoom()]);
await slack.until(() => slack.socket.count > 0, 'a connection to Slack');
await discord.until(() => discord.gateway.isConnected(), 'a connection to Discord');
const deskMembers = (await ask<{ members: { id: string }[] }>('/api/members')).members;

/** What was asked for, and how to see what came of it. */
interface Wish {
  readonly platform: 'slack' | 'discord' | 'desk';
  readonly way: string;
  /** What stands under it for all to see, one text a post. */
  readonly posts: () => Promise<readonly string[]> | readonly string[];
  /** Who asked, and how many private notes and answers that member has got so far. */
  readonly by: string;
  readonly notes: () => Promise<number> | number;
}
const wishes: Wish[] = [];
const memory: { readonly hour: number; readonly chat: number; readonly desk: number }[] = [];

try {
  for (const [hour, requests] of BUSY.entries()) await live(hour, requests);
  await settle();
  await judge();
} finally {
  await Promise.all([chat.stop(), desk.stop()]);
  await Promise.all([slack.close(), models.close()]);
  await discord.close().catch((error: unknown) => problems.push(`Discord: ${String(error)}`));
}
judgeStores();
judgeLog();
report();
rmSync(folder.path, { recursive: true });

async function live(hour: number, requests: number): Promise<void> {
  isModelAway = hour === OUTAGE_AT;
  const endsAt = performance.now() + HOUR_MS;
  const happening: Promise<unknown>[] = [];
  if (hour === BACKUP_AT) happening.push(backUp());
  if (hour === DEPLOY_AT) happening.push(deploy());
  for (let number = 0; number < requests; number += 1) {
    await sleep(HOUR_MS / (requests + 1));
    await request(hour === DEPLOY_AT);
  }
  await Promise.all(happening);
  await sleep(Math.max(0, endsAt - performance.now()));
  memory.push({ hour, chat: chat.residentMb(), desk: desk.residentMb() });
}

function words(): string {
  const number = wishes.length + 1;
  return `Hi all, ${PLANTED} number ${number} moves to room ${number + 100} on Friday in order to make space.`;
}

/** One wish; while the program is replaced only those that a platform tells again. */
async function request(isDeploying: boolean): Promise<void> {
  const chance = random();
  if (isDeploying || chance < 0.55) await onSlack(isDeploying);
  else if (chance < 0.85) onDiscord();
  else await atTheDesk();
}

async function onSlack(isDeploying: boolean): Promise<void> {
  const [channel, member] = [pick(channels), pick(slackers)];
  const posted = member.post(channel, words());
  const ways = isDeploying
    ? (['reaction'] as const)
    : (['reaction', 'reaction', 'shortcut'] as const);
  const way = pick(ways);
  const by = pick(slackers);
  if (way === 'reaction') by.react(posted, 'pencil2');
  else await by.shortcut('review_message', posted);
  wishes.push({
    platform: 'slack',
    way,
    posts: () =>
      channel.thread(posted).flatMap(({ privateTo, text }) => (privateTo === null ? [text] : [])),
    by: by.id,
    notes: () =>
      by.dm().messages().length +
      channels.flatMap((each) => each.messages(by)).filter(({ privateTo }) => privateTo === by.id)
        .length,
  });
  // Slack tells some things twice, and some people press twice.
  const last = slack.deliveries.at(-1);
  if (random() < 0.2 && last !== undefined && !isDeploying) void slack.redeliver(last);
  if (random() < 0.2) pick(slackers).react(posted, 'pencil2');
}

function onDiscord(): void {
  const [room, member] = [pick(rooms), pick(discorders)];
  const posted = member.post(room, words());
  const way = pick(['reaction', 'menu'] as const);
  const by = pick(discorders);
  if (way === 'reaction') by.react(posted, '✏️');
  else by.menu(posted, 'Review this message');
  if (random() < 0.2) pick(discorders).react(posted, '✏️');
  wishes.push({
    platform: 'discord',
    way,
    posts: () =>
      discord
        .place(posted.id)
        ?.messages()
        .map(({ text }) => text) ?? [],
    by: by.id,
    notes: () =>
      (discord.place(by.direct().id)?.messages().length ?? 0) +
      rooms.reduce((sum, each) => sum + each.seenBy(by).length - each.messages().length, 0),
  });
}

async function atTheDesk(): Promise<void> {
  const member = pick(deskMembers).id;
  const { id } = await ask<{ id: string }>('/api/channels/announcements/messages', {
    author: member,
    text: words(),
  });
  const both = random() < 0.3 ? 2 : 1;
  // Whoever presses twice at once gets one review.
  await Promise.all(
    Array.from({ length: both }, () => ask(`/api/messages/${id}/review`, { member })),
  );
  wishes.push({
    platform: 'desk',
    way: 'menu',
    posts: async () => {
      const { messages } = await ask<{ messages: { markdown: string }[] }>(`/api/threads/${id}`);
      return messages.slice(1).map(({ markdown }) => markdown);
    },
    by: member,
    notes: async () =>
      (await ask<{ notes: unknown[] }>(`/api/notes?member=${member}`)).notes.length,
  });
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(desk.url + path, {
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok)
    problems.push(`${path} answered ${response.status}: ${await response.clone().text()}`);
  return (await response.json()) as T;
}

/** Both programs are stopped as an update stops them, and started anew. */
async function deploy(): Promise<void> {
  await sleep(HOUR_MS / 3);
  await chat.stop();
  chat = await startChat();
  await desk.stop();
  desk = await startRoom();
}

async function backUp(): Promise<void> {
  const copy = join(folder.path, 'copy.db');
  const command = [join(packageRoot, 'bin', 'bluepencil.js'), 'backup', copy];
  const env = { PATH: '/usr/bin:/bin', DATABASE_URL: `file:${chatFile}` };
  const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0 || !existsSync(copy)) problems.push(`the backup ended with ${code}`);
  else if (countRuns(copy).all === 0) problems.push('the backup holds no run');
}

/** Waits until nobody works any more. */
async function settle(): Promise<void> {
  const until = performance.now() + 300_000;
  for (const each of [chat, desk]) {
    while ((await queued(each)) > 0) {
      if (performance.now() > until) return void problems.push('runs were left in the queue');
      await sleep(200);
    }
  }
  await slack.settled();
}

async function queued({ url }: DeskProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = text.matchAll(/^bluepencil_queue_runs\{state="\w+"\} (\d+)$/gm);
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Under each message stands one review, each of its posts once; who got none was told why. */
async function judge(): Promise<void> {
  const untold = new Map<Wish['by'], Wish[]>();
  for (const wish of wishes) {
    const said = await wish.posts();
    if (said.length === 0) untold.set(wish.by, [...(untold.get(wish.by) ?? []), wish]);
    if (new Set(said).size < said.length) {
      problems.push(`${wish.platform}, ${wish.way}: something stands there twice`);
    }
  }
  for (const [by, without] of untold) {
    const notes = (await without[0]?.notes()) ?? 0;
    if (notes < without.length) {
      problems.push(
        `${without[0]?.platform}: ${by} got ${notes} notes for ${without.length} reviews without a post`,
      );
    }
  }
  for (const wrong of new Set(slack.violations())) problems.push(`Slack: ${wrong}`);
}

function countRuns(file: string) {
  const database = new Database(file, { readonly: true });
  try {
    const count = (where: string) =>
      Number(
        (database.prepare(`SELECT count(*) AS n FROM runs WHERE ${where}`).get() as { n: number })
          .n,
      );
    const reasons = database
      .prepare('SELECT stop_reason AS reason, count(*) AS n FROM runs GROUP BY 1 ORDER BY 2 DESC')
      .all() as { reason: string | null; n: number }[];
    return { all: count('1'), finished: count(`status = 'finished'`), reasons };
  } finally {
    database.close();
  }
}

function judgeStores(): void {
  const both = [countRuns(chatFile), countRuns(deskFile)];
  const all = both.reduce((sum, runs) => sum + runs.all, 0);
  const finished = both.reduce((sum, runs) => sum + runs.finished, 0);
  if (all !== wishes.length) problems.push(`${wishes.length} wishes became ${all} runs`);
  if (finished !== all) problems.push(`${all - finished} runs have no end`);
  const reasons = new Map<string, number>();
  for (const { reason, n } of both.flatMap((runs) => runs.reasons)) {
    reasons.set(reason ?? 'none', (reasons.get(reason ?? 'none') ?? 0) + n);
  }
  process.stdout.write(
    `how they ended: ${[...reasons].map(([reason, n]) => `${reason} ${n}`).join(', ')}\n`,
  );
}

/** No line holds what people wrote, who they are, or a token. */
function judgeLog(): void {
  const text = log.join('');
  const secrets = [PLANTED, PEOPLE, 'zanzibarian', shared.OPENAI_API_KEY];
  for (const secret of [...secrets, acme.botToken, slack.appToken, discord.token]) {
    if (text.includes(secret)) problems.push(`a log has “${secret.slice(0, 12)}…”`);
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const strange = lines.filter((line) => !isJson(line));
  if (strange.length > 0) problems.push(`a log line is no JSON: ${strange[0]?.slice(0, 80)}`);
  const errors = lines.filter((line) => isJson(line) && JSON.parse(line).level >= 50);
  process.stdout.write(`log: ${lines.length} lines, ${errors.length} of them errors\n`);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function report(): void {
  const by = (key: 'platform' | 'way') =>
    Object.entries(Object.groupBy(wishes, (wish) => wish[key]))
      .map(([name, of]) => `${name} ${of?.length}`)
      .join(', ');
  process.stdout.write(`${wishes.length} wishes: ${by('platform')}; ${by('way')}\n`);
  process.stdout.write(
    `model: ${models.requests.length} requests, ${models.violations.length} against the published form\n`,
  );
  for (const name of ['chat', 'desk'] as const) {
    const values = memory.filter(({ hour }) => hour > DEPLOY_AT).map((each) => each[name]);
    process.stdout.write(
      `memory of the ${name} process after the deploy: ${values.map((mb) => mb.toFixed(0)).join(' ')} MB\n`,
    );
  }
  for (const problem of problems) process.stdout.write(`PROBLEM ${problem}\n`);
  process.stdout.write(
    problems.length === 0 ? 'Nothing lost, nothing twice, nothing leaked.\n' : '',
  );
  if (problems.length > 0) process.exitCode = 1;
}
