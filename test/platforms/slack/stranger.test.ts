import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bluepencil } from '../../cli/command.ts';
import {
  DIRECT,
  GENERAL,
  type Moods,
  type StrangerSlack,
  startStrangerSlack,
} from '../../fakes/stranger/stranger-slack.ts';

const DRAFT = 'We recieved alot of feedback , and we will definately will look at it.';
const isRefined = ({ text }: Readonly<Record<string, unknown>>) =>
  String(text).includes('We received a lot');

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** Starts the program against a Slack it has never seen, with nothing but its environment. */
async function open(
  transport: 'socket' | 'http',
  moods: Moods,
  environment: (env: Record<string, string>) => Record<string, string> = (env) => env,
) {
  const slack = await startStrangerSlack(transport, moods);
  ending.push(() => slack.close());
  const folder = mkdtempSync(join(tmpdir(), 'bluepencil-stranger-'));
  const stop = new AbortController();
  let heard = '';
  const running = bluepencil(['start'], {
    cwd: folder,
    env: { PORT: '0', DATABASE_URL: 'file:desk.db', ...environment(slack.env) },
    signal: stop.signal,
    onOutput: (text) => {
      heard += text;
    },
  });
  ending.push(async () => {
    stop.abort();
    const { code, stderr } = await running;
    rmSync(folder, { recursive: true, force: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(slack.unknown).toEqual([]);
  });
  const url = await slack.until(() => /http:\/\/127\.0\.0\.1:\d+/.exec(heard)?.[0], 'the desk');
  slack.connect(`${url}/slack/events`);
  return { slack, url };
}

interface Button {
  readonly action_id: string;
  readonly text: { readonly text: string };
}

/** A button of a message by its label. */
function buttonOf(message: Readonly<Record<string, unknown>>, label: string): Button {
  const blocks = (message.blocks ?? []) as { type: string; elements?: Button[] }[];
  const buttons = blocks
    .filter(({ type }) => type === 'actions')
    .flatMap((row) => row.elements ?? []);
  const found = buttons.find(({ text }) => text.text === label);
  if (found === undefined) {
    throw new Error(`no “${label}” among ${buttons.map(({ text }) => text.text).join(', ')}`);
  }
  return found;
}

const MOODS: readonly (readonly [string, Moods])[] = [
  ['leaves out what it does not promise', { path: '/proxy/slack/api/', isTerse: true }],
  ['says more than asked, limits, breaks off and repeats itself', { isChatty: true, isRude: true }],
];

describe.each(['socket', 'http'] as const)('a Slack by somebody else, over %s', (transport) => {
  it.each(MOODS)(
    'is walked through when it %s',
    async (_, moods) => {
      const { slack } = await open(transport, moods);
      const refinedUnder = (root: string, channel = GENERAL) =>
        slack.until(() => slack.thread(channel, root).find(isRefined), `an answer under ${root}`);
      const isDone = (ts: string) =>
        slack.until(() => slack.marks.has(`${GENERAL}/${ts}/white_check_mark`), 'the end');
      const privateAnswers = () => slack.messages(DIRECT).filter(isRefined).length;

      // A reaction on a message, and on a reply: the answer goes under the thread's own head.
      const draft = await slack.say(GENERAL, DRAFT);
      await slack.react(GENERAL, draft, 'pencil2');
      await refinedUnder(draft);
      await isDone(draft);
      const root = await slack.say(GENERAL, 'Here is the notice.');
      const reply = await slack.say(GENERAL, `${DRAFT} Thanks.`, root);
      await slack.react(GENERAL, reply, 'pencil2::skin-tone-2');
      await refinedUnder(root);
      await isDone(reply);

      // Commands, the form and its way back.
      expect(JSON.stringify(await slack.command('help'))).toContain('/refine write');
      await slack.command(DRAFT);
      await slack.until(() => privateAnswers() === 1, 'the private answer');
      await slack.command('');
      const form = await slack.until(() => slack.views.find(({ how }) => how === 'open'), 'a form');
      await slack.closeView(form.view);
      await slack.submit(form.view, { text: { type: 'plain_text_input', value: `${DRAFT} Bye.` } });
      await slack.until(() => privateAnswers() === 2, 'the answer to the form');

      // Shortcuts and mentions, on new connections.
      slack.refresh();
      const other = await slack.say(GENERAL, `${DRAFT} Best, Tomek`);
      const chosen = slack.messages(GENERAL).find(({ ts }) => ts === other);
      if (chosen === undefined) throw new Error('no such message');
      await slack.shortcut('review_message', chosen);
      await refinedUnder(other);
      await isDone(other);
      await slack.globalShortcut('new_review');
      const mention = await slack.say(GENERAL, `${slack.mentionOf()} ${DRAFT} Yours.`);
      await refinedUnder(mention);
      await isDone(mention);

      // A click on a post, one that nobody waits for, and the Home tab.
      const answer = slack.thread(GENERAL, draft).at(-1);
      if (answer === undefined) throw new Error('no answer');
      const before = slack.notes.length;
      await slack.click(GENERAL, answer, { ...buttonOf(answer, 'Show changes') });
      await slack.until(() => slack.notes.length > before, 'the changes');
      await slack.click(GENERAL, answer, { action_id: 'a link of another day' });
      await slack.openHome();
      const home = await slack.until(
        () => slack.views.find(({ how }) => how === 'publish'),
        'home',
      );
      const opened = slack.views.length;
      await slack.clickIn(home.view, { ...buttonOf(home.view, 'Editors') });
      await slack.until(() => slack.views.length > opened, 'the editors');

      // Everything once, and in each thread one run.
      for (const at of [draft, root, other, mention]) {
        const named = slack
          .thread(GENERAL, at)
          .flatMap(({ metadata }) => (metadata === undefined ? [] : [metadata.event_payload]));
        expect(new Set(named.map((name) => JSON.stringify(name))).size).toBe(named.length);
        expect(new Set(named.map((name) => name?.run)).size).toBe(1);
      }
      expect(privateAnswers()).toBe(2);
      if (transport === 'http') await knock(slack);
      expect(
        slack.messages(GENERAL).filter(({ bot_id: bot, thread_ts: at }) => bot && !at),
      ).toEqual([]);
    },
    180_000,
  );
});

describe('a Slack by somebody else that lets the app in over OAuth', () => {
  it.each([true, false])(
    'ends in a review (it leaves out what it may: %s)',
    async (isTerse) => {
      const authorize = 'http://127.0.0.1:9/oauth/v2/authorize';
      const { slack, url } = await open('http', { isTerse }, ({ SLACK_BOT_TOKEN: _, ...env }) => ({
        ...env,
        SLACK_CLIENT_ID: '7.7',
        SLACK_CLIENT_SECRET: 'client secret',
        SLACK_STATE_SECRET: 'a long random word',
        SLACK_AUTHORIZE_URL: authorize,
        PUBLIC_URL: 'http://127.0.0.1:9',
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      }));
      const away = await fetch(`${url}/slack/install`, { redirect: 'manual' });
      const to = new URL(away.headers.get('location') ?? '');
      expect(`${to.origin}${to.pathname}`).toBe(authorize);
      expect(to.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:9/slack/oauth_redirect');
      const cookie = away.headers.get('set-cookie')?.split(';')[0] ?? '';
      const back = (code: string, state = to.searchParams.get('state') ?? '') =>
        fetch(`${url}/slack/oauth_redirect?${new URLSearchParams({ code, state })}`, {
          headers: { cookie },
        });
      expect((await back('right', 'made up')).ok).toBe(false);
      expect((await back('wrong')).ok).toBe(false);
      expect((await back('right')).status).toBe(200);

      const draft = await slack.say(GENERAL, DRAFT);
      await slack.react(GENERAL, draft, 'pencil2');
      await slack.until(() => slack.thread(GENERAL, draft).find(isRefined), 'an answer');
      await slack.until(() => slack.marks.has(`${GENERAL}/${draft}/white_check_mark`), 'the end');
    },
    180_000,
  );
});

/** What comes over HTTP before any event, and what anybody could send. */
async function knock(slack: StrangerSlack): Promise<void> {
  const challenge = JSON.stringify({ type: 'url_verification', token: 'old', challenge: 'word' });
  const answer = await slack.raw(challenge, 'application/json; charset=utf-8');
  expect(await answer.text()).toContain('word');
  const probe = await slack.raw('ssl_check=1&token=old', 'application/x-www-form-urlencoded', {});
  expect(probe.status).toBe(200);
  const forged = { 'x-slack-request-timestamp': '1', 'x-slack-signature': 'v0=00' };
  for (const headers of [forged, {}]) {
    const refused = await slack.raw(challenge, 'application/json', headers);
    expect(refused.status).toBe(401);
  }
}
