/*
 * What a model likes to put around or into a text that nobody asked for, and that states no fact: something left to
 * be filled in, a salutation, a closing.
 */
import { FILL_INS } from '../text/fill-ins.ts';
import { addedTo, type ComparedTexts, count } from './character-changes.ts';
import { clip } from './clip.ts';
import type { Comment } from './comment.ts';

const LINE_END = String.raw`[ \t]*[,.!]?[ \t]*$`;
const SALUTATION =
  /^[ \t]*(?:dear|hello|hi|hey|liebe[rs]?|hallo|sehr geehrte[rs]?|guten (?:tag|morgen)|bonjour|chère?s?|hola|estimad[oa]s?|ciao|gentil[ei]|caro|olá|prezad[oa]s?|beste|geachte)(?!\p{L})[^\n.]{0,40}[,!:]?[ \t]*$/gimu;
const CLOSING = new RegExp(
  String.raw`^[ \t]*(?:(?:with )?(?:(?:kind|best|warm|many)(?:est)? )?(?:regards|wishes)|(?:yours )?(?:sincerely|faithfully|truly)|cheers|all the best|best|many thanks|thank you|thanks|(?:mit )?(?:freundlichen|besten|vielen|lieben) grüßen|(?:viele|beste|liebe) grüße|(?:bien )?cordialement|(?:un )?saludos?|atentamente|(?:cordiali|distinti) saluti|atenciosamente|met vriendelijke groet(?:en)?)(?:${LINE_END}|,[ \t]+(?:the|your|das|ihr|euer|l['’]équipe|el|il|o|het)\s[^\n]{1,40}$)`,
  'gimu',
);

/** Names what was added; nothing where a person spoke, or where the plan is about how the text begins or ends. */
export function findAddedFrame(
  { before, expected, after }: ComparedTexts,
  plan: readonly Comment[],
  brief: string,
): string[] {
  if (plan.some(({ source }) => 'human' in source)) return [];
  const sources = [before, expected];
  const wishes = plan.map(wordsOf).join('\n');
  const added = (patterns: readonly RegExp[]) =>
    addedTo(sources, after, (text) =>
      count(
        patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([words]) => words.trim())),
      ),
    ).filter((words) => !wishes.includes(words));
  const fillIns = added(FILL_INS).filter((words) => !brief.includes(words));
  // What is written from a brief begins and ends as its kind of text does.
  const isFree = brief !== '' || ABOUT_FRAME.test(wishes);
  const frame = isFree
    ? []
    : [SALUTATION, CLOSING].flatMap((pattern) => addedFirst(added, sources, pattern));
  return [
    ...fillIns.map((words) => `“${clip(words)}”, to be filled in, was added`),
    ...frame.map((words) => `“${clip(words)}” was added`),
  ];
}

/** A text that had one may have another. */
function addedFirst(
  added: (patterns: readonly RegExp[]) => readonly string[],
  sources: readonly string[],
  pattern: RegExp,
): readonly string[] {
  return sources.some((text) => text.search(pattern) !== -1) ? [] : added([pattern]);
}

const ABOUT_FRAME =
  /greet|salut|sign[ -]?off|signature|closing|close with|address(?:es|ing)? (?:the )?(?:reader|team)|anrede|begrüß|grußformel|formule|saludo|despedida/i;

function wordsOf({ suggestion, problem }: Comment): string {
  return `${problem}\n${suggestion.text ?? ''}\n${suggestion.instruction}`;
}
