/*
 * Draws what the bot posts as Discord shows it: `node --import tsx scripts/discord-pictures.ts [FOLDER]`.
 * Without a folder it makes the pictures of docs/discord.md; with one, all of them, dark and light, to be
 * looked at. Needs what scripts/screenshots.ts needs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { RawComment } from '../src/loop/comment.ts';
import type { Critic } from '../src/loop/critic.ts';
import { SCRIPTED_USAGE } from '../src/models/scripted.ts';
import { createAvatars } from '../src/platforms/discord/avatars.ts';
import { openDiscord } from '../test/fakes/discord/discord.ts';
import { type Drawing, drawPage } from '../test/fakes/discord/draw.ts';
import type { SeenMessage } from '../test/fakes/discord/views.ts';
import { openBrowser } from '../test/platforms/desk/browser.ts';
import { openService } from '../test/platforms/discord/service.ts';

const DOCS = join(import.meta.dirname, '..', 'docs', 'screenshots');

const DRAFT = `Hi all, due to some problems that were experienced with the ticket service yesterday evening, a number of passengers may have been charged twice.

This happened between 18:40 and 20:05 (1 h 15 min). The cause was a a configuration change.

- We will be taking the neccessary steps as soon as possible.
- Questions: tickets@example.com`;

const replace = (quote: string, text: string, problem: string, why: string): RawComment => ({
  kind: 'clarity',
  severity: 'major',
  quote,
  problem,
  why,
  suggestion: { action: 'replace', text, instruction: `Write “${text.replace(/\.$/, '')}”.` },
});

/** What each editor says about the draft. */
const REMARKS: Readonly<Record<string, readonly RawComment[]>> = {
  'senior-editor': [
    replace(
      'due to some problems that were experienced with the ticket service yesterday evening, a number of passengers may have been charged twice.',
      'some passengers may have been charged twice yesterday evening because of a problem with the ticket service.',
      'The reader learns that something happened before what it means for them.',
      'Someone who was charged twice is looking for that first.',
    ),
    {
      kind: 'structure',
      severity: 'major',
      quote: 'We will be taking the neccessary steps as soon as possible.',
      problem: 'Promises nothing that anyone can check.',
      why: 'Passengers who wait for money want to know when.',
      suggestion: {
        action: 'ask',
        instruction: 'Name one step and when, or leave the sentence out. What did you decide?',
      },
    },
  ],
  'line-editor': [
    replace(
      'a a configuration',
      'a configuration',
      'The word stands twice.',
      'It reads as a slip.',
    ),
    replace('neccessary', 'necessary', 'Misspelled.', 'Slips make readers doubt the figures too.'),
  ],
  'skeptical-reader': [
    replace(
      '(1 h 15 min)',
      '(1 h 25 min)',
      '18:40 to 20:05 is 1 h 25 min.',
      'Whoever counts stops trusting the rest.',
    ),
  ],
};

const critic: Critic = {
  async critique(persona, { text }) {
    const comments = (REMARKS[persona.id] ?? []).filter(({ quote }) => text.includes(quote));
    const note = 'people can check their own tickets against it.';
    const hasStrength = persona.id === 'senior-editor';
    return {
      verdict: comments.length === 0 ? 'accept' : 'revise',
      comments,
      strengths: hasStrength ? [{ quote: 'between 18:40 and 20:05', note }] : [],
      usage: SCRIPTED_USAGE,
    };
  },
};

const avatars = createAvatars('https://desk.example.com');
const heard = new Map<string, string>();

/** The picture of who speaks; an editor's is drawn, a member has none. */
async function pictures(messages: readonly SeenMessage[]): Promise<Drawing['pictureOf']> {
  for (const { author, isWebhook, isApp } of messages) {
    if (!isApp) continue;
    const name = isWebhook ? author.replace(/^\P{L}+/u, '').replace(/ · .*/, '') : '';
    const address = new URL(avatars.of({ name, label: '', icon: '' }) ?? '').pathname;
    heard.set(author, dataOf(name === '' ? '/avatars/mark-0.png' : address));
  }
  return ({ author }) => heard.get(author) ?? null;
}

/** A picture of ours as data. */
function dataOf(path: string): string {
  let data: Buffer = Buffer.alloc(0);
  const response = { writeHead: () => response, end: (given: Buffer) => (data = given) };
  avatars.answers({ method: 'GET', url: path } as never, response as never);
  return `data:image/png;base64,${data.toString('base64')}`;
}

type Scene = Pick<Drawing, 'title' | 'messages' | 'form'>;

