import { memberRef, messageRef, threadRef } from '../../../src/platforms/slack/places.ts';
import type { OpenStage } from '../../crash/stage.ts';
import type { Person } from '../../fakes/slack/people.ts';
import type { Seen } from '../../fakes/slack/seen.ts';
import { startSlack } from '../../fakes/slack/slack.ts';

const STATES: Readonly<Record<string, string>> = {
  eyes: 'working',
  white_check_mark: 'done',
  warning: 'stopped',
};
const READ =
  /^(?:auth\.test|bots\.info|users\.info|conversations\.(?:info|history|replies|members))$/;

/** The local Slack outlives the process that speaks on it; reads there are no boundaries. */
export const openSlackStage: OpenStage = async (accepted) => {
  const slack = await startSlack({ transport: 'none', rateLimits: 'off' });
  slack.onAccepted(async ({ method }) => {
    if (!READ.test(method)) await accepted(method);
  });
  const acme = slack.workspace('Acme');
  const author = acme.member('Ada Lovelace');
  const general = acme.channel('general');
  const askers = new Map<string, Person>();
  const asker = (name: string) => {
    const known = askers.get(name) ?? acme.member(name);
    askers.set(name, known);
    general.record.members.add(known.id);
    return known;
  };
  const at = (ref: string) => ref.split(':').at(-1) ?? '';
  const stateOf = (ts: string) => {
    const found = Object.entries(general.message(ts)?.reactions ?? {});
    const own = found.filter(([, users]) => users.includes(acme.bot.id));
    return own.map(([name]) => STATES[name] ?? name).join(' and ');
  };

  return {
    child: 'test/platforms/slack/crash-child.ts',
    reach: `${slack.apiUrl} ${acme.botToken}`,
    write(text) {
      const { ts } = author.post(general, text);
      return messageRef(acme.id, general.id, ts);
    },
    placeOf: (source, name) => ({
      thread: threadRef(acme.id, general.id, at(source)),
      requester: memberRef(acme.id, asker(name).id),
      channel: `channel-${name}`,
    }),
    async see(source) {
      const ts = at(source);
      await slack.until(() => /^(?:done|stopped)$/.test(stateOf(ts)), 'the last mark');
      const thread = general.thread(ts);
      const posts = thread.filter(({ privateTo }) => privateTo === null);
      const notes = thread.filter(({ privateTo }) => privateTo !== null);
      return {
        posts: posts.map(({ by, text, buttons }) => ({ slot: by, text: plain(text), buttons })),
        status: stateOf(ts),
        notes: notes.map(({ text }) => plain(text)),
        runs: new Set(posts.flatMap(runsIn)).size,
      };
    },
    async close() {
      await slack.close();
      const wrong = slack.violations();
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
  };
};

const plain = (text: string) => text.replace(/\d{10}\.\d{6}|[0-9a-f-]{36}/g, 'ID');

/** The run a post says it belongs to. */
function runsIn({ metadata }: Seen): string[] {
  return /[0-9a-f-]{36}/.exec(JSON.stringify(metadata))?.slice(0, 1) ?? [];
}
