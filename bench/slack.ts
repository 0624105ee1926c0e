/* Slack as its servers meet us: the built program is a process of its own, this one is Slack and its people. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut, remark, textIn } from '../test/fakes/editor-replies.ts';
import { startOpenAiServer } from '../test/fakes/openai-server.ts';
import type { Channel, Person, Posted } from '../test/fakes/slack/people.ts';
import { type Slack, startSlack } from '../test/fakes/slack/slack.ts';
import { makeTempFolder } from '../test/store/temp-folder.ts';
import { type DeskProcess, startDesk } from './tools/desk-server.ts';
import { makeDraft } from './tools/draft.ts';
import { print } from './tools/report.ts';

const CHANNELS = 20;
/** Enough that nobody reaches the limit of a day. */
const MEMBERS = 60;
const SECONDS = 15;
/** Reviews of which the way from the model's answer to the thread is timed, and those before them. */
const CRITIQUES = 20;
const BEFORE = 5;

interface Stage {
  readonly slack: Slack;
  readonly desk: DeskProcess;
  readonly channels: readonly Channel[];
  readonly members: readonly Person[];
}

/** What the program keeps open. */
const CONNECTIONS = 2;
/** How often each end of a connection is tried. */
const ENDS = 5;

const draft = makeDraft(400).split(/\n\n/);
const wordsAt = (at: number) => draft[at % draft.length] ?? 'A draft.';
const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

for (const transport of ['socket', 'http'] as const) {
  const folder = makeTempFolder();
  const slack = await startSlack({ transport, rateLimits: 'off' });
  const acme = slack.workspace('Acme');
  const members = Array.from({ length: MEMBERS }, (_, at) => acme.member(`Member ${at}`));
  const channels = Array.from({ length: CHANNELS }, (_, at) => acme.channel(`channel-${at}`));
  const reached =
    transport === 'socket'
      ? { SLACK_APP_TOKEN: slack.appToken }
      : { SLACK_SIGNING_SECRET: slack.signingSecret };
  const desk = await startDesk(join(folder.path, 'slack.db'), {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: acme.botToken,
    LOG_LEVEL: 'error',
    ...reached,
  });
  try {
    if (transport === 'http') await slack.connectHttp(`${desk.url}/slack/events`);
    else await slack.until(() => slack.socket.count > 0, 'a connection');
    const stage = { slack, desk, channels, members };
    await warmUp(stage);
    await measureLoad(stage, transport);
    await measureAcks(stage, transport);
    if (transport === 'socket') await measureReconnects(stage);
    for (const wrong of new Set(slack.violations())) process.stdout.write(`violation: ${wrong}\n`);
  } finally {
    await desk.stop();
    await slack.close();
    rmSync(folder.path, { recursive: true });
  }
}

for (const transport of ['socket', 'http'] as const) await measureFirstCritique(transport);

/** From the moment a model has answered for the first editor until the thread shows what it said. */
async function measureFirstCritique(transport: 'socket' | 'http'): Promise<void> {
  const folder = makeTempFolder();
  const delayMs = 30;
  let answeredAt = 0;
  const model = await startOpenAiServer((request) => {
    if (request.purpose !== 'critique') return carryOut(request);
    setTimeout(() => {
      answeredAt ||= performance.now();
    }, delayMs);
    const quote = /\b(The|Our|Every|A) [a-z]+ [a-z]+/.exec(textIn(request))?.[0] ?? 'Note';
    return { ...remark(quote, 'Our service'), delayMs };
  });
  const slack = await startSlack({ transport, rateLimits: 'off' });
  const acme = slack.workspace('Acme');
  const members = Array.from({ length: MEMBERS }, (_, at) => acme.member(`Member ${at}`));
  const channel = acme.channel('drafts');
  const desk = await startDesk(join(folder.path, 'slack.db'), {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: acme.botToken,
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: 'fake',
    LOG_LEVEL: 'error',
    ...(transport === 'socket'
      ? { SLACK_APP_TOKEN: slack.appToken }
      : { SLACK_SIGNING_SECRET: slack.signingSecret }),
  });
  try {
    if (transport === 'http') await slack.connectHttp(`${desk.url}/slack/events`);
    else await slack.until(() => slack.socket.count > 0, 'a connection');
    const stage = { slack, desk, channels: [channel], members };
    const times: number[] = [];
    for (let number = 0; number < BEFORE + CRITIQUES; number += 1) {
      answeredAt = 0;
      const asked = ask(stage, number);
      await slack.until(() => channel.thread(asked)[0], 'the first critique', 60_000);
      // The first reviews also load what reviews need.
      if (number >= BEFORE) times.push(performance.now() - answeredAt);
      await answered(stage, asked);
    }
    print(
      `${transport}: a model's answer until the thread has the critique`,
      { under: 1_000 },
      times,
    );
  } finally {
    await desk.stop();
    await slack.close();
    await model.close();
    rmSync(folder.path, { recursive: true });
  }
}

