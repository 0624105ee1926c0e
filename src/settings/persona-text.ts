/*
 * A persona as text that people write in a form: one check a line, one block a criterion, one block an
 * example. What is read back is data of any shape; whether it makes a persona is asked elsewhere.
 */
import { SEVERITIES, type Severity } from '../loop/comment.ts';
import type { Check, Criterion, Persona, PersonaExample } from '../loop/persona.ts';

/** Writes checks as lines, such as `major: Does the point come first?`. */
export function writeChecks(checks: readonly Check[]): string {
  return checks
    .map(({ question, severityIfFailed }) => `${severityIfFailed}: ${question}`)
    .join('\n');
}

/** Reads checks from lines; a question that stood before keeps its id. */
export function readChecks(text: string, before: readonly Check[]): unknown[] {
  const ids = new Set<string>();
  return linesOf(text).map((line) => {
    const match = /^\W*(?<severity>[a-z]+)\s*[:–-]\s*(?<question>.*)$/iu.exec(line);
    const severity = SEVERITIES.find((each) => each === match?.groups?.severity?.toLowerCase());
    const question = severity === undefined ? line : (match?.groups?.question ?? line).trim();
    const known = before.find((check) => check.question === question && !ids.has(check.id));
    const id = unused(known?.id ?? slugOf(question, 'check'), ids);
    ids.add(id);
    return { id, question, severityIfFailed: severity ?? ('major' satisfies Severity) };
  });
}

/** Writes a criterion as a block: title and weight, then four grades. */
export function writeCriterion({ title, weight, anchors }: Criterion): string {
  return [
    `${title} (weight ${weight})`,
    ...anchors.map((anchor, at) => `${at + 1}: ${anchor}`),
  ].join('\n');
}

/** Reads a criterion from its block; null for an empty one. */
export function readCriterion(text: string, before: readonly Criterion[]): unknown {
  const [head, ...rest] = linesOf(text);
  if (head === undefined) return null;
  const match = /^(?<title>.*?)\s*\((?:weight\s*)?(?<weight>[\d.]+)\)$/iu.exec(head);
  const title = match?.groups?.title ?? head;
  const known = before.find((criterion) => criterion.title === title);
  const anchors = rest.map((line) => line.replace(/^[1-4]\s*[:.)–-]\s*/u, ''));
  return {
    id: known?.id ?? slugOf(title, 'criterion'),
    title,
    weight: match?.groups?.weight === undefined ? 1 : Number(match.groups.weight),
    anchors,
  };
}

const EXAMPLE_PARTS = ['draft', 'quote', 'problem', 'why', 'suggestion'] as const;

/** Writes an example as a block of labelled parts. */
export function writeExample(example: PersonaExample): string {
  return EXAMPLE_PARTS.map((part) => `${capital(part)}: ${example[part]}`).join('\n');
}

/** Reads an example from its block; null for an empty one. A line without a label goes on with the part before. */
export function readExample(text: string): unknown {
  if (text.trim() === '') return null;
  const parts: Partial<Record<(typeof EXAMPLE_PARTS)[number], string>> = {};
  let current: (typeof EXAMPLE_PARTS)[number] = 'draft';
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(draft|quote|problem|why|suggestion)\s*:\s?(.*)$/iu.exec(line);
    const name = match?.[1]?.toLowerCase();
    const label = EXAMPLE_PARTS.find((part) => part === name && parts[part] === undefined);
    if (label === undefined) {
      parts[current] = parts[current] === undefined ? line : `${parts[current]}\n${line}`;
    } else {
      current = label;
      parts[label] = match?.[2] ?? '';
    }
  }
  return Object.fromEntries(Object.entries(parts).map(([name, words]) => [name, words.trim()]));
}

/** Writes things as lines. */
export function writeLines(items: readonly string[]): string {
  return items.join('\n');
}

/** The lines of a text that hold something, without list marks. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*[-*•]\s+/u, '').trim())
    .filter((line) => line !== '');
}

/** A small word for a title, such as `plain-talker`; never one that is taken. */
export function slugOf(
  title: string,
  otherwise: string,
  taken: ReadonlySet<string> = new Set(),
): string {
  const slug = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 36)
    .replace(/-+$/, '');
  return unused(slug.length < 2 ? otherwise : slug, taken);
}

function unused(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let at = 2; ; at += 1) {
    if (!taken.has(`${slug}-${at}`)) return `${slug}-${at}`;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The fields of a form for personas, and the part of the form each problem belongs to. */
export function personaFieldOf(path: string): string {
  const indexed = /^(criteria|examples)\[(\d+)\]/.exec(path);
  if (indexed !== null) {
    return `${indexed[1] === 'criteria' ? 'criterion' : 'example'}.${Number(indexed[2]) + 1}`;
  }
  const [first = ''] = path.split(/[.[]/);
  if (first === 'criteria') return 'criterion.1';
  if (first === 'examples') return 'example.1';
  return first === 'id' ? 'title' : first === 'persona' || first === 'version' ? '' : first;
}

/** A message about a path of the data, in the words of the form. */
export function personaMessage(message: string): string {
  const words = message
    .replace(/^checklist\[(\d+)\](?:\.question)?/, (_, at) => `question ${Number(at) + 1}`)
    .replace(/^ignores\[(\d+)\]/, (_, at) => `line ${Number(at) + 1}`)
    .replace(
      /^criteria\[(\d+)\](?:\.anchors\[(\d+)\]|\.(\w+))?/,
      (_, at, grade, part) =>
        `criterion ${Number(at) + 1}${grade === undefined ? (part === undefined ? '' : `, ${part},`) : `, grade ${Number(grade) + 1},`}`,
    )
    .replace(
      /examples\[(\d+)\]\.(\w+)/g,
      (_, at, part) => `the ${part} of example ${Number(at) + 1}`,
    )
    .replace(/^maxComments/, 'comments a draft');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What people read of a persona, whole. */
export function personaWords(persona: Persona): string[] {
  const { reader, checklist, criteria, ignores, examples, maxComments } = persona;
  return [
    `**Stands for** ${reader}`,
    `**Asks**\n${checklist.map(({ question, severityIfFailed }) => `- ${question} _(${severityIfFailed} if not)_`).join('\n')}`,
    ...criteria.map(
      ({ title, weight, anchors }) =>
        `**${title}**, weight ${weight}\n${anchors.map((anchor, at) => `${at + 1}. ${anchor}`).join('\n')}`,
    ),
    ...(ignores.length === 0
      ? []
      : [`**Leaves to others**\n${ignores.map((each) => `- ${each}`).join('\n')}`]),
    ...examples.map(
      ({ draft, quote, problem, why, suggestion }) =>
        `**For example**, in\n\n> ${draft.replaceAll('\n', '\n> ')}\n\nit marks ${quote === draft ? 'all of it' : `“${quote}”`}:\n- ${problem}\n- ${why}\n- ${suggestion}`,
    ),
    `At most ${maxComments} comments a draft.`,
  ];
}
