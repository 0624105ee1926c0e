import { askComment, type Draft, type DraftCheck } from '../draft.ts';
import type { Range, RawComment } from '../rule.ts';

/** Code fences, inline code and bold that are opened and never closed. */
export const findUnclosedMarkdown: DraftCheck = (draft) => [
  ...findOpenFences(draft),
  ...findOpenMarks(draft),
];

function findOpenFences({ text, map }: Draft): RawComment[] {
  return map.blocks.flatMap((block) => {
    if (block.type !== 'code') return [];
    const lines = text.slice(block.start, block.end).split(/\r\n|\r|\n/);
    const [opening = '', ...rest] = lines;
    const fence = /^[ \t]*(`{3,}|~{3,})/.exec(opening)?.[1];
    if (fence === undefined) return [];
    const closing = new RegExp(`^[ \\t>]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
    if (rest.some((line) => closing.test(line))) return [];
    return [
      askComment(
        text,
        { start: block.start, end: block.start + opening.length },
        {
          rule: 'unclosed-fence',
          severity: 'blocking',
          kind: 'rule',
          problem: 'This code block is never closed.',
          why: 'Everything after it is shown as code.',
          instruction: `Put ${fence} on a line of its own where the code ends.`,
        },
      ),
    ];
  });
}

const MARKS = [
  { mark: '`', name: 'inline code', pattern: /(?<![\\`])`(?!`)/g },
  { mark: '**', name: 'bold', pattern: /(?<![*\\])\*\*(?!\*)/g },
  { mark: '~~', name: 'struck text', pattern: /(?<![~\\])~~(?!~)/g },
];

/** Marks that pair up never reach the text: what is left over there has no partner. */
function findOpenMarks({ text, map }: Draft): RawComment[] {
  const prose = map.blocks.filter((block) =>
    ['paragraph', 'heading', 'listItem', 'tableCell'].includes(block.type),
  );
  return prose.flatMap((block) => {
    const parts = map.parts.filter(
      (part) => part.type === 'text' && part.start >= block.start && part.end <= block.end,
    );
    return MARKS.flatMap(({ mark, name, pattern }) => {
      const left = parts.flatMap((part) =>
        [...text.slice(part.start, part.end).matchAll(pattern)]
          .map((match) => part.start + match.index)
          .filter((at) => isOpener(text, at, mark)),
      );
      const [at, ...others] = left;
      // Two or more may be a table of symbols or a mark the grammar does not pair: no sure finding.
      if (at === undefined || others.length > 0) return [];
      return [openMark(text, quoteFrom(text, at, block.end), mark, name)];
    });
  });
}

function openMark(text: string, range: Range, mark: string, name: string): RawComment {
  return askComment(text, range, {
    rule: 'unclosed-mark',
    severity: 'minor',
    kind: 'rule',
    problem: `The ${mark} here opens ${name} and nothing closes it.`,
    why: 'Readers will see the mark itself.',
    instruction: `Close it with ${mark}, or take the mark out.`,
  });
}

/** `don\`t`, `2**8` and `src/**` are no openers. */
function isOpener(text: string, at: number, mark: string): boolean {
  const before = text.slice(Math.max(0, at - 1), at);
  const after = text.slice(at + mark.length, at + mark.length + 1);
  if (!/^[\p{L}\p{N}]/u.test(after)) return false;
  if (/[\p{L}\p{N}/]/u.test(before)) return false;
  return !(mark === '`' && /''/.test(text.slice(at)));
}

function quoteFrom(text: string, at: number, end: number): Range {
  const words = /^\S+(?:[ \t]+\S+){0,2}/.exec(text.slice(at, end))?.[0] ?? text.slice(at, end);
  return { start: at, end: at + words.length };
}
