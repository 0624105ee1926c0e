import { describe, expect, it } from 'vitest';
import { createNameFinder, findNameCandidates, foldWords } from '../../src/loop/real-name.ts';

const find = (text: string, memberNames: readonly string[] = []) =>
  createNameFinder({ personaTitles: ['Plain talker'], memberNames })(text);

describe('members', () => {
  it.each([
    ['Ana Ruíz', 'Somebody stricter than ana ruiz on Mondays.'],
    ['Ana Ruiz (she/her)', 'Somebody Ana Ruiz would hire.'],
    ['Ana Ruiz | Support', 'Somebody Ana Ruiz would hire.'],
    ['Jean-Luc O’Neil', "The one Jean Luc O'Neil calls first."],
    ['山田太郎', '山田太郎さんに初めて読んでもらう文章です。'],
    ['Mark', 'You answer the way Mark does.'],
    ['mark', 'You answer the way Mark does.'],
    ['Mark', 'Mark'],
    ['Mark', 'Mark’s eye'],
    ['Mark 🦊', 'You answer the way Mark does.'],
  ])('finds %s in “%s”', (member, text) => {
    expect(find(text, [member])).toEqual({ name: member, known: 'member' });
  });

  it.each([
    ['Mark', 'Somebody who will mark every line. Mark and move on.'],
    ['Ana', 'A traveller from Banana Island.'],
    ['Ana Ruiz', 'A traveller who met Ana Ruizmann.'],
    ['Customer Support', 'Somebody who works with Customer Support.'],
    ['A', 'Somebody who reads Part A only.'],
    ['Mark 🦊', 'Somebody who will mark every line.'],
    ['A 🦊', 'A neighbour with a tide table.'],
    ['42', 'Somebody who reads 42 pages a day.'],
    ['Mark', 'Somebody who pays in Marks.'],
    ['', 'A neighbour who has never seen a tide table.'],
    ['(away)', 'A neighbour who has never seen a tide table.'],
  ])('does not take a word for the member “%s” in “%s”', (member, text) => {
    expect(find(text, [member])).toBeNull();
  });

  it('reads a member’s name literally, whatever characters it has', () => {
    expect(find('Jo.o met Joxo.', ['Jo.o'])).toBeNull();
    expect(find('Somebody who met Jo.o.', ['Jo.o'])?.known).toBe('member');
  });
});

describe('people a persona is told to be', () => {
  it.each([
    ['You are Jane Doeling, a strict editor.', 'Jane Doeling'],
    ['Act as Doeling-Smith Jane and cut.', 'Doeling-Smith Jane'],
    ['Somebody who edits in the style of J. P. Doeling.', 'J. P. Doeling'],
    ['Write like Carla van der Doeling.', 'Carla van der Doeling'],
    ['you’re “Jane Doeling” today.', 'Jane Doeling'],
    ['As Dr. Jane Doeling would put it.', 'Jane Doeling'],
    ['You are Plain Talker and you are Jane Doeling.', 'Jane Doeling'],
  ])('are found in “%s”', (text, name) => {
    expect(find(text)).toEqual({ name, known: 'imitated' });
  });

  it.each([
    'You are Plain Talker.',
    'You are Senior Editor at a daily paper.',
    'You are Fact Checker for the harbour office.',
    'Act as Managing Director of a small firm.',
    'A clerk in cities such as New Orleans.',
    'Somebody who reads it as New Zealand readers do.',
    'You are reading on a phone in Hamburg.',
    'As Jane reads it.',
    'Somebody in Texas Harbour who has Aunt Mary with them.',
    'Somebody who takes JSON as REST API sends it.',
  ])('are not seen in “%s”', (text) => {
    expect(find(text)).toBeNull();
  });
});

describe('famous writers', () => {
  it.each([
    ['Ernest Hemingway', 'Ernest Hemingway'],
    ['the HEMINGWAY editor', 'Hemingway'],
    ['Hemingway’s scissors', 'Hemingway'],
    ['E.B. White at the desk', 'E. B. White'],
    ['Gabriel Garcia Marquez', 'Gabriel García Márquez'],
  ])('are found in “%s”', (text, name) => {
    expect(find(text)).toEqual({ name, known: 'famous' });
  });

  it.each(['A reader in the white house', 'The king of the castle', 'Mark the twain'])(
    'are not seen in “%s”',
    (text) => {
      expect(find(text)).toBeNull();
    },
  );
});

it('candidates for names are capitalised words that begin no sentence, pairs first, a dozen at most', () => {
  expect(
    findNameCandidates([
      'Is it plain? Would Marisol say so. Read it as Ana Ruiz would.',
      'Lars',
      'the (First) word, a “Quoted” one',
    ]),
  ).toEqual(['Would', 'Ana', 'Marisol', 'Ruiz', 'Lars']);
  const many = Array.from({ length: 40 }, (_, at) => `as ${'A'.repeat(at + 1)}b does`);
  expect(findNameCandidates(many)).toHaveLength(12);
});

it('folds case, accents and punctuation, and keeps vowel signs that make words', () => {
  expect(foldWords('  Ana-Ruíz, “she”! ')).toBe('ana ruiz she');
  expect(foldWords('किताब')).not.toBe(foldWords('कतब'));
});
