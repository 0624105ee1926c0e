/*
 * What a model says before the text it was asked for: “Here is the revised version:”, in the languages that
 * drafts are mostly written in.
 */

const GREETING =
  'sure|certainly|of course|absolutely|okay|ok|gern|gerne|klar|natürlich|selbstverständlich|bien sûr|volontiers|avec plaisir|claro|por supuesto|com certeza|certo|certamente|natuurlijk|graag|zeker';
const OPENER =
  "here(?:['’]s| is| are)|below is|hier (?:ist|sind|kommt|is|zijn|volgt)|voici|voilà|aqu[íi] (?:está|tienes|tiene|va|vai|tem)|ecco";
const TEXT =
  'version|draft|text|rewrite|revision|fassung|entwurf|überarbeitung|texte|brouillon|versión|texto|borrador|versão|rascunho|versione|testo|bozza|versie|tekst';
const MADE =
  'revised|improved|edited|updated|rewritten|polished|corrected|shortened|(?:überarbeitet|verbessert|korrigiert|aktualisiert|gekürzt)e?[nrs]?|(?:révis|corrig|amélior|raccourci)ée?s?|(?:revisad|corregid|mejorad|actualizad|corrigid|melhorad|atualizad)[ao]|(?:rivist|corrett|migliorat|aggiornat)[ao]|(?:herzien|verbeterd|bijgewerkt)e?';

/** A whole word: `\b` does not know letters with accents. */
const word = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`;
const greeting = `(?:${word(GREETING)}[^\\n]{0,40}?[,.!:]\\s*)?`;
const made = `(?:${word(MADE)}\\s${word(TEXT)}|${word(TEXT)}\\s${word(MADE)})`;

/** A first line that can be nothing else: it says that a text follows, and ends with a colon. */
export const ANNOUNCEMENT = new RegExp(
  `^\\s*${greeting}(?:${word(OPENER)}[^\\n]{0,60}?${word(TEXT)}(?!\\s?v?\\d)[^\\n]{0,40}|[*_#\\s]{0,6}${made}[*_]{0,3})\\s?[:：][*_]{0,3}[ \\t]*\\r?\\n`,
  'iu',
);

/** A beginning that reads like one, in a line of its own or before the text in the same line. */
export const ANNOUNCING: readonly RegExp[] = [
  new RegExp(`^\\s*${greeting}${word(OPENER)}[^\\n]{0,60}?${made}`, 'iu'),
  new RegExp(`^[*_#\\s]{0,6}${made}[*_]{0,3}\\s?(?:[:：]|[*_]{0,3}\\s*\\n)`, 'iu'),
  new RegExp(
    `^\\s*${word(GREETING)}\\s?[,!.]?\\s+${word('here|hier|voici|aquí|aqui|ecco|i|ich|je')}`,
    'iu',
  ),
  ANNOUNCEMENT,
];
