import { type Change, diffForReading } from '../text/diff-changes.ts';
import type { Message, MessagePart } from './message.ts';
import { NOTES } from './notes.ts';
import { escapeMarkdown, plainMentions } from './shown-text.ts';
import { count } from './words.ts';

/** Passages shown in one note; the rest is counted. */
const MAX_PASSAGES = 40;

/** What changed between two texts, passage by passage: struck out what went, bold what came. */
export function changesNote(before: string, after: string): Message {
  const changes = diffForReading(before, after);
  if (changes.length === 0) return NOTES.noChange();
  const shown = changes.slice(0, MAX_PASSAGES);
  const parts = [
    say(
      `**${count(changes.length, 'change')}** · ~~struck out~~ was there before, **bold** is new`,
    ),
    ...shown.map((change) => say(passage(change))),
    ...(changes.length > shown.length
      ? [say(`_… and ${count(changes.length - shown.length, 'more change')}._`)]
      : []),
  ];
  return { identity: null, parts };
}

function passage(change: Change): string {
  if (change.kind === 'spacing') return '_Only spacing or line breaks changed here._';
  if (change.layout === 'blocks') {
    // Marks inside right-to-left text make brackets and stops jump.
    const [was, is] = [shown(change.before), shown(change.after)];
    return [...(was === '' ? [] : ['_before_', was]), ...(is === '' ? [] : ['_now_', is])].join(
      '  \n',
    );
  }
  const text = change.parts
    .map((part) => {
      if (part.type === 'same') return shown(part.text);
      return marked(part.text, part.type === 'added' ? '**' : '~~');
    })
    .reduce(joinPieces, '');
  return `${change.cutStart ? '…' : ''}${text}${change.cutEnd ? '…' : ''}`;
}

/** Marks count only with white space or a sign on their outer side where the inner one is a sign. */
function joinPieces(before: string, piece: string): string {
  const isTight = before !== '' && !/\s$/.test(before) && !/^\s/.test(piece);
  const meetsMark = /(?:\*\*|~~)$/.test(before) || /^(?:\*\*|~~)/.test(piece);
  const meetsSign =
    /[^\p{L}\p{N}](?:\*\*|~~)$/u.test(before) || /^(?:\*\*|~~)[^\p{L}\p{N}]/u.test(piece);
  const isPair = /~~$/.test(before) && piece.startsWith('**');
  return isTight && meetsMark && (meetsSign || isPair) ? `${before} ${piece}` : before + piece;
}

/** White space stands outside the marks, where Markdown wants it. */
function marked(text: string, mark: '**' | '~~'): string {
  const words = text.trim();
  if (words === '') return shown(text);
  const at = text.indexOf(words);
  return `${shown(text.slice(0, at))}${mark}${shown(words)}${mark}${shown(text.slice(at + words.length))}`;
}

function shown(text: string): string {
  return escapeMarkdown(plainMentions(text)).replace(/\s*[\r\n]+\s*/g, ' ↵ ');
}

function say(markdown: string): MessagePart {
  return { markdown, buttons: [] };
}
