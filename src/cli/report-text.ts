import { adviceOf, factsLine, receiptLine } from '../review/words.ts';
import { textDirection } from '../text/language.ts';
import { harmlessData, nameDirections } from './harmless.ts';
import type { Paint } from './paint.ts';
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
import { wrap } from './wrap.ts';
import { type WrittenChange, writtenChanges } from './written-changes.ts';

/** Longest quote shown whole; a longer one keeps its two ends. */
const MAX_QUOTE = 100;
/** Different words shown for one remark that is made of several places. */
const MAX_QUOTES = 5;

/** How the text meets the eye. */
export interface Look {
  readonly paint: Paint;
  /** Sentences of ours are broken at this many columns. */
  readonly width: number;
}

/**
 * The result for a terminal or a log. Labels stand on lines of their own, and a right-to-left quote
 * starts its line itself, so that no Latin word turns it around.
 */
export function renderText(raw: Report, look: Look): string {
  const report = harmlessData(raw);
  const { paint, width } = look;
  const { failure, best } = report.result;
  const blocks = [
    heading(report, paint),
    ...(failure === undefined
      ? []
      : [wrap(`${paint.bad('Not finished:')} ${failure.message}`, '', width)]),
    ...personaBlocks(report, look),
    ...(isClean(report) ? ['Nothing to fix that I can see.'] : []),
    ...(best.number > 1 || report.name === null ? draftBlocks(report, look) : []),
    ...caveats(report).map((note) => wrap(note, '', width)),
    paint.faint(wrap(receiptLine(report.result), '', width)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(report: Report, paint: Paint): string {
  const { name, result } = report;
  const draft = result.revisions[0]?.text ?? '';
  const [fixed, open] = [fixedRemarks(report).length, result.stillOpen.length];
  return [
    paint.strong(name ?? 'From your brief'),
    ...(draft === '' ? [] : [wordCount(draft)]),
    ...(fixed > 0 ? [`${fixed} changed`] : []),
    ...(open > 0 ? [`${open} for you`] : []),
  ].join(' · ');
}

function personaBlocks(report: Report, look: Look): string[] {
  const fixed = fixedRemarks(report);
  const open = openRemarks(report);
  const personas = [...new Set(critiquesOf(report).map(({ persona }) => persona))];
  return personas.flatMap((persona) => {
    const done = fixed.filter((remark) => remark.persona === persona);
    const sections = [
      ...section('Changed', done.filter(isSafe), (groups) => [changeLines(groups, look)]),
      ...section(
        'Dealt with',
        done.filter((each) => !isSafe(each)),
        inFull(look),
      ),
      ...section(
        'For you',
        open.filter((remark) => remark.persona === persona),
        inFull(look),
      ),
      ...strengthLines(report, persona, look),
    ];
    return sections.length === 0
      ? []
      : [[look.paint.strong(titleOf(persona)), ...sections].join('\n\n')];
  });
}

function isSafe({ comment }: Remark): boolean {
  return comment.trust === 'safe';
}

function section(
  title: string,
  remarks: readonly Remark[],
  render: (groups: readonly RemarkGroup[]) => readonly string[],
): string[] {
  if (remarks.length === 0) return [];
  const [first, ...rest] = render(groupRemarks(remarks));
  return [`  ${title} ${remarks.length}\n${first}`, ...rest];
}

function inFull(look: Look) {
  return (groups: readonly RemarkGroup[]) => groups.map((group) => remarkLines(group, look));
}

function strengthLines(report: Report, persona: string, { paint, width }: Look): string[] {
  const lines = strengthsOf(report, persona).map(({ quote, note }) => {
    const [words, said] = [nameDirections(clip(quote)), isolate(note)];
    return isRightToLeft(quote)
      ? `    ${paint.good('✓')} Keep\n${words}\n${wrap(said, '      ', width)}`
      : `    ${paint.good('✓')} ${wrap(`Keep “${words}”: ${said}`, '      ', width).trimStart()}`;
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function changeLines(groups: readonly RemarkGroup[], { paint }: Look): string {
  const widest = Math.max(...groups.map((group) => placeOf(group).length));
  return groups
    .map((group) => {
      const { text, action, instruction } = group.comment.suggestion;
      const to = action === 'delete' ? '(removed)' : (text ?? instruction);
      if (isRightToLeft(group.quote) || isRightToLeft(to)) {
        return [`    ${paint.faint(placeOf(group))}`, clip(group.quote), clip(to)].join('\n');
      }
      const place = paint.faint(placeOf(group).padEnd(widest));
      if (group.quote === '') return `    ${place}  ${to}`;
      return `    ${place}  ${quoted(group.quote)} → ${text === undefined ? to : quoted(to)}`;
    })
    .join('\n');
}

function remarkLines(group: RemarkGroup, { paint, width }: Look): string {
  const { severity, problem, why } = group.comment;
  const shown = severity === 'blocking' ? paint.bad(severity) : severity;
  const said = why === '' ? problem : `${problem} ${why}`;
  return [
    `    ${paint.faint(placeOf(group))} · ${shown}${agreementOf(group)}`,
    ...quoteLines(group.quotes, width),
    wrap(isolate(said), '      ', width),
    `      → ${wrap(isolate(adviceOf(group.comment)), '        ', width).trimStart()}`,
  ].join('\n');
}

function quoteLines(quotes: readonly string[], width: number): string[] {
  const rightToLeft = quotes.filter(isRightToLeft).slice(0, MAX_QUOTES);
  const others = quotes.filter((quote) => !isRightToLeft(quote));
  const more = others.length > MAX_QUOTES ? ', …' : '';
  return [
    ...rightToLeft.map((quote) => nameDirections(clip(quote))),
    ...(others.length === 0
      ? []
      : [wrap(`${others.slice(0, MAX_QUOTES).map(quoted).join(', ')}${more}`, '      ', width)]),
  ];
}

function draftBlocks(report: Report, look: Look): string[] {
  const { best } = report.result;
  if (best.text === '') return [];
  const { paint } = look;
  const facts = factsLine(report.result);
  const changes = writtenChanges(report.result);
  return [
    ...(changes.length === 0
      ? []
      : [
          [
            `${paint.strong('Changes')} · ${changes.length}`,
            ...changes.map((change) => changedPassage(change, paint)),
          ].join('\n'),
        ]),
    `${paint.strong(best.number === 1 ? 'Draft' : 'Refined draft')} · revision ${best.number}`,
    best.text.replace(/[\r\n]+$/, ''),
    ...(facts === null ? [] : [paint.faint(facts)]),
  ];
}

function changedPassage({ change, line }: WrittenChange, paint: Paint): string {
  const place = `    ${paint.faint(`line ${line}`)}`;
  const { before, after } = change;
  if (change.layout === 'blocks') return [place, oneLine(before), oneLine(after)].join('\n');
  const side = (without: 'added' | 'removed', mark: (text: string) => string) => {
    const shown = change.parts
      .filter(({ type }) => type !== without)
      .map(({ type, text }) => (type === 'same' ? oneLine(text) : mark(oneLine(text))))
      .join('');
    const start = change.cutStart ? `… ${shown.replace(/^[\s,.:;–—-]+/u, '')}` : shown;
    return change.cutEnd ? `${start} …` : start;
  };
  return [
    place,
    ...(before === '' ? [] : [`      ${paint.bad('−')} ${side('added', paint.bad)}`]),
    ...(after === '' ? [] : [`      ${paint.good('+')} ${side('removed', paint.good)}`]),
  ].join('\n');
}

/** Right-to-left words inside a sentence of ours are isolated, so that they do not turn it around. */
function isolate(sentence: string): string {
  return nameDirections(sentence).replace(RIGHT_TO_LEFT, '\u2068$&\u2069');
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}](?:.*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}])?/gu;

function isRightToLeft(text: string): boolean {
  return textDirection(text) === 'rtl';
}

function quoted(text: string): string {
  return `“${nameDirections(clip(text))}”`;
}

function clip(text: string): string {
  const characters = [...new Intl.Segmenter().segment(oneLine(text))].map(({ segment }) => segment);
  if (characters.length <= MAX_QUOTE) return characters.join('');
  const half = MAX_QUOTE / 2;
  const [start, end] = [characters.slice(0, half), characters.slice(-half)];
  return `${start.join('').trimEnd()} … ${end.join('').trimStart()}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ⏎ ');
}

function wordCount(text: string): string {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`;
}
