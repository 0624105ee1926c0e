import { readMemberRef } from '../../../src/platforms/slack/places.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import type { Seen } from '../../fakes/slack/seen.ts';
import type { OpenTeam, TeamPost, Who } from '../team-script.ts';
import { openSlackRig } from './rig.ts';

export const openTeam: OpenTeam = async (editors) => {
  const rig = await openSlackRig(editors);
  const { slack, acme } = rig;
  const people = { ines: rig.ines, tomek: rig.tomek, bo: acme.member('Bo Lind') };
  const channel = acme.channel('news');
  let drafted: Posted = { channel: '', ts: '' };
  const posts = new Map<string, Posted>();
  // The local Slack draws buttons among the words.
  const seen = (post: Seen): TeamPost => {
    const id = `${post.channel}/${post.ts}`;
    posts.set(id, { channel: post.channel, ts: post.ts });
    const text = post.buttons.reduce((left, label) => left.replace(`[${label}]`, ''), post.text);
    return { id, by: post.by, text, buttons: post.buttons };
  };
  const at = (post: TeamPost): Posted => posts.get(post.id) ?? { channel: '', ts: '' };
  const isQuiet = async () => {
    await rig.quiet();
    return true;
  };
  return {
    database: rig.database,
    errors: rig.errors,
    mentionOfBo: `<@${people.bo.id}>`,
    nameOf: (member) => {
      const id = readMemberRef(member)?.member;
      return Object.entries(people).find(([, person]) => person.id === id)?.[0] ?? String(id);
    },
    async draft(text) {
      drafted = people.ines.post(channel, text);
    },
    async reply(by, text) {
      const posted = people[by].post(channel, text, { thread: drafted });
      const id = `${posted.channel}/${posted.ts}`;
      posts.set(id, posted);
      return { id, by: people[by].name, text, buttons: [] };
    },
    async mention(by, words) {
      people[by].mention(channel, words, { thread: drafted });
    },
    async react(by, emoji, to) {
      people[by].react(to === undefined ? drafted : at(to), emoji);
      await slack.settled();
    },
    async privately(by, text) {
      await people[by].command(channel, '/refine', text);
      await rig.quiet();
      return people[by].dm().messages(people[by]).map(seen);
    },
    async press(by, post, label) {
      await people[by].click(at(post), label);
    },
    thread: async () => channel.thread(drafted).map(seen),
    channel: async () =>
      channel
        .messages()
        .filter(
          ({ ts, threadTs, privateTo }) => ts !== drafted.ts && threadTs === null && !privateTo,
        )
        .map(seen),
    notes: async (who: Who) =>
      channel
        .messages(people[who])
        .filter(({ privateTo }) => privateTo === people[who].id)
        .map(seen),
    isQuiet,
    close: () => rig.close(),
  };
};
