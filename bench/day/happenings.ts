/* What happens to the programs and around them while people work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../bin/build-state.js';
import type { Person } from '../../test/fakes/slack/people.ts';
import { keptInFile } from './kept.ts';
import { draftOf, refinedOf } from './words.ts';
import type { Program, World } from './world.ts';

/** On a machine that does other things too. */
const PATIENCE_MS = 120_000;
const LIMITS = [
  'tokensPerRun',
  'reviewsPerMember',
  'tokensPerMember',
  'tokensPerChannel',
  'tokensPerWorkspace',
  'costPerWorkspace',
];

/** Runs the command line beside the programs, as an engineer does; resolves to what it printed. */
async function commandLine(
  { programs, model }: World,
  args: readonly string[],
  input = '',
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, [join(packageRoot, 'bin', 'bluepencil.js'), ...args], {
    env: {
      PATH: '/usr/bin:/bin',
      DATABASE_URL: programs.chat.kept.url,
      OPENAI_BASE_URL: model.server.url,
      OPENAI_API_KEY: 'sk-planted-0123456789abcdef',
      OPENAI_MODEL: 'a-model',
      MODEL_API: 'chat',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  child.stdin.end(input);
  const [code] = await once(child, 'exit');
  return { code: Number(code), output };
}

/** The workspace on Slack decides: nobody is at a limit, authors are asked in one channel, in another nothing is kept. */
export async function decide(world: World): Promise<void> {
  const file = join(world.folder.path, 'settings.yaml');
  const [asking, keepingNothing] = world.channels.slice(-2);
  writeFileSync(
    file,
    [
      'workspace:',
      `  budget: { ${LIMITS.map((limit) => `${limit}: null`).join(', ')} }`,
      'channels:',
      `  ${asking?.id}: { consent: ask-author }`,
      `  ${keepingNothing?.id}: { retentionDays: 0 }`,
    ].join('\n'),
  );
  for (const workspace of [world.acme.id, world.newsroom.id]) {
    const args = ['settings', 'import', file, '--workspace', workspace];
    const { code, output } = await commandLine(world, args);
    if (code !== 0) world.problems.push(`the settings were not taken: ${output}`);
  }
}

/** Somebody reviews a file, and the engineer looks whether all is well. */
export async function useCommandLine(world: World): Promise<void> {
  const review = await commandLine(world, ['review', '-', '--format', 'json'], draftOf(0));
  if (!review.output.includes(refinedOf(0))) {
    world.problems.push(`a review on the command line ended with ${review.code}`);
  }
  const stats = await commandLine(world, ['stats', '--workspace', world.acme.id]);
  if (stats.code !== 0) world.problems.push(`the statistics: ${stats.output}`);
}

/** The database is copied while everybody works. */
export async function backUp(world: World): Promise<void> {
  // A server's copy is the server's affair.
  if (world.programs.chat.kept.file === null) return;
  const copy = join(world.folder.path, `copy-${world.log.length}.db`);
  const { code } = await commandLine(world, ['backup', copy]);
  if (code !== 0 || !existsSync(copy)) world.problems.push(`the backup ended with ${code}`);
  else if ((await keptInFile(copy).runs()).all === 0)
    world.problems.push('the backup holds no run');
}

/** An update: the old process is asked to stop and the new one started, on a server before the old one stops. */
export async function replace(program: Program): Promise<void> {
  if (program.kept.file === null) {
    const next = await program.start();
    await program.process.stop();
    program.process = next;
  } else {
    await program.process.stop();
    program.process = await program.start();
  }
}

/** A power cut: the process is gone in the middle of its work, and started again. */
export async function crash(program: Program): Promise<void> {
  await program.process.kill();
  program.process = await program.start();
}

/** Both platforms cut their connections, ask for new ones, lose answers and put calls off. */
export async function shakeConnections(world: World, pauseMs: number): Promise<void> {
  const { slack, discord } = world;
  slack.fault({ method: 'chat.postMessage', times: 3, effect: { rateLimited: 1 } });
  slack.fault({ method: 'chat.postMessage', times: 2, effect: 'lose answer' });
  slack.fault({ method: 'chat.postMessage', times: 2, effect: { status: 503 } });
  discord.trouble({ method: 'POST', path: /\/messages$/, how: 'lost', times: 1 });
  discord.trouble({ method: 'POST', path: /\/messages$/, how: { status: 502 }, times: 2 });
  await sleep(pauseMs);
  slack.socket.cut();
  discord.gateway.cut();
  await sleep(pauseMs);
  await slack.socket.refresh();
  discord.gateway.askToReconnect();
}

/** A member wants all their reviews forgotten, posts included. */
export async function forgetSomebody(world: World, member: Person): Promise<void> {
  const channel = world.channels[0];
  if (channel === undefined) return;
  const shown = () => channel.messages(member).filter(({ privateTo }) => privateTo === member.id);
  const press = async (label: RegExp) => {
    const find = () =>
      shown()
        .toReversed()
        .flatMap((note) => {
          const button = note.buttons.find((each) => label.test(each));
          return button === undefined ? [] : [{ note, button }];
        })[0];
    const { note, button } = await world.slack.until(find, `a button like ${label}`, PATIENCE_MS);
    await member.click(note, button);
  };
  await member.command(channel, '/refine', 'forget');
  await press(/^Forget my reviews/);
  await press(/^Forget words and posts/);
  await world.slack.until(
    () => shown().some(({ text }) => text.includes('Gone:')),
    'the end of forgetting',
    PATIENCE_MS,
  );
}
