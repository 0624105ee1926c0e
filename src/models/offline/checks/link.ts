import { askComment, type Draft, type DraftCheck, offerComment } from '../draft.ts';
import type { Range, RawComment } from '../rule.ts';
import { headingAnchors } from './heading-anchors.ts';

const INLINE_LINK = /(?<!!)\[([^\][\n]*)\]\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g;
const OPEN_LINK = /\[([^\][\n]+)\]\(((?:https?:\/\/|\/|\.\/|#)[^\s()]*)(?=\s|$)(?![^\n[]*\))/gm;
/** Two brackets where one belongs; a template alone (`](/docs/{{version}}/a)`) is filled in by a program. */
const NESTED_TARGET = /\[[^\][\n]*\]\(\([^()\n]*\){0,2}/g;
const REVERSED_LINK = /\(([^()\n]{2,80})\)\[(https?:\/\/[^\][\s]+)\]/g;
const REFERENCE = /(?<![\p{L}\p{N}\]!)])\[([^\][\n^]+)\]\[([^\][\n]*)\]/gu;
const BAD_SCHEME =
  /(?<![\p{L}\p{N}/:.])(?:https?:\/(?!\/)|https?\/\/|(?:htp|htps|hptts?|htpps?|hhttps?|ttps|httpss|htttps?):\/\/|https?;\/\/|https?:\\\\|https?:\/\/https?:?\/\/)[\w.-]+[^\s<>)\]"'`]*/giu;

/** Links that lead nowhere, or somewhere else than they say. */
export const findBrokenLinks: DraftCheck = (draft) => {
  const isCode = codeTest(draft);
  return [
    ...inlineLinks(draft),
    ...shapes(draft, OPEN_LINK, 'The link is never closed: a “)” is missing.', 'Close the link.'),
    ...shapes(
      draft,
      NESTED_TARGET,
      'The link has no address a browser could follow.',
      'Which address belongs here?',
    ),
    ...shapes(
      draft,
      BAD_SCHEME,
      'This address is misspelled at its start.',
      'Which address is it?',
    ),
    ...reversedLinks(draft),
    ...missingDefinitions(draft),
  ].filter((comment) => !isCode(comment.start ?? 0));
};

function codeTest({ map }: Draft): (at: number) => boolean {
  const code = [
    ...map.blocks.filter((block) => block.type === 'code' || block.type === 'frontMatter'),
    ...map.parts.filter((part) => part.type === 'code'),
  ];
  return (at) => code.some((span) => span.start <= at && at < span.end);
}

function broken(text: string, range: Range, problem: string, instruction: string): RawComment {
  return askComment(text, range, {
    rule: 'broken-link',
    severity: 'blocking',
    kind: 'rule',
    problem,
    why: 'A reader who clicks gets nowhere.',
    instruction,
  });
}

function shapes(draft: Draft, shape: RegExp, problem: string, instruction: string): RawComment[] {
  return [...draft.text.matchAll(shape)].map((match) =>
    broken(draft.text, rangeOf(match), problem, instruction),
  );
}

function inlineLinks(draft: Draft): RawComment[] {
  const anchors = headingAnchors(draft);
  return [...draft.text.matchAll(INLINE_LINK)].flatMap((match) => {
    const [, label = '', rawTarget = ''] = match;
    const target = rawTarget
      .trim()
      .replace(/\s+(?:"[^"]*"|'[^']*')$/, '')
      .replace(/^<(.*)>$/, '$1');
    const range = rangeOf(match);
    if (target.startsWith('(')) return [];
    const fault = targetFault(target, anchors);
    if (fault) return [broken(draft.text, range, fault.problem, fault.instruction)];
    return isMismatch(label, target) ? [mismatch(draft.text, range, label, target)] : [];
  });
}

function targetFault(target: string, anchors: ReadonlySet<string>) {
  if (target === '' || target === '#') {
    return { problem: 'The link has no address.', instruction: 'Where should it lead?' };
  }
  if (/^#/.test(target) && anchors.size > 0 && !anchors.has(anchorOf(target))) {
    return {
      problem: `No heading of this text has the anchor “${target}”.`,
      instruction: 'Which heading is meant?',
    };
  }
  if (/^[a-z][\w+.-]*:\/\/\S*\s+\S/i.test(target)) {
    return { problem: 'The address has a space in it.', instruction: 'Which address is it?' };
  }
  if (/\{\{|\{%|\$\{/.test(target)) return null;
  if (!isWellFormed(target)) {
    return { problem: 'The address is malformed.', instruction: 'Which address is it?' };
  }
  return null;
}

function anchorOf(target: string): string {
  try {
    return decodeURIComponent(target.slice(1)).toLowerCase();
  } catch {
    return target.slice(1).toLowerCase();
  }
}

function isWellFormed(target: string): boolean {
  if (!/^https?:/i.test(target)) return true;
  if (!/^https?:\/\/[^/?#]/i.test(target) || !URL.canParse(target)) return false;
  const host = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? '';
  return !/\.\.|,|^\.|\.$/.test(host.replace(/:\d+$/, ''));
}

/** The label is an address itself, and of another place. */
function isMismatch(label: string, target: string): boolean {
  const shown = /^(?:https?:\/\/|www\.)\S+$/i.test(label.trim()) ? label.trim() : null;
  if (shown === null || !/^https?:\/\//i.test(target) || /…|\.\.\.$/.test(shown)) return false;
  const [a, b] = [placeOf(shown), placeOf(target)];
  if (a === null || b === null) return false;
  return a.host !== b.host || (a.path !== '' && a.path !== b.path);
}

function placeOf(address: string): { host: string; path: string } | null {
  const url = URL.parse(address.replace(/^www\./i, 'https://www.'));
  if (!url) return null;
  return {
    host: url.hostname.replace(/^www\./, ''),
    path: decodeURI(url.pathname).replace(/\/+$/, '').toLowerCase(),
  };
}

function mismatch(text: string, range: Range, label: string, target: string): RawComment {
  return askComment(text, range, {
    rule: 'link-mismatch',
    severity: 'major',
    kind: 'fact',
    problem: `The link shows ${label.trim()} and leads to ${target}.`,
    why: 'Readers trust the address they see.',
    instruction: 'Which of the two is right?',
  });
}

function reversedLinks({ text }: Draft): RawComment[] {
  return [...text.matchAll(REVERSED_LINK)].map((match) =>
    offerComment(text, rangeOf(match), `[${match[1]}](${match[2]})`, {
      rule: 'broken-link',
      severity: 'blocking',
      kind: 'rule',
      problem: 'The brackets of this link are the wrong way round.',
      why: 'Readers will see the brackets instead of a link.',
      instruction: `Write “[${match[1]}](${match[2]})”.`,
    }),
  );
}

function missingDefinitions({ text, map }: Draft): RawComment[] {
  const defined = new Set(
    map.blocks
      .filter((block) => block.type === 'definition')
      .map((block) => labelOf(/^\[([^\]]*)\]/.exec(text.slice(block.start))?.[1] ?? '')),
  );
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const label = labelOf(match[2] || match[1] || '');
    // [1][2] are two footnotes side by side, not a link.
    if (defined.has(label) || /^\d+$/.test(match[1] ?? '')) return [];
    return [
      broken(
        text,
        rangeOf(match),
        `The link refers to “[${match[2] || match[1]}]”, and no line of the text says where that leads.`,
        'Which address belongs to it?',
      ),
    ];
  });
}

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

function rangeOf(match: RegExpExecArray): Range {
  return { start: match.index, end: match.index + match[0].trimEnd().length };
}
