import { afterEach, expect } from 'vitest';
import type { Critic } from '../../../src/loop/critic.ts';
import type { Person, Posted } from '../../fakes/slack/people.ts';
import type { Seen } from '../../fakes/slack/seen.ts';
import { panelCritic } from '../../review/room.ts';
import { openSlackRig, type SlackRig, type SlackRigOptions } from './rig.ts';

export const REFINED = 'This is a very long story about the lift.';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A rig with what most cases look at. */
export async function openStage(options: SlackRigOptions = {}) {
  const rig = await openSlackRig(options);
  const { slack, channel, acme } = rig;
  /** What one member alone was told by the app, in channels and in direct messages. */
  const notesTo = (person: Person): readonly Seen[] =>
    [...slack.core.world.channels.values()]
      .flatMap(({ id, members }) => {
        const shown = person.id === id || members.has(person.id) || id.startsWith('C');
        return shown ? [id] : [];
      })
      .flatMap((id) => seenIn(rig, id, person));
  const answersUnder = (root: Posted) =>
    channel
      .thread(root)
      .filter(({ privateTo, text }) => privateTo === null && text.includes(REFINED));
  return {
    ...rig,
    notesTo,
    answersUnder,
    /** Resolves when the review of a message has ended well, and nothing more happens. */
    async over(on: Posted, at = channel): Promise<void> {
      await slack.until(() => at.message(on)?.reactions.white_check_mark, 'the end of the review');
      await rig.quiet();
    },
    note: (person: Person, holding: string) =>
      slack.until(
        () => notesTo(person).find(({ text }) => text.includes(holding)),
        `a note to ${person.name} with “${holding}”`,
      ),
    /** What stands in public, apart from what people wrote. */
    publicPosts: () =>
      channel.messages().filter(({ privateTo, botId }) => privateTo === null && botId !== null),
    runs: async () => {
      const [rows] = await rig.database.read((db) => [db.select().from(rig.database.tables.runs)]);
      return rows;
    },
    isOurs: (name: string) =>
      channel.messages().some(({ reactions }) => reactions[name]?.includes(acme.bot.id)),
  };
}

function seenIn(rig: SlackRig, id: string, person: Person): readonly Seen[] {
  const isDirect = person.dm().id === id;
  const place = isDirect ? person.dm() : rig.channel.id === id ? rig.channel : null;
  if (place === null) return [];
  return place
    .messages(person)
    .filter(({ privateTo, botId }) => (isDirect ? botId !== null : privateTo === person.id));
}

/** Ends a stage; nothing may have gone against Slack's rules, and nothing unforeseen may have failed. */
export async function closeStage(stage: Stage, expected: RegExp | null = null): Promise<void> {
  await stage.close();
  expect(stage.slack.violations()).toEqual([]);
  expect(stage.errors.filter((error) => !expected?.test(String(error)))).toEqual([]);
}

/** An editor that thinks until it is told to go on. */
export function waitingCritic() {
  const inner = panelCritic({ 'line-editor': [['very very', 'very']] });
  let begin: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const critic: Critic = {
    async critique(persona, revision, view, signal) {
      begin();
      await gate;
      return inner.critique(persona, revision, view, signal);
    },
  };
  return { critic, begun, goOn: () => goOn() };
}

/** Opens stages that are looked at and closed when their test has ended. */
export function setUpStages(): (options?: SlackRigOptions) => Promise<Stage> {
  const stages: Stage[] = [];
  afterEach(async () => {
    for (const stage of stages.splice(0)) await closeStage(stage);
  });
  return async (options = {}) => {
    const stage = await openStage(options);
    stages.push(stage);
    return stage;
  };
}
