/*
 * Draws what Bluepencil posts on Slack the way Slack shows it: `node --import tsx scripts/slack-pictures.ts`
 * makes the pictures of docs/slack.md, `--in FOLDER [name…]` all of them elsewhere. Needs what
 * scripts/screenshots.ts needs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import type { RawComment } from '../src/loop/comment.ts';
import type { Critic } from '../src/loop/critic.ts';
import { SCRIPTED_USAGE } from '../src/models/scripted.ts';
import { type DrawnView, homePage, modalPage, threadPage } from '../test/fakes/slack/page.ts';
import type { Seen } from '../test/fakes/slack/seen.ts';
import { openBrowser } from '../test/platforms/desk/browser.ts';
import { openSlackRig, type SlackRig } from '../test/platforms/slack/rig.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots');
/** Those that the documentation shows. */
const SHOWN: readonly string[] = ['slack-review', 'slack-form'];

const DRAFT = `Due to some problems that were experienced with the ticket service yesterday evening, a number of passengers may have been charged twice.

The cause was a a configuration change at 18:40; it was undone at 20:05 (1 h 15 min).

We are sorry for the trouble and will be taking the neccessary steps as soon as possible.`;

const replace = (quote: string, text: string, problem: string, why: string): RawComment => ({
  kind: 'clarity',
  severity: 'major',
  quote,
  problem,
  why,
  suggestion: { action: 'replace', text, instruction: `Write “${text.replace(/\.$/, '')}”.` },
});

