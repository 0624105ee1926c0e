/* What a day needs around the programs: a model with its moods, a Slack, a Discord, their people, and two programs. */
import { join } from 'node:path';
import { openDiscord } from '../../test/fakes/discord/discord.ts';
import { ACCEPT, carryOut, isAskedOf, remark, textIn } from '../../test/fakes/editor-replies.ts';
import {
  type FakeReply,
  type ReceivedRequest,
  startOpenAiServer,
} from '../../test/fakes/openai-server.ts';
import { startSlack } from '../../test/fakes/slack/slack.ts';
import { createSchema } from '../../test/store/engines.ts';
import { makeTempFolder } from '../../test/store/temp-folder.ts';
import { type DeskProcess, startDesk } from '../tools/desk-server.ts';
import { createRandom } from '../tools/random.ts';
import { type Kept, keptInFile, keptOnServer } from './kept.ts';
import { PEOPLE, REDUNDANT, SHORT } from './words.ts';

/** A machine that does other things too takes its time to start a program. */
const PATIENCE_MS = 120_000;

/** How the model's server is: it answers, refuses everything, asks for a pause, or says nothing at all. */
export type Mood = 'well' | 'away' | 'busy' | 'silent';

/** One of the two programs of the day; each has a database of its own. */
export interface Program {
  readonly name: 'chat' | 'desk';
  readonly kept: Kept;
  /** The process that runs it now. */
  process: DeskProcess;
  start(): Promise<DeskProcess>;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Opens the doubles, brings their people in, and starts both programs. */
export async function openWorld(options: {
  readonly seed: number;
  readonly modelMs: number;
  readonly isOnPostgres: boolean;
}) {
  const random = createRandom(options.seed);
  const folder = makeTempFolder();
  const log: string[] = [];
  const model = await openModel(options.modelMs);

  // The last try comes minutes later there too: a busy machine takes its time to start a program.
  const pace = { retryMs: [500, 5_000, 60_000] } as const;
  const slack = await startSlack({ rateLimits: 'off', pace });
  const acme = slack.workspace('Acme');
  const slackers = Array.from({ length: 120 }, (_, at) =>
    acme.member(`${PEOPLE} S${at}`, at === 0 ? { role: 'admin' } : {}),
  );
  const channels = Array.from({ length: 8 }, (_, at) => acme.channel(`channel-${at}`));
  const discord = await openDiscord();
  const newsroom = discord.server('Newsroom');
  const discorders = Array.from({ length: 76 }, (_, at) => newsroom.member(`zanzibarian-d${at}`));
  const rooms = Array.from({ length: 5 }, (_, at) => newsroom.channel(`room-${at}`));

  const schema = options.isOnPostgres ? await createSchema() : null;
  const files = { chat: join(folder.path, 'chat.db'), desk: join(folder.path, 'desk.db') };
  const shared = {
    OPENAI_BASE_URL: model.server.url,
    OPENAI_API_KEY: 'sk-planted-0123456789abcdef',
    OPENAI_MODEL: 'a-model',
    MODEL_API: 'chat',
    // A server that says nothing is given up before the hour is over.
    MODEL_TIMEOUT_MS: '2000',
    LOG_LEVEL: 'trace',
  };
  const platforms = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: acme.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
  };
  const hear = (chunk: string) => void log.push(chunk);
  /** Whoever types a command then is answered; what is posted before that is told later. */
  const connected = async (started: DeskProcess) => {
    await slack.until(() => slack.socket.count > 0, 'a connection to Slack', PATIENCE_MS);
    await discord.until(() => discord.gateway.isConnected(), 'a connection to Discord');
    return started;
  };
  const open = async (
    name: Program['name'],
    kept: Kept,
    more: Readonly<Record<string, string>>,
  ): Promise<Program> => {
    const start = () =>
      startDesk(files[name], { ...shared, DATABASE_URL: kept.url, ...more }, hear);
    return { name, kept, start: () => start().then(connected), process: await start() };
  };
  const [chat, desk] = await Promise.all([
    open('chat', schema === null ? keptInFile(files.chat) : keptOnServer(schema), platforms),
    open('desk', keptInFile(files.desk), {}),
  ]);
  await connected(chat.process);

  const problems: string[] = [];
  return {
    random,
    pick: <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T,
    model,
    folder,
    slack,
    acme,
    slackers,
    channels,
    discord,
    newsroom,
    discorders,
    rooms,
    programs: { chat, desk },
    /** Everything both programs have written to their logs. */
    log,
    /** What must be in no log. */
    secrets: [shared.OPENAI_API_KEY, acme.botToken, slack.appToken, discord.token],
    /** What went wrong, as sentences. */
    problems,
    /** Asks the desk as its page does. */
    async ask<T>(path: string, body?: object): Promise<T> {
      const response = await fetch(desk.process.url + path, {
        headers: { 'content-type': 'application/json', connection: 'close' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) problems.push(`${path} answered ${response.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    /** Stops both programs and the doubles; what the databases hold stays until `remove`. */
    async close() {
      await Promise.all([chat.process.stop(), desk.process.stop()]);
      await Promise.all([slack.close(), model.server.close()]);
      await discord.close().catch((error: unknown) => problems.push(`Discord: ${String(error)}`));
    },
    async remove() {
      await schema?.drop();
      folder.remove();
    },
  };
}

/** The line editor finds the one redundant phrase; the others have nothing to say. */
async function openModel(delayMs: number) {
  const state: { mood: Mood } = { mood: 'well' };
  const usage = { prompt: 100, output: 10 };
  const server = await startOpenAiServer((request): FakeReply => {
    if (state.mood === 'away') return { status: 503, error: { message: 'away' } };
    if (state.mood === 'silent') return { hang: 'silent' };
    // Every second question is put off for a second, as a server does that is close to its limit.
    if (state.mood === 'busy' && request.number % 2 === 0) {
      return { status: 429, error: { message: 'slow down' }, headers: { 'retry-after': '1' } };
    }
    const reply = answer(request);
    return 'content' in reply ? { ...reply, usage, delayMs } : reply;
  });
  return { state, server };
}

function answer(request: ReceivedRequest): FakeReply {
  if (request.purpose !== 'critique') return carryOut(request);
  const isFound = isAskedOf(request, 'Line editor') && textIn(request).includes(REDUNDANT);
  return isFound ? remark(REDUNDANT, SHORT) : ACCEPT;
}
