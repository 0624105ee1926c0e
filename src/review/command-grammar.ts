/*
 * What the text after `/refine` means. A word is a command only when it is the whole text: "status of the
 * migration is green" is a draft. Options stand before the draft, in the spellings keyboards and copied
 * pages make of them; the draft itself is never touched.
 */
import type { EditStyle } from '../loop/writer.ts';
import type { Message } from './message.ts';
import { note } from './notes.ts';
import type { ReviewChoices } from './reviews.ts';
import { showRemark } from './shown-text.ts';

/** Commands that are one or two whole words. */
export const COMMAND_WORDS = [
  'settings',
  'settings log',
  'personas',
  'presets',
  'style',
  'stats',
  'status',
  'vote',
  'forget',
  'help',
] as const;
export type CommandWord = (typeof COMMAND_WORDS)[number];

/** What a command asks for. */
export type Command =
  | { readonly type: 'form' }
  | { readonly type: 'word'; readonly word: CommandWord }
  | { readonly type: 'draft'; readonly text: string; readonly choices: ReviewChoices }
  | { readonly type: 'brief'; readonly text: string; readonly choices: ReviewChoices }
  /** An option with a value that cannot be; the note names it. */
  | { readonly type: 'note'; readonly note: Message };

/** Reads the text after the command's name. */
export function parseCommand(text: string): Command {
  const whole = text.trim();
  if (whole === '') return { type: 'form' };
  const word = COMMAND_WORDS.find((each) => each === whole.toLowerCase().replace(/\s+/g, ' '));
  if (word !== undefined) return { type: 'word', word };
  const { choices, rest, problem } = readOptions(text);
  if (problem !== null) return { type: 'note', note: problem };
  const brief = WRITE.exec(rest);
  if (brief !== null) return { type: 'brief', text: rest.slice(brief[0].length), choices };
  // Options alone say how, not what: the form asks for the rest.
  if (rest.trim() === '') return { type: 'form' };
  return { type: 'draft', text: rest, choices };
}

const WRITE = /^write\s+(?=\S)/i;

interface Options {
  readonly choices: ReviewChoices;
  /** The text after the options, byte for byte. */
  readonly rest: string;
  readonly problem: Message | null;
}

const NAMES = 'persona|personas|preset|rounds|edits|rewrite|public|private';
/** `--name value`, `—name “value”`, `*name*=value`, with any dash and emphasis a keyboard or page makes. */
const OPTION = new RegExp(
  String.raw`^\s*(?:(?:--|[—–−])[*_~]{0,2}(?<flag>${NAMES})[*_~]{0,2}(?:\s*=\s*|\s+|$)|[*_~]{0,2}(?<key>${NAMES})[*_~]{0,2}=\s*)`,
  'i',
);
const QUOTED =
  /^(?:"([^"\n]*)"|“([^”"\n]*)[”"]|„([^“”"\n]*)[“”"]|'([^'\n]*)'|‘([^’'\n]*)[’'])(?=\s|$)/;
const BARE = /^[^\s]+/;
/** What parts an option from what follows; a line of its own may hold the options. */
const SEPARATOR = /^[^\S\r\n]*(?:\r?\n)?/;
/** Options that say all by their name. */
const SWITCHES: Readonly<Record<string, ReviewChoices>> = {
  edits: { editStyle: 'edits' satisfies EditStyle },
  rewrite: { editStyle: 'rewrite' satisfies EditStyle },
  public: { delivery: 'thread' },
  private: { delivery: 'private' },
};

function readOptions(text: string): Options {
  let rest = text;
  let choices: ReviewChoices = {};
  for (let match = OPTION.exec(rest); match !== null; match = OPTION.exec(rest)) {
    const { flag, key } = match.groups ?? {};
    const name = (flag ?? key ?? '').toLowerCase();
    const isSwitch = SWITCHES[name] !== undefined;
    // "private=…" is no option of ours but the beginning of a draft.
    if (isSwitch && flag === undefined) break;
    const after = rest.slice(match[0].length);
    const { value, length } = isSwitch ? { value: '', length: 0 } : readValue(after);
    if (!isSwitch && length === 0) return { choices, rest, problem: valueMissing(name) };
    const chosen = SWITCHES[name] ?? choose(name, value, choices);
    if (chosen === null) return { choices, rest, problem: badRounds(value) };
    choices = { ...choices, ...chosen };
    rest = after.slice(length).replace(SEPARATOR, '');
  }
  return { choices, rest, problem: null };
}

function readValue(text: string): { readonly value: string; readonly length: number } {
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const [all, ...groups] = quoted;
    return { value: groups.find((group) => group !== undefined) ?? '', length: all.length };
  }
  const bare = BARE.exec(text)?.[0] ?? '';
  return { value: bare, length: bare.length };
}

function choose(name: string, value: string, before: ReviewChoices): ReviewChoices | null {
  if (name === 'preset') return { preset: value };
  if (name === 'rounds') {
    return /^[1-4]$/.test(value) ? { rounds: Number(value) } : null;
  }
  const named = name === 'personas' ? value.split(',').map((each) => each.trim()) : [value];
  return { personas: [...(before.personas ?? []), ...named.filter((each) => each !== '')] };
}

function valueMissing(name: string): Message {
  return note(`\`--${name}\` needs a value, e.g. \`--${name} ${EXAMPLES[name] ?? '…'}\`.`);
}

const EXAMPLES: Readonly<Record<string, string>> = {
  persona: '"Line editor"',
  personas: '"Line editor, Fact checker"',
  preset: 'announcement',
  rounds: '2',
};

function badRounds(value: string): Message {
  return note(`\`--rounds\` is a whole number from 1 to 4, not “${showRemark(value)}”.`);
}