const REMARKS: Readonly<Record<string, readonly RawComment[]>> = {
  'senior-editor': [
    replace(
      'Due to some problems that were experienced with the ticket service yesterday evening, a number of passengers may have been charged twice.',
      'Some passengers may have been charged twice yesterday evening because of a problem with the ticket service.',
      'The reader learns that something happened before what it means for them.',
      'Someone who was charged twice is looking for that first.',
    ),
    {
      kind: 'structure',
      severity: 'major',
      quote: 'as soon as possible',
      problem: 'Promises nothing that anyone can check.',
      why: 'Passengers who wait for money want to know when.',
      suggestion: { action: 'ask', instruction: 'Name one step and when. What did you decide?' },
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
  async critique(persona, revision) {
    const comments = (REMARKS[persona.id] ?? []).filter(({ quote }) =>
      revision.text.includes(quote),
    );
    const isFirst = persona.id === 'senior-editor' && comments.length > 1;
    return {
      verdict: comments.length === 0 ? 'accept' : 'revise',
      comments,
      strengths: isFirst
        ? [
            {
              quote: 'it was undone at 20:05',
              note: 'people can check their own tickets against it.',
            },
          ]
        : [],
      usage: SCRIPTED_USAGE,
    };
  },
};

/** The pages of one scene by name. */
type Scene = (rig: SlackRig) => Promise<Readonly<Record<string, string>>>;

const SCENES: readonly Scene[] = [
  async (rig) => {
    const { ines, tomek, channel, slack, quiet } = rig;
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await slack.until(() => channel.message(draft)?.reactions.white_check_mark, 'the end');
    await quiet();
    const pane = () => [channel.message(draft), ...channel.thread(draft, ines)];
    const review = drawThread(rig, pane());
    const result = channel.thread(draft).at(-1);
    if (result === undefined) throw new Error('no answer');
    await ines.click(result, 'Show changes');
    await slack.until(() => channel.thread(draft, ines).some(({ privateTo }) => privateTo), 'them');
    const changes = drawThread(rig, pane());
    const [first] = channel.thread(draft);
    if (first === undefined) throw new Error('no critique');
    await ines.click(first, 'Undo');
    await slack.settled();
    await quiet();
    return {
      'slack-review': review,
      'slack-changes': changes,
      'slack-undone': drawThread(rig, pane()),
    };
  },
  async (rig) => {
    const { ines, channel, slack, quiet } = rig;
    const { body } = await ines.command(channel, '/refine', DRAFT);
    await slack.until(
      () =>
        ines
          .dm()
          .messages()
          .some(({ buttons }) => buttons.includes('Show changes')),
      'the answer',
    );
    await quiet();
    return {
      'slack-started': drawNote(rig, body),
      'slack-private': drawThread(rig, ines.dm().messages()),
      'slack-private-dark': drawThread(rig, ines.dm().messages()),
    };
  },
  async (rig) => {
    const { ines, tomek, channel, slack } = rig;
    await ines.command(channel, '/refine');
    const form = await slack.until(() => ines.modal(), 'the form');
    const pages: Record<string, string> = { 'slack-form': drawModal(rig, form) };
    for (const word of ['settings', 'personas', 'presets', 'style', 'stats', 'status', 'help']) {
      const { body } = await ines.command(channel, '/refine', word);
      pages[`slack-${word}`] = drawNote(rig, body);
    }
    ines.openHome();
    tomek.openHome();
    const admin = await slack.until(() => ines.home(), 'the Home tab');
    const member = await slack.until(() => tomek.home(), 'the Home tab');
    pages['slack-home-admin'] = homePage(viewOf(admin), namesIn(rig));
    pages['slack-home-member'] = homePage(viewOf(member), namesIn(rig));
    return pages;
  },
  async (rig) => {
    const { ines, acme, channel, slack } = rig;
    const closed = acme.channel('plans', { kind: 'private', withBot: false });
    const refused = await ines.command(closed, '/refine', `--public ${DRAFT}`);
    const guest = acme.member('Gina Guest', { role: 'multi-channel guest' });
    channel.invite(guest);
    const stranger = await guest.command(channel, '/refine', DRAFT);
    const empty = await ines.command(channel, '/refine', ':tada: :tada:');
    await slack.settled();
    const notes = [refused, stranger, empty].map(({ body }) => noteOf(body));
    return { 'slack-errors': drawThread(rig, notes) };
  },
];

function namesIn({ slack }: SlackRig) {
  const { members, channels } = slack.core.world;
  return (id: string) => members.get(id)?.realName ?? channels.get(id)?.name ?? id;
}

function drawThread(rig: SlackRig, messages: readonly (Seen | null | undefined)[]): string {
  return threadPage(
    messages.filter((each) => each !== null && each !== undefined),
    namesIn(rig),
  );
}

function noteOf(body: unknown): Seen {
  const { blocks = [], text = '' } = (body ?? {}) as { blocks?: Seen['blocks']; text?: string };
  return {
    ...{ ts: '1796076000.000100', channel: '', by: 'Bluepencil', user: null, botId: null, text },
    ...{ fallback: text, threadTs: null, isBroadcast: false, isEdited: false, privateTo: 'me' },
    ...{ reactions: {}, buttons: [], controls: [], icon: null, notified: [], blocks },
    ...{ attachments: [], metadata: null, files: [], isTombstone: false, streaming: null },
    previews: false,
  };
}

const drawNote = (rig: SlackRig, body: unknown) => drawThread(rig, [noteOf(body)]);
const viewOf = (shown: unknown) => (shown as { readonly view: DrawnView }).view;
const drawModal = (rig: SlackRig, shown: unknown) => modalPage(viewOf(shown), namesIn(rig));

const { values, positionals } = parseArgs({
  options: { in: { type: 'string' } },
  allowPositionals: true,
});
await main(positionals, values.in);

async function main(names: readonly string[], elsewhere: string | undefined): Promise<void> {
  const folder = elsewhere ?? FOLDER;
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  const wanted = elsewhere === undefined && names.length === 0 ? SHOWN : names;
  for (const scene of SCENES) {
    const rig = await openSlackRig({ critic });
    const pages = await scene(rig);
    for (const [name, html] of Object.entries(pages)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await shoot(browser, join(folder, `${name}.png`), html);
      console.log(name);
    }
    await rig.close();
  }
  await browser.close();
}

async function shoot(browser: Browser, path: string, html: string): Promise<void> {
  const page = await browser.newPage({
    colorScheme: path.includes('dark') ? 'dark' : 'light',
    deviceScaleFactor: 1.5,
    viewport: { width: 900, height: 600 },
  });
  await page.setContent(html);
  await page.locator('main').screenshot({ path });
  await page.close();
  spawnSync('pngquant', ['--force', '--ext', '.png', '--quality', '70-95', '--strip', path]);
}
