/*
 * One script, played on every platform there is. A platform brings its own `play.ts`: with its folder its
 * part of this test goes as well, and the others stay.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import {
  meaning,
  type Play,
  type Played,
  plain,
  refinedButton,
  SCRIPT,
  type Told,
} from './same-script.ts';

const here = import.meta.dirname;
const platforms = readdirSync(here).filter((name) => existsSync(join(here, name, 'play.ts')));
const plays = await Promise.all(
  platforms.map(async (name) => {
    const file = pathToFileURL(join(here, name, 'play.ts')).href;
    const { play } = (await import(file)) as { play: Play };
    return { name, play };
  }),
);

/** A vote without the order that was drawn: its words, in the order of the alphabet. */
function voteMeaning(told: Told) {
  const letter = refinedButton(told.text);
  const named = plain(told.text)
    .replace(new RegExp(`\\b${letter}\\b`, 'g'), 'refined')
    .replace(/\b[AB]\b(?=[ ,])/g, 'other')
    .split(' ');
  return { ...meaning(told), text: named.toSorted().join(' ') };
}

function meaningOf({ reviewed, chosen, marks, thanked, voteOpen, voteClosed }: Played) {
  return {
    reviewed: reviewed.map(meaning),
    chosen: chosen.map(meaning),
    marks,
    thanked: plain(thanked),
    voteOpen: voteMeaning(voteOpen),
    voteClosed: voteMeaning(voteClosed),
  };
}

it(`means the same in the thread on ${platforms.join(', ')}`, async () => {
  const told: Record<string, ReturnType<typeof meaningOf>> = {};
  for (const { name, play } of plays) told[name] = meaningOf(await play(SCRIPT));

  const [first, ...others] = Object.values(told);
  expect(first?.reviewed.map(({ by }) => by)).toEqual(['Line editor · AI', 'Bluepencil']);
  expect(first?.marks).toEqual(['white_check_mark']);
  expect(first?.thanked).toContain('Noted as not useful');
  expect(first?.voteOpen.buttons).toEqual(['A', 'B', 'Close the vote']);
  expect(first?.voteOpen.text).not.toContain('original');
  expect(first?.voteClosed.buttons).toEqual([]);
  for (const other of others) expect(other).toEqual(first);
  expect(others.length).toBeGreaterThan(0);
}, 180_000);
