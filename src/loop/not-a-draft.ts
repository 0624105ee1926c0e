import { ANNOUNCING } from './announcement.ts';
import { wordsOf } from './similarity.ts';

/** A reply with fewer words is no draft, unless the draft it stands for is hardly longer itself. */
const MIN_WORDS = 12;
/** … or than this share of the draft's words. */
const MIN_SHARE = 0.4;

const ROLE_LABEL =
  /^\s*(?:[#>*_\s]*)(?:feedback|score|total score|verdict|critique|review|comments?|suggestions?|evaluation|analysis|assistant|editor|writer|reviewer)\s*[:：]/i;

const ABOUT_THE_TASK = [
  /\bno (?:further |additional |more )?(?:changes?|edits?|revisions?|improvements?) (?:are |is |were )?(?:needed|necessary|required)\b/i,
  /\bas an? (?:ai|(?:large )?language model)\b/i,
  /\b(?:the|this|your) (?:review|draft|text|revision) (?:has been|is|was|looks|already|seems) (?:already |been |now )*(?:revised|rewritten|improved|good|great|fine|perfect|excellent|positive|clear|polished|well[- ]written)\b/i,
  /^\s*(?:it|this|that|the (?:review|draft|text))? ?(?:is|looks|reads|sounds) already\b/i,
  /^\s*already (?:very |quite )?(?:good|great|fine|perfect|excellent|positive|clear|polished)\b/i,
  /^\s*(?:(?:i(?:'|’)?m|i am) sorry|sorry|unfortunately)?,? ?(?:but )?i (?:can(?:'|’)?t|cannot|am (?:not able|unable) to) (?:help|assist|write|comply|rewrite|edit|improve|do|fulfil)/i,
  /(?<!\p{L})(?:keine (?:weiteren )?(?:änderungen|anpassungen|korrekturen) (?:sind )?(?:mehr )?(?:nötig|notwendig|erforderlich)|aucune (?:autre )?(?:modification|correction) (?:n['’]est )?(?:nécessaire|requise)|no (?:se necesitan|hacen falta|son necesarios) (?:más )?cambios|nessuna modifica (?:è )?necessaria)(?!\p{L})/iu,
  /(?<!\p{L})(?:als (?:ki|sprachmodell|ki-sprachmodell)|en tant qu['’](?:ia|intelligence artificielle)|como (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje))(?!\p{L})/iu,
  /(?<!\p{L})(?:der (?:text|entwurf) (?:wurde|ist) (?:bereits |nun |jetzt |schon )*(?:überarbeitet|verbessert|sehr gut|gut|perfekt|klar)|le texte (?:a été|est) (?:déjà )?(?:révisé|corrigé|amélioré|parfait|très bon)|el texto (?:ha sido|está|ya está) (?:revisado|corregido|mejorado|perfecto))(?!\p{L})/iu,
  ...ANNOUNCING,
  /^\s*here(?:'s|’s| is| are)\b[^\n]{0,60}\b(?:version|draft|rewrite|revision|rewritten|edited)\b[^\n]{0,40}:/i,
];

/**
 * Recognises a reply about the draft that is not a draft: an empty or far too short answer, a role label,
 * talk about the task, JSON where text is due. 19–32 % of fourth rewrites in Self-Refine's released runs
 * were such replies. Returns what gave it away, or null for a draft. A sign the original carries itself
 * (a text that opens with "Feedback:") does not count.
 */
export function findNotADraftSign(reply: string, original: string | null): string | null {
  const words = wordsOf(reply).length;
  if (words === 0) return 'it is empty';
  if (isTooShort(words, original)) return `it has only ${words} ${words === 1 ? 'word' : 'words'}`;
  const has = (pattern: RegExp) =>
    pattern.test(reply) && !(original !== null && pattern.test(original));
  if (has(ROLE_LABEL)) return 'it starts with a label instead of the text';
  if (ABOUT_THE_TASK.some(has)) return 'it talks about the draft instead of being it';
  if (isJson(reply) && !(original !== null && isJson(original))) return 'it is JSON, not text';
  return null;
}

function isTooShort(words: number, original: string | null): boolean {
  if (original === null) return words < 3;
  const expected = wordsOf(original).length;
  return words < expected * MIN_SHARE || (expected >= 2 * MIN_WORDS && words < MIN_WORDS);
}

function isJson(text: string): boolean {
  const inner = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (!/^[[{]/.test(inner)) return false;
  try {
    JSON.parse(inner);
    return true;
  } catch {
    return /^\{\s*"\w+"\s*:/.test(inner);
  }
}
