import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Critic } from '../../src/loop/critic.ts';
import { createScriptedWriter } from '../../src/models/scripted.ts';
import type { Database } from '../../src/store/database.ts';
import { type FakePlatform, member } from './fake-platform.ts';
import { PLANTED } from './planted-words.ts';
import { openRoom, panelCritic } from './room.ts';

/** The words of `among` that stand in a text. */
export function plantedIn(text: string): string[] {
  return Object.values(PLANTED).filter((word) => text.includes(word));
}

/** Runs reviews of every kind in one channel, with a planted word in every kind of text. */
export async function plant(database: Database, platform: FakePlatform, channel = 'general') {
  const panel = panelCritic({
    'line-editor': [[PLANTED.draft, PLANTED.suggestion]],
    'senior-editor': [[PLANTED.given, PLANTED.suggestion]],
  });
  const critic: Critic = {
    async critique(...asked) {
      const answer = await panel.critique(...asked);
      const problem = `Nobody knows what this is: ${PLANTED.problem}.`;
      return { ...answer, comments: answer.comments.map((each) => ({ ...each, problem })) };
    },
  };
  const writer = createScriptedWriter({
    drafts: [`A text with ${PLANTED.written} in it, which ${PLANTED.draft} follows.`],
    refine: ({ best }) => ({
      type: 'text',
      text: best.text
        .replace(PLANTED.draft, PLANTED.revision)
        .replace(PLANTED.given, PLANTED.revision),
    }),
  });
  const room = await openRoom({ critic, writer, platform, database });
  const message = platform.write(`Our ${PLANTED.draft} was late by a day, and nobody said so.`);
  platform.write(`I was told of ${PLANTED.context}.`, { author: member('bo'), in: message });
  const asked = await room.review(message, {}, { channel });
  const words = { type: 'draft', text: `The ${PLANTED.given} is here.`, notRead: [] } as const;
  await room.request({ target: words, channel, requester: member('cy') });
  const brief = { type: 'brief', text: `Say that ${PLANTED.brief} is over.` } as const;
  await room.request({ target: brief, channel });
  await room.workAll();
  if (asked.type !== 'accepted') throw new Error('not accepted');
  const said = { runId: asked.runId, text: `Say ${PLANTED.remark} at the end.`, id: 'said-1' };
  await room.reviews.say(said, member('ada'), 'local');
  await room.workAll();
  await database.atomic((db) => [
    db
      .insert(db.tables.formDrafts)
      .values({
        workspace: 'local',
        member: member('ada'),
        form: 'persona',
        values: { prompt: PLANTED.typed },
        savedAt: new Date(),
      })
      .onConflictDoNothing(),
  ]);
  return { room, message, runId: asked.runId };
}

/** Everything that stands in the files of a SQLite database, its logs too. */
export function rawFiles(file: string): string {
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(basename(file)))
    .map((name) => readFileSync(join(dirname(file), name)).toString('latin1'))
    .join('\n');
}
