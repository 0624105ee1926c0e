/* First contact and consent, played on every platform there is, with the same words in the end. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { FIRST_CONTACT, type FirstMet, type PlayFirstContact } from './first-contact-script.ts';
import { meaning, plain } from './same-script.ts';

const here = import.meta.dirname;
const SCRIPT_FILE = 'play-first-contact.ts';
const platforms = readdirSync(here).filter((name) => existsSync(join(here, name, SCRIPT_FILE)));
const plays = await Promise.all(
  platforms.map(async (name) => {
    const file = pathToFileURL(join(here, name, SCRIPT_FILE)).href;
    const { playFirstContact } = (await import(file)) as { playFirstContact: PlayFirstContact };
    return { name, playFirstContact };
  }),
);

/** What was said, without where: who asked is told by name, and how to begin differs by platform. */
function meaningOf({ welcome, sample, question, meanwhile, reviewed, requester }: FirstMet) {
  return {
    welcome: welcome.map(({ text, buttons }) => ({
      ends: plain(text).replace(/.*(?=What is reviewed is sent)/, ''),
      buttons,
    })),
    // Where nobody may speak under another name, the name stands in the text.
    sample: sample.map(({ text, buttons }) => ({
      text: plain(text).replace(/^.*Line editor · AI · /, ''),
      buttons,
    })),
    question: question.map(({ text, buttons }) => ({
      text: plain(text).replace(/^.*?(?= would like)/, ''),
      buttons,
    })),
    meanwhile: { posts: meanwhile.posts.map(meaning), marks: meanwhile.marks },
    reviewed: reviewed.map(meaning),
    // In which order the hint and the rest arrive is nobody's promise.
    requester: requester
      .map(({ text }) => plain(text).replace(/ About the thread$/, ''))
      .toSorted(),
  };
}

it(`greets, asks and explains the same on ${platforms.join(', ')}`, async () => {
  const met: Record<string, ReturnType<typeof meaningOf>> = {};
  for (const { name, playFirstContact } of plays) {
    met[name] = meaningOf(await playFirstContact(FIRST_CONTACT));
  }

  const [first, ...others] = Object.values(met);
  expect(first?.welcome).toHaveLength(1);
  expect(first?.welcome[0]?.buttons).toEqual(['Try it on a sample']);
  expect(first?.welcome[0]?.ends).toContain('models.example.com');
  expect(first?.sample[0]?.text).toContain('very very is hard to follow');
  expect(first?.sample).toHaveLength(2);
  expect(first?.question).toHaveLength(1);
  expect(first?.question[0]?.buttons).toEqual(['Review in thread', 'Only for me', 'No, thanks']);
  expect(first?.meanwhile).toEqual({ posts: [], marks: [] });
  expect(first?.reviewed.map(({ by }) => by)).toEqual(['Line editor · AI', 'Bluepencil']);
  expect(first?.requester).toEqual([
    expect.stringContaining('The author agreed'),
    expect.stringContaining('models.example.com'),
    expect.stringContaining('I ask its author first'),
  ]);
  for (const other of others) expect(other).toEqual(first);
  expect(others.length).toBeGreaterThan(0);
}, 180_000);
