import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderMessage } from '../../../src/platforms/slack/render.ts';
import { panelCritic } from '../../review/room.ts';
import { makeTempFolder } from '../../store/temp-folder.ts';
import { type Stage, setUpStages, waitingCritic } from './cases.ts';
import { DRAFT } from './rig.ts';

const open = setUpStages();
const UNTIL = { timeout: 20_000 };
const postsUnder = ({ channel }: Stage, root: Parameters<Stage['answersUnder']>[0]) =>
  channel.thread(root).filter(({ privateTo }) => privateTo === null);

/** Everything that is kept, as text. */
async function everythingKept({ database }: Stage): Promise<string> {
  const rows = await database.read((db) =>
    Object.values(database.tables).map((table) => db.select().from(table)),
  );
  return JSON.stringify(rows);
}

describe('what is shown and kept, as it went wrong elsewhere', () => {
  it('RC-042 a draft that calls everybody calls nobody when it is quoted and refined', async () => {
    const stage = await open({
      critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
    });
    const { ines, tomek, channel, over } = stage;
    const draft = ines.post(channel, `<!channel> <!here> <@${tomek.id}> @everyone ${DRAFT}`);
    tomek.react(draft, 'pencil2');
    await over(draft);
    const posts = postsUnder(stage, draft);
    expect(posts.at(-1)?.text).toContain('@channel');
    expect(posts.flatMap(({ notified }) => notified)).toEqual([]);
  });

  it('RC-048 a fence that is cut is closed and opened again, and nothing of it is lost', () => {
    const lines = Array.from({ length: 300 }, (_, at) => `const value${at} = ${at};`);
    const markdown = `${'Words. '.repeat(200)}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n\nThe end.`;
    const posts = renderMessage({ identity: null, parts: [{ markdown, buttons: [] }] });
    expect(posts.length).toBeGreaterThan(1);
    const code = posts.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'rich_text' ? block.elements : [])),
    );
    const kept = code
      .filter(({ type }) => type === 'rich_text_preformatted')
      .map((each) => each.elements.map((part) => ('text' in part ? part.text : '')).join(''))
      .join('\n');
    expect(kept.split('\n')).toEqual(lines);
    expect(JSON.stringify(posts)).not.toContain('```');
  });

  it('RC-061 marks and blank lines that no comparison likes still leave a review and its changes', async () => {
    const stage = await open({
      critic: panelCritic({ 'line-editor': [['def', 'ghi']] }),
    });
    const { ines, tomek, channel, slack, over } = stage;
    const draft = ines.post(channel, 'abc \u0300X def\n\n\nend');
    tomek.react(draft, 'pencil2');
    await over(draft);
    const result = postsUnder(stage, draft).at(-1);
    expect(result?.text).toContain('ghi');
    if (result === undefined) throw new Error('no answer');
    await tomek.click(result, 'Show changes');
    await slack.until(
      () =>
        channel.thread(draft, tomek).find(({ privateTo, text }) => privateTo && /ghi/.test(text)),
      'the changes',
    );
  });

  it('RC-084 no answer hangs on a stream that Slack may close', async () => {
    const { ines, tomek, channel, slack, over } = await open();
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await over(draft);
    expect(slack.calls.filter(({ method }) => /Stream$/.test(method))).toEqual([]);
  });

  it('RC-086 a database that somebody else holds loses no critique and posts none twice', async () => {
    const folder = makeTempFolder();
    onTestFinished(() => folder.remove());
    const { critic, begun, goOn } = waitingCritic();
    const stage = await open({ critic, file: folder.file('desk.db') });
    const { ines, tomek, channel, over, runs } = stage;
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await begun;
    const other = new BetterSqlite(folder.file('desk.db'));
    other.exec('BEGIN IMMEDIATE');
    goOn();
    // Long enough that whatever was to be written meanwhile has met the lock.
    await new Promise((held) => setTimeout(held, 1_000));
    other.exec('COMMIT');
    other.close();
    await over(draft);
    expect(postsUnder(stage, draft).map(({ by }) => by)).toEqual([
      'Line editor · AI',
      'Bluepencil',
    ]);
    expect((await runs()).map(({ status }) => status)).toEqual(['finished']);
  });

  it('RC-096 a deleted message takes what was kept of it along, and the count stays', async () => {
    const stage = await open();
    const { ines, tomek, channel, over, runs } = stage;
    const draft = ines.post(channel, `${DRAFT} canaryword`);
    tomek.react(draft, 'pencil2');
    await over(draft);
    expect(await everythingKept(stage)).toContain('canaryword');
    ines.remove(draft);
    const kept = () => everythingKept(stage);
    await expect.poll(kept, UNTIL).not.toMatch(/canaryword|very long story/);
    expect(await runs()).toHaveLength(1);
  });

  it('RC-097 a thumb under the last post of a long critique is kept for that critique', async () => {
    const problem = 'It goes on and on. '.repeat(40);
    const inner = panelCritic({
      'line-editor': [['very very', 'very'], ['story'], ['lift'], ['about'], ['long']],
    });
    const stage = await open({
      critic: {
        async critique(...given) {
          const critique = await inner.critique(...given);
          return {
            ...critique,
            comments: critique.comments.map((comment) => ({ ...comment, problem, why: problem })),
          };
        },
      },
    });
    const { ines, tomek, channel, database, over } = stage;
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await over(draft);
    const critique = postsUnder(stage, draft).filter(({ by }) => by === 'Line editor · AI');
    expect(critique.length).toBeGreaterThan(1);
    const asked = critique.filter(({ buttons }) => buttons.includes('👍'));
    expect(asked).toEqual(critique.slice(-1));
    const [last] = asked;
    if (last === undefined) throw new Error('nobody was asked');
    await ines.click(last, '👍');
    const votes = async () => {
      const [given] = await database.read((db) => [db.select().from(database.tables.feedback)]);
      return given;
    };
    await expect.poll(votes, UNTIL).toMatchObject([{ usefulness: 'useful' }]);
    const given = await votes();
    expect(JSON.stringify(last.metadata)).toContain(given[0]?.slot ?? 'no slot');
  });
});
