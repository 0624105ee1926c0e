/*
 * Words that try to instruct whoever reads a text for its author: an AI, an editor, a reviewer. Finding
 * them changes nothing about how a text is reviewed, since nothing in a text is obeyed; people are told.
 * So a text that only speaks about such words may be found too, and a cunning one may not.
 */
import { removeHiddenCharacters } from './hidden-characters.ts';

const READERS = `(?:ais?|llms?|(?:language )?models?|chatgpt|gpt|claude|gemini|copilot|assistants?|chatbots?|bots?|(?:ai )?(?:reviewers?|editors?|critics?)|bluepencil)`;
const ORDERS = `(?:accept|add|always|append|approve|answer|change|copy|delete|do|don['’]t|give|grade|ignore|include|insert|mark|make|never|note|output|praise|print|put|rate|recommend|remove|repeat|replace|reply|report|respond|return|reveal|rewrite|say|score|send|set|skip|stop|translate|write|you (?:must|should|will))`;

const PATTERNS: readonly RegExp[] = [
  // “Ignore all previous instructions”, and its like in other languages.
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.;\n]{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|all|any|your|these|those|the)\b[^.;\n]{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|contracts?|directions?|commands?)\b/iu,
  /\b(?:ignorier\w*|vergiss|vergesst|missachte\w*)\b[^.\n]{0,40}\b(?:anweisung|anweisungen|regeln|vorgaben|instruktionen)\b/iu,
  /\b(?:ignore[rz]?|oublie[rz]?)\b[^.;\n]{0,20}\b(?:les|vos|ces|toutes)\b[^.;\n]{0,30}\b(?:instructions|consignes|règles)\b/iu,
  /\b(?:ignora|ignore|olvida|ignorad)\b[^.;\n]{0,20}\b(?:las|tus|sus|todas|as)\b[^.;\n]{0,30}\b(?:instrucciones|reglas|órdenes|instruções)\b/iu,
  // A new role.
  new RegExp(
    String.raw`\byou are (?:now|no longer)\b[^.\n]{0,60}\b${READERS}\b|\b(?:act|behave|respond) as (?:an? )?(?:different|new|unrestricted|jailbroken)\b`,
    'iu',
  ),
  // An order to whoever checks it: “Editors: append …”, “Note to the AI: …”.
  new RegExp(
    String.raw`(?:^|[.!?\n(>*\[#|“"«„])[ \t]*(?:\W{0,4}(?:note|message|memo|instructions?|attention|dear|to|for|hey|hi|hello)\b[ \t]*(?:to|for|:|,)?[ \t]*)?(?:the |any |all |every )?${READERS}[ \t]*[:,—–-]+[ \t]*(?:please[ \t]+|now[ \t]+)*["“']?${ORDERS}\b`,
    'imu',
  ),
  // The same in German, French and Spanish.
  /(?:^|[.!?\n(>*[#|“"«„])[ \t]*(?:(?:hinweis|anmerkung|nachricht|anweisung)[ \t]+(?:für|an)[ \t]+)?(?:an[ \t]+)?(?:die|alle|den)?[ \t]*(?:ki|llm|sprachmodelle?|lektor(?:en|innen)?|redakteure?|gutachter|assistent(?:en)?)[ \t]*[:,–-]+[ \t]*(?:bitte[ \t]+)?["„“«]?(?:akzeptier\w*|antworte\w*|bewerte\w*|ergänz\w*|füg\w*|ignorier\w*|lobe?\w*|lösch\w*|schreib\w*|setz\w*|stimm\w*|übersetz\w*|gib|gebt|sag\w*)(?!\p{L})/imu,
  /(?:^|[.!?\n(>*[#|“"«„])[ \t]*(?:(?:note|message|consigne)[ \t]+)?(?:à|aux|pour)[ \t]*(?:l['’])?(?:tous[ \t]+)?(?:les?[ \t]+)?(?:ia|ias|relecteurs?|relectrices?|correcteurs?|assistants?|modèles?)[ \t]*[:,–-]+[ \t]*["„“«]?[ \t]*(?:acceptez?|ajoutez?|approuvez?|changez?|dites|écrivez|ignorez?|notez|remplacez?|répondez|supprimez?|traduisez)(?!\p{L})/imu,
  /(?:^|[.!?\n(>*[#|“"«„¡])[ \t]*(?:(?:nota|mensaje|aviso)[ \t]+)?(?:para|a)[ \t]+(?:la|los|las|el|todos[ \t]+los)?[ \t]*(?:ia|ias|editores|revisores|correctores|asistentes?|modelos?)[ \t]*[:,–-]+[ \t]*["„“«]?(?:acept[ae]n?|añad[ae]n?|aprueb[ae]n?|cambi[ae]n?|di|digan|escrib[ae]n?|ignor[ae]n?|borr[ae]n?|respond[ae]n?|traduc[ae]|traduzcan?)(?!\p{L})/imu,
  // A message that claims to come from the system, with an order or a verdict in it.
  new RegExp(
    String.raw`(?:^|\n)\W{0,4}(?:system|developer|assistant)(?: (?:message|prompt|note|override))?\W{0,3}:[^\n]{0,200}\b(?:${ORDERS}|verdict|instructions?)\b`,
    'iu',
  ),
  /<\|?(?:im_start|im_end|endoftext|system|assistant)\|?>|\[\/?INST\]|<<\/?SYS>>/iu,
  // A verdict spoken by the text itself.
  /\bverdict\b["”']?\s{0,3}(?:[:=]|is|should be|must be)?\s{0,3}["“']?\b(?:accept(?:ed)?|approved?|pass(?:ed)?)\b/iu,
  /\b(?:reveal|repeat|print|output|show|tell)\b[^.\n]{0,30}\b(?:system prompt|your (?:prompt|instructions|contract|rules))\b/iu,
  // Our own marks around a text.
  /<\s*\/?\s*(?:doc|facts|plan|history|keep|brief|asked|outline|thread)-[0-9a-f]{2}/iu,
];

/** True when a text holds words that address an AI or a reviewer with an order, hidden ones included. */
export function holdsInstructions(text: string): boolean {
  const seen = removeHiddenCharacters(text)
    .normalize('NFKC')
    .replaceAll(/[ \t\u00a0]+/g, ' ');
  return PATTERNS.some((pattern) => pattern.test(seen));
}