/** Everything worth looking at, by name. */
async function play(): Promise<Readonly<Record<string, Scene>>> {
  const discord = await openDiscord();
  const server = discord.server('Saltholm Line');
  const channel = server.channel('announcements');
  const ines = server.member('Ines', { may: ['manageServer'] });
  const tomek = server.member('Tomek');
  const scenes: Record<string, Scene> = {};
  const add = (name: string, title: string, messages: readonly SeenMessage[]) => {
    scenes[name] = { title, messages };
  };
  const quiet = server.channel('quiet', {
    botMayNot: ['sendMessages', 'sendMessagesInThreads', 'manageWebhooks', 'addReactions'],
  });
  const service = await openService(discord, { critic, isGreeting: true });
  const posted = ines.post(channel, DRAFT);
  tomek.react(posted, '✏️');
  const marked = () => '✅' in (channel.messages()[0]?.reactions ?? {});
  await discord.until(marked, 'the review');
  add('channel', 'announcements', channel.messages());
  const thread = () => discord.place(posted.id)?.messages() ?? [];
  add('review', 'Hi all, due to some problems that…', thread());
  add(
    'note-first',
    'Bluepencil (direct messages)',
    discord.place(tomek.direct().id)?.messages() ?? [],
  );
  const result = thread().at(-1);
  if (result === undefined) throw new Error('there is no review');
  const press = async (label: string, what: RegExp | string = /./, from = result) => [
    await ines.click(from, label).said(what),
  ];
  add('changes', 'announcements › thread', await press('Show changes', 'struck out'));
  const [first] = thread().filter(({ buttons }) =>
    buttons.some(({ label }) => label === 'Undo' || label.startsWith('Undo')),
  );
  const undo = first?.buttons.find(({ label }) => label.startsWith('Undo'));
  if (first && undo) await ines.click(first, undo.label).answered();
  await ines.click(result, 'Use this').answered();
  await discord.until(() => thread().some(({ text }) => text.includes('the chosen text')), 'it');
  add('used', 'announcements › thread', thread());

  const pointer = await tomek.command(channel, 'refine', { text: DRAFT }).said('editors');
  add('pointer', 'announcements', [pointer]);
  const direct = () => discord.place(tomek.direct().id)?.messages() ?? [];
  await discord.until(
    () => direct().some(({ text }) => / · stopped: /.test(text)),
    'the private review',
  );
  add('private', 'Bluepencil (direct messages)', direct());
  const form = await ines.command(channel, 'refine').answered();
  scenes.form = { title: 'announcements', messages: channel.messages(), form: form.form() };
  for (const word of [
    'settings',
    'personas',
    'presets',
    'style',
    'stats',
    'status',
    'help',
    'forget',
    'vote',
    'log',
  ]) {
    const asked = ines.command(channel, `refine-admin ${word}`);
    await asked.said(/./);
    add(word, 'announcements', asked.messages());
    const [button] = asked
      .messages()
      .flatMap(({ buttons }) => buttons)
      .filter(({ customId }) => /^[sd]:/.test(customId));
    if (word === 'settings' && button) {
      const [message] = asked.messages();
      const next = message && (await ines.click(message, button.customId).answered());
      if (next)
        scenes.settings2 = { title: 'announcements', messages: next.messages(), form: next.form() };
    }
  }
  const status = tomek.command(quiet, 'refine-admin status');
  await status.said(/./);
  add('status-missing', 'quiet', status.messages());
  const lost = ines.post(quiet, DRAFT);
  const before = direct().length;
  tomek.react(lost, '✏️');
  await discord.until(
    () => direct().some(({ text }, at) => at >= before && / · stopped: /.test(text)),
    'the review elsewhere',
  );
  add('elsewhere', 'Bluepencil (direct messages)', direct().slice(before));
  const errors = [
    await ines.command(channel, 'refine', { text: '🎉 🎉' }).said(/./),
    await ines.menu(result, 'Review this message').said(/./),
    await tomek.command(channel, 'refine', { text: `${'x'.repeat(5000)} ${DRAFT}` }).said(/./),
    await tomek.menu(posted, 'Review this message').said(/./),
  ];
  const denied = tomek.command(channel, 'refine-admin settings');
  await denied.said(/./);
  add('errors', 'announcements', [...errors, ...denied.messages()]);
  await service.close();
  await discord.close();
  return scenes;
}

async function draw(
  browser: Browser,
  path: string,
  scene: Scene,
  theme: Drawing['theme'],
): Promise<void> {
  const pictureOf = await pictures(scene.messages);
  const page = await browser.newPage({
    viewport: { width: 820, height: 300 },
    deviceScaleFactor: 1.5,
  });
  await page.setContent(drawPage({ ...scene, theme, pictureOf }));
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

const [folder] = process.argv.slice(2);
const browser = await openBrowser();
const scenes = await play();
mkdirSync(folder ?? DOCS, { recursive: true });
if (folder === undefined) {
  for (const [name, scene, theme] of [
    ['discord-review', 'review', 'dark'],
    ['discord-form', 'form', 'light'],
  ] as const) {
    const path = join(DOCS, `${name}.png`);
    const found = scenes[scene];
    if (found !== undefined) await draw(browser, path, found, theme);
    spawnSync('pngquant', ['--force', '--ext', '.png', '--quality', '70-95', '--strip', path]);
  }
} else {
  for (const [name, scene] of Object.entries(scenes)) {
    for (const theme of ['dark', 'light'] as const) {
      await draw(browser, join(folder, `${name}-${theme}.png`), scene, theme);
    }
  }
  writeFileSync(join(folder, 'words.json'), JSON.stringify(scenes, null, 1));
}
await browser.close();
