/*
 * Three members take one announcement from its first draft to posted text, on every platform there is. A
 * platform brings its own `team.ts`: with its folder its part of this test goes as well.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { meaning, plain } from './same-script.ts';
import {
  type OpenTeam,
  type Outcome,
  PRIVATE_WORDS,
  playTeam,
  type TeamPost,
  teamEditors,
} from './team-script.ts';

const here = import.meta.dirname;
const platforms = readdirSync(here).filter((name) => existsSync(join(here, name, 'team.ts')));
const outcomes = new Map<string, Outcome>();

/** What it means, wherever it stands and however its people and its bot are called there. */
function meaningOf({ scenes, thread, channel, rows }: Outcome) {
  const said = (text: string) =>
    plain(
      text
        .replace(/<@\d+>|@(?:bo\.lind|bo)\b/gi, 'Bo')
        .replace(/By ines\S*(?: Valtari)?,/i, 'By Ines,')
        .replace(/\n About .*/s, ''),
    ).replace(/ About the thread.*/, '');
  const posts = (told: readonly TeamPost[]) =>
    told
      .filter(({ by }) => /AI|Bluepencil/.test(by))
      .filter(({ text }) => !text.includes('The vote is closed'))
      .map((post) => meaning({ ...post, text: said(post.text) }));
  return {
    scenes: scenes.map(({ what, said: words }) => [
      what,
      said(words).replace(/vote: [AB]\b/, 'vote: X'),
    ]),
    thread: posts(thread),
    channel: posts(channel),
    rows,
  };
}

describe.each(platforms)('on %s', (name) => {
  it('a team of three takes an announcement from its first draft to posted text', async () => {
    const file = pathToFileURL(join(here, name, 'team.ts')).href;
    const { openTeam } = (await import(file)) as { openTeam: OpenTeam };
    const team = await openTeam(teamEditors());
    try {
      const outcome = await playTeam(team);
      outcomes.set(name, outcome);
      expect(team.errors).toEqual([]);
      // What Ines asked about alone is nowhere but with her.
      expect(plain(outcome.private.map(({ text }) => text).join(' '))).toContain(
        'The owner was very rude about the lift.',
      );
      const elsewhere = JSON.stringify([outcome.thread, outcome.channel]);
      expect(elsewhere).not.toContain(PRIVATE_WORDS);
      expect(elsewhere).not.toContain('rude');
      expect(outcome.channel).toHaveLength(1);
      const numbers = outcome.thread.flatMap(
        ({ text }) => /raft\W+revision (\d+)/.exec(plain(text))?.[1] ?? [],
      );
      expect(numbers).toEqual(['3', '4', '5']);
    } finally {
      await team.close();
    }
  }, 120_000);
});

it(`reads the same and ends in the same rows on ${platforms.join(', ')}`, () => {
  const [first, ...others] = platforms.flatMap((name) => {
    const outcome = outcomes.get(name);
    return outcome === undefined ? [] : [meaningOf(outcome)];
  });
  expect(first?.channel.map(({ text }) => text)).toEqual([
    'We are very very happy: the lift is safe and opens on 5 May at 9:30. It was repaired overnight by Bo. By Ines, edited with Bluepencil',
  ]);
  expect(first?.rows).toMatchObject({
    votes: ['4 team 2 bo', '4 team 2 tomek'],
    decisions: [
      '0 1.line-editor.1 dismissed ines',
      '0 1.skeptical-reader.1 noted ines',
      '0 why/1.skeptical-reader.1 open ines',
      '4 revision/2 used ines',
    ],
  });
  for (const other of others) expect(other).toEqual(first);
  expect(others).toHaveLength(platforms.length - 1);
});
