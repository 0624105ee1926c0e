/* The bot as a server meets it: the program is a process of its own, and this one is Discord and its members. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDiscord } from '../test/fakes/discord/discord.ts';
import { makeTempFolder } from '../test/store/temp-folder.ts';
import { startDesk } from './tools/desk-server.ts';
import { print } from './tools/report.ts';

const SERVERS = 2_000;
const CHANNELS = 50;
const COMMANDS = 500;
const PER_SECOND = 50;
const REACTIONS = 10_000;
const ONE_IN = 100;
/** Enough that nobody reaches the limit of a day. */
const MEMBERS = 75;
const DRAFT = 'We definately moved the the launch, and it opens on 5 May at 9:30.';

const folder = makeTempFolder();
const discord = await openDiscord();
const newsroom = discord.server('Newsroom');
const general = newsroom.channel('general');
const members = Array.from({ length: MEMBERS }, (_, at) => newsroom.member(`member-${at}`));
const member = (at: number) => members[at % MEMBERS] ?? fail('no member');
for (let number = 1; number < SERVERS; number += 1) {
  const server = discord.server(`Server ${number}`);
  for (let channel = 0; channel < CHANNELS; channel += 1) server.channel(`channel-${channel}`);
}
const bot = await startDesk(join(folder.path, 'desk.db'), {
  DISCORD_TOKEN: discord.token,
  DISCORD_API_URL: discord.apiUrl,
});
try {
  await discord.until(() => discord.gateway.isConnected(), 'the connection');
  await sleep(5_000);
  print(`main process in ${SERVERS} servers`, { under: 300 }, [bot.residentMb()], 'MB');
  // The first reviews load what every later one uses: threads, word lists, compiled code.
  const first = await react('first', 0);
  const rounds = [first, await react('next', 1), await react('last', 2)];
  print('main process after each 10,000', 'flat but for garbage', rounds, 'MB');
  await measureCommands();
  print('main process after all of it', { under: 300 }, [bot.residentMb()], 'MB');
  print('the most it ever took', { under: 300 }, [bot.peakMb()], 'MB');
} finally {
  await bot.stop();
  await discord.close();
  rmSync(folder.path, { recursive: true });
}

/** From a member's command to the first answer, while reviews are worked on. */
async function measureCommands(): Promise<void> {
  let failed = 0;
  const times: number[] = [];
  const waiting: Promise<void>[] = [];
  for (let number = 0; number < COMMANDS; number += 1) {
    const sentAt = performance.now();
    const asked = member(number).command(general, 'refine', { text: `${DRAFT} (${number})` });
    waiting.push(
      asked.answered().then(({ failure }) => {
        if (failure() !== null) failed += 1;
        else times.push(performance.now() - sentAt);
      }),
    );
    await sleep(1_000 / PER_SECOND);
  }
  await Promise.all(waiting);
  const sorted = times.toSorted((a, b) => a - b);
  print('commands nobody answered in time', { atMost: 0 }, [failed], 'of 500');
  print(`defer at ${PER_SECOND} commands a second`, 'no goal of its own', times);
  print('defer, 99 of 100 within', { under: 150 }, [
    sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  ]);
}

/** Reactions of which few mean anything: all of those are reviewed. Resolves to the memory after them. */
async function react(name: string, round: number): Promise<number> {
  const drafts = Array.from({ length: REACTIONS / ONE_IN }, (_, at) =>
    member(at).post(general, `${DRAFT} (${round}.${at})`),
  );
  const party = member(0).post(general, 'Party!');
  for (let number = 0; number < REACTIONS; number += 1) {
    const draft = drafts[number / ONE_IN];
    if (draft !== undefined) member(number / ONE_IN).react(draft, '✏️');
    else member(number).react(party, '🎉', { isBurst: true });
    if (number % 100 === 0) await sleep(10);
  }
  const missed = () =>
    general.messages().filter(({ text, reactions }) => text.startsWith(DRAFT) && !reactions['✅'])
      .length;
  const startedAt = performance.now();
  while (missed() > 0 && performance.now() - startedAt < 300_000) await sleep(500);
  print(
    `${name} ${REACTIONS.toLocaleString('en')} reactions, triggers missed`,
    { atMost: 0 },
    [missed()],
    'of 100',
  );
  return bot.residentMb();
}

function fail(message: string): never {
  throw new Error(message);
}
