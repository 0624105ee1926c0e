/*
 * Personas are made of checks, not of people: a real name adds nothing a check could not say, and it
 * puts words into somebody's mouth. Three kinds are recognised: people of the workspace, a short list
 * of famous writers and editors, and anybody a persona is told to be ("in the style of Some Body").
 * Matching is spelling-tolerant for the lists and case-sensitive where only a capital tells a name
 * from a word ("Mark", "Will").
 */

/** What a text may name: the titles of personas, and the people who must not be named. */
export interface NameContext {
  readonly personaTitles: readonly string[];
  readonly memberNames: readonly string[];
}

/** A real person's name as the text writes it, and how it was recognised. */
export interface RealName {
  readonly name: string;
  readonly known: 'member' | 'famous' | 'imitated';
}

/** Makes a finder for the first real person's name in a text; it answers null when there is none. */
export function createNameFinder(context: NameContext): (text: string) => RealName | null {
  const members = context.memberNames.flatMap((name) => matchMember(name) ?? []);
  const titles = new Set(context.personaTitles.map(foldWords));
  return (text) => {
    const folded = ` ${foldWords(text)} `;
    const member = members.find(({ isNamedIn }) => isNamedIn(text, folded));
    if (member !== undefined) return { name: member.name, known: 'member' };
    const famous = FAMOUS.find((name) => folded.includes(` ${foldWords(name)} `));
    if (famous !== undefined) return { name: famous, known: 'famous' };
    const imitated = findImitated(text, titles);
    return imitated === null ? null : { name: imitated, known: 'imitated' };
  };
}

/** As many as are worth asking a platform about. */
const MAX_CANDIDATES = 12;

/**
 * The capitalised words of texts that may be somebody's first name, those beside another capitalised word
 * first; for platforms whose members can only be searched.
 */
