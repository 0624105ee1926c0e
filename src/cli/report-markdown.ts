import { escapeMarkdown, plainMentions } from '../review/shown-text.ts';
import { adviceOf, factsLine, receiptLine } from '../review/words.ts';
import { textDirection } from '../text/language.ts';
import { harmlessData } from './harmless.ts';
import {
  agreementOf,
  caveats,
  critiquesOf,
  fixedRemarks,
  groupRemarks,
  isClean,
  openRemarks,
  placeOf,
  type Remark,
  type RemarkGroup,
  type Report,
  strengthsOf,
  titleOf,
} from './report.ts';
import { writtenChanges } from './written-changes.ts';

/** The result as Markdown, ready to paste into an issue or a wiki page. */
export function renderMarkdown(raw: Report): string {
  const report = harmlessData(raw);
  const { failure } = report.result;
  const fixed = fixedRemarks(report);
  const open = openRemarks(report);
  const personas = [...new Set(critiquesOf(report).map(({ persona }) => persona))];
  const blocks = [
    `# Review of ${report.name === null ? 'a draft from a brief' : code(report.name)}`,
    ...(failure === undefined ? [] : [`**Not finished:** ${say(failure.message)}`]),
    ...personas.flatMap((persona) => personaSection(persona, fixed, open, report)),
    ...(isClean(report) ? ['Nothing to fix that I can see.'] : []),
    ...refinedSection(report),
    ...caveats(report).map(say),
    `_${escapeMarkdown(receiptLine(report.result))}_`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function personaSection(
  persona: string,
  fixed: readonly Remark[],
  open: readonly Remark[],
  report: Report,
): string[] {
  const done = fixed.filter((remark) => remark.persona === persona);
  const left = open.filter((remark) => remark.persona === persona);
  const byCode = done.filter(({ comment }) => comment.trust === 'safe');
  const byWriter = done.filter(({ comment }) => comment.trust !== 'safe');
  const strengths = strengthsOf(report, persona);
  const parts = [
    ...(byCode.length > 0
      ? [title('Changed', byCode), groupRemarks(byCode).map(changeItem).join('\n')]
      : []),
    ...(byWriter.length > 0
      ? [title('Dealt with', byWriter), ...groupRemarks(byWriter).map(remarkItem)]
      : []),
    ...(left.length > 0 ? [title('For you', left), ...groupRemarks(left).map(remarkItem)] : []),
    ...(strengths.length > 0
      ? [strengths.map(({ quote, note }) => `- Keep ${code(quote)}: ${say(note)}`).join('\n')]
      : []),
  ];
  return parts.length === 0 ? [] : [`## ${titleOf(persona)}`, ...parts];
}

function title(words: string, remarks: readonly Remark[]): string {
  return `### ${words} ${remarks.length}`;
}

function changeItem(group: RemarkGroup): string {
  const { action, text, instruction } = group.comment.suggestion;
  const to = action === 'delete' ? 'removed' : text === undefined ? say(instruction) : code(text);
  return `- ${placeOf(group)}: ${group.quote === '' ? '' : `${code(group.quote)} → `}${to}`;
}

function remarkItem(group: RemarkGroup): string {
  const { severity, problem, why } = group.comment;
  return [
    `**${severity}** · ${placeOf(group)}${agreementOf(group)}`,
    ...group.quotes.map(quotation),
    say(why === '' ? problem : `${problem} ${why}`),
    `→ ${say(adviceOf(group.comment))}`,
  ].join('\n\n');
}

function refinedSection(report: Report): string[] {
  const { best } = report.result;
  if ((best.number === 1 && report.name !== null) || best.text === '') return [];
  const facts = factsLine(report.result);
  const changes = writtenChanges(report.result).map(
    ({ change, line }) =>
      `@@ line ${line} @@${signed('-', change.before)}${signed('+', change.after)}`,
  );
  return [
    ...(changes.length === 0 ? [] : ['## Changes', fence('diff', changes.join('\n'))]),
    `## ${best.number === 1 ? 'Draft' : 'Refined draft'} (revision ${best.number})`,
    fence('markdown', best.text),
    ...(facts === null ? [] : [say(facts)]),
  ];
}

function signed(sign: '-' | '+', passage: string): string {
  return passage === '' ? '' : `\n${passage.replace(/^/gm, sign)}`;
}

/** A sentence with its signs taken for plain characters: nobody is notified, no link or image is made. */
function say(sentence: string): string {
  return escapeMarkdown(plainMentions(sentence)).replace(/@(?=\w)/g, '@\u2060');
}

/** A text in a fence longer than any run of backticks in it: it can be copied byte for byte. */
function fence(language: string, text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${ticks}`;
}

function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text.replace(/\s*\n\s*/g, ' ')}${pad}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Quoted words as code, so that they show as written; right-to-left ones begin their line themselves. */
function quotation(quote: string): string {
  const shown = textDirection(quote) === 'rtl' ? fence('', quote) : code(quote);
  return shown.replace(/^/gm, '> ');
}