/** A process that has just started is measured by its start. */
async function warmUp(stage: Stage): Promise<void> {
  const asked = Array.from({ length: 3 }, (_, at) => ask(stage, at));
  for (const at of asked) await answered(stage, at);
}

function ask({ channels, members }: Stage, at: number): Posted {
  const posted = pick(members, at).post(pick(channels, at), wordsAt(at));
  pick(members, at + 1).react(posted, 'pencil2');
  return posted;
}

async function answered({ slack, channels }: Stage, at: Posted): Promise<void> {
  const channel = channels.find(({ id }) => id === at.channel);
  const isDone = () => channel?.message(at)?.reactions.white_check_mark;
  await slack.until(isDone, 'the end of a review', 120_000);
}

/** Says something so often a second, evenly; every n-th is asked to be reviewed. */
async function talk(
  stage: Stage,
  { perSecond, oneIn }: { readonly perSecond: number; readonly oneIn: number },
): Promise<readonly Posted[]> {
  const asked: Posted[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < perSecond * SECONDS; number += 1) {
    await sleep(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()));
    if (number % oneIn === 0) asked.push(ask(stage, number));
    else pick(stage.members, number).post(pick(stage.channels, number), wordsAt(number));
  }
  return asked;
}

async function measureLoad(stage: Stage, transport: string): Promise<void> {
  const { desk } = stage;
  const [cpu, startedAt] = [desk.cpuSeconds(), performance.now()];
  const asked = await talk(stage, { perSecond: 30, oneIn: 100 });
  for (const at of asked) await answered(stage, at);
  const share = (desk.cpuSeconds() - cpu) / ((performance.now() - startedAt) / 1000);
  print(`${transport}: main process at 30 messages/s`, { under: 250 }, [desk.residentMb()], 'MB');
  print(`${transport}: of one core`, { under: 30 }, [share * 100], '%');
}

async function measureAcks(stage: Stage, transport: string): Promise<void> {
  const { slack } = stage;
  const before = slack.deliveries.length;
  const asked = await talk(stage, { perSecond: 50, oneIn: 25 });
  await slack.settled();
  const results = slack.deliveries.slice(before).map(({ attempts }) => attempts[0]?.result);
  const times = results.flatMap((result) => (result?.type === 'acked' ? [result.ms] : []));
  const sorted = times.toSorted((a, b) => a - b);
  print(`${transport}: acknowledged at 50 messages/s, two reviews a second`, 'all of them', times);
  print(`${transport}: 99 of 100 within`, { under: 100 }, [
    sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  ]);
  const late = results.length - times.length;
  print(`${transport}: not acknowledged at once`, { atMost: 0 }, [late], `of ${results.length}`);
  for (const at of asked) await answered(stage, at);
}

/** From each kind of end until as many connections stand again as before. */
async function measureReconnects({ slack }: Stage): Promise<void> {
  const { socket } = slack;
  const kinds = {
    'a warning ahead': () => void socket.refresh({ warnMs: 10_000 }),
    'the routine end': () => void socket.refresh(),
    'the link switched off and on': () => socket.disable(),
    'a network that fails': () => socket.cut(),
    'a connection that looks alive': () => socket.freeze(),
  };
  for (const [kind, end] of Object.entries(kinds)) {
    const isSilent = kind === 'a connection that looks alive';
    const times: number[] = [];
    // What hangs is never let go of here, and Slack allows ten.
    for (let number = 0; number < (isSilent ? 2 : ENDS); number += 1) {
      await slack.until(() => socket.count >= CONNECTIONS, 'all connections', 60_000);
      // One that ends within its first second is opened again with a pause.
      await sleep(1_500);
      const [before, startedAt] = [socket.opened, performance.now()];
      end();
      await slack.until(() => socket.opened >= before + CONNECTIONS, kind, 60_000);
      times.push(performance.now() - startedAt);
    }
    const goal = isSilent ? 'noticed by its pongs' : { under: 2_000 };
    print(`socket: ${kind}, until all connections stand`, goal, times);
  }
}