export function findNameCandidates(texts: readonly string[]): readonly string[] {
  const pairs: string[] = [];
  const alone: string[] = [];
  for (const text of texts) {
    for (const match of text.matchAll(CANDIDATE)) {
      const [, word = '', next] = match;
      const isFirst = /(?:^|[.!?:;“"(\n])\s*$/u.test(text.slice(0, match.index));
      if (next !== undefined) pairs.push(word);
      else if (!isFirst || text.trim() === word) alone.push(word);
    }
  }
  return [...new Set([...pairs, ...alone])].slice(0, MAX_CANDIDATES);
}

const CANDIDATE = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{M}’'-]*\p{L})(?=(\s+\p{Lu})?)/gu;

/** Folds case, accents and punctuation away, so that two spellings of the same words are equal. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

interface MemberMatcher {
  readonly name: string;
  readonly isNamedIn: (text: string, folded: string) => boolean;
}

/** Null for a display name that is no person's, such as a shared "Customer Support" account. */
function matchMember(displayName: string): MemberMatcher | null {
  // "Ana Ruiz (she/her)", "Ana Ruiz | Support" and "Ana Ruiz 🦊" are all Ana Ruiz.
  const name = (displayName.split(/[(|@,]/u)[0] ?? '')
    .replace(/[^\p{L}\p{M}\p{N}\s.'’-]/gu, '')
    .trim();
  if (!/\p{L}.*\p{L}/u.test(name) || isRole(name)) return null;
  if (name.toLowerCase() === name.toUpperCase()) {
    return { name: displayName, isNamedIn: (text) => text.includes(name) };
  }
  if (!/\s/u.test(name)) return { name: displayName, isNamedIn: matchOneWord(name) };
  const folded = ` ${foldWords(name)} `;
  return { name: displayName, isNamedIn: (_, foldedText) => foldedText.includes(folded) };
}

/** One-word names are often words as well, so they count only alone, with “’s”, or with a capital inside a sentence. */
function matchOneWord(name: string): (text: string) => boolean {
  const capitalised = name.charAt(0).toUpperCase() + name.slice(1);
  return (text) => {
    if (!text.includes(capitalised)) return false;
    if (text.trim() === capitalised) return true;
    const word = String.raw`(?<![\p{L}\p{N}])${escapePattern(capitalised)}(['’]s)?(?![\p{L}\p{N}])`;
    return [...text.matchAll(new RegExp(word, 'gu'))].some(
      (match) =>
        match[1] !== undefined || !/(?:^|[.!?:;“"(])\s*$/u.test(text.slice(0, match.index)),
    );
  };
}

const LEAD_IN =
  /(?<![\p{L}\p{N}])(?<!\bsuch )(?:you are|you[’']re|as|act as|acting as|in the (?:style|voice|manner|spirit) of|imitate|impersonate|pretend to be|(?:write|edit|read|sound|think)s? like)\s+/giu;
const WORD = String.raw`(?:(?:\p{Lu}\.)+|\p{Lu}[\p{L}\p{M}’'-]+)`;
const CAPITALISED_PAIR = new RegExp(
  String.raw`["“‘'*_]*(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+)?(${WORD}(?:\s+(?:(?:al|bin|da|de|del|der|la|le|van|von)\s+){0,2}${WORD})+)(?:\s+(\p{Ll}+))?`,
  'uy',
);

function findImitated(text: string, titles: ReadonlySet<string>): string | null {
  for (const lead of text.matchAll(LEAD_IN)) {
    CAPITALISED_PAIR.lastIndex = lead.index + lead[0].length;
    const pair = CAPITALISED_PAIR.exec(text);
    const name = pair?.[1];
    if (name === undefined || titles.has(foldWords(name))) continue;
    // "as New York readers see it" speaks of readers, not of a person.
    if (isRole(name) || isRole(pair?.[2] ?? '') || isAcronyms(name)) continue;
    return name;
  }
  return null;
}

function isRole(name: string): boolean {
  const last = foldWords(name).split(' ').at(-1) ?? '';
  return ROLES.has(last) || ROLES.has(last.replace(/s$/u, ''));
}

function isAcronyms(name: string): boolean {
  return name.split(/\s+/u).every((word) => /^\p{Lu}{2,}$/u.test(word));
}

function escapePattern(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The last word of a capitalised pair that is a job or a group, not a person. */
const ROLES: ReadonlySet<string> = new Set(
  (
    'administrator analyst architect assistant author buyer candidate chair checker colleague copywriter counsel critic ' +
    'customer designer desk developer director editor engineer executive expert founder guide head lawyer lead leader ' +
    'learner manager marketer member nurse officer operator owner parent partner patient president press proofreader ' +
    'reader recruiter reporter researcher reviewer scientist security speaker specialist student subscriber success ' +
    'support teacher team technician tester translator user visitor volunteer watchdog writer'
  ).split(' '),
);

/** Names a persona is most often given; surnames alone only where they are no ordinary word. */
const FAMOUS: readonly string[] = [
  'Agatha Christie',
  'Anna Wintour',
  'Anthony Bourdain',
  'Bourdain',
  'Ben Bradlee',
  'Benjamin Dreyer',
  'Bryan Garner',
  'Charles Dickens',
  'David Foster Wallace',
  'David Ogilvy',
  'Diana Athill',
  'Dostoevsky',
  'E. B. White',
  'EB White',
  'Edgar Allan Poe',
  'Elmore Leonard',
  'Ernest Hemingway',
  'Hemingway',
  'F. Scott Fitzgerald',
  'Franz Kafka',
  'Gabriel García Márquez',
  'Garcia Marquez',
  'George Bernard Shaw',
  'George Orwell',
  'Orwell',
  'Gordon Lish',
  'Gordon Ramsay',
  'Haruki Murakami',
  'Murakami',
  'Hunter S. Thompson',
  'J. K. Rowling',
  'JK Rowling',
  'J. R. R. Tolkien',
  'Tolkien',
  'James Baldwin',
  'James Joyce',
  'Jane Austen',
  'Joan Didion',
  'Julia Child',
  'Kurt Vonnegut',
  'Vonnegut',
  'Leo Tolstoy',
  'Tolstoy',
  'Malcolm Gladwell',
  'Margaret Atwood',
  'Mark Twain',
  'Mary Norris',
  'Maxwell Perkins',
  'Maya Angelou',
  'Nabokov',
  'Oscar Wilde',
  'Paul Graham',
  'Raymond Carver',
  'Robert Gottlieb',
  'Ruth Reichl',
  'Seth Godin',
  'Shakespeare',
  'Stephen King',
  'Steve Jobs',
  'Steven Pinker',
  'Strunk',
  'Tina Brown',
  'Toni Morrison',
  'Ursula K. Le Guin',
  'Ursula Le Guin',
  'Virginia Woolf',
  'Voltaire',
  'William Zinsser',
  'Zinsser',
];
