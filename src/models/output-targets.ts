/*
 * Links, images and mentions in what a model wrote. A target that stands in none of the texts the model
 * was given is taken out: a preview of an invented link alone can carry words of a draft away, and an
 * invented mention pings people.
 */
import { LinkifyIt } from 'linkify-it';
import { ESCAPED_RUN, undoEscapes } from '../text/escapes.ts';
import type { Range } from '../text/range.ts';

/** Takes out of model-written words every target that is not among the known ones. */
export interface TargetFilter {
  clean(words: string): string;
}

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, urlAuth: true });

/** What opens a Markdown link or image, closes it with its target, or is a bracket of its words. */
const LINK_BRACKET =
  /!?\[|\]\(\s*(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)|\]/g;
/** A line that names an address for links elsewhere. What says more than that is a line of text. */
const REFERENCE =
  /^[ \t]{0,3}\[([^[\]\n]+)\]:[ \t]*(<[^<>\n]*>|\S+)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$/gm;
/** What stands in angle brackets: an address with or without a label, a mention, a channel, a broadcast. */
const ANGLED = /<([^<>\s|][^<>|\n]*)(?:\|([^<>\n]*))?>/g;
/** A web address, also with escapes that Markdown takes out, and the addresses that carry a page or a program. */
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]*\\?:\\?\/\\?\/(?=[^\s<>"'`|\])])|(?<![\p{L}\p{N}])www\.(?=[-_.]*[\p{L}\p{N}])|\bdata:(?:[a-z]+\/[a-z0-9.+-]+)?(?:;[^\s,]{0,99})?,|\b(?:java|vb)script:)(?:\([^\s()<>]*\)|[^\s()<>"'`|\]])*/giu;
/** What Markdown takes for an e-mail address, also right behind a bracket, where the recogniser sees none. */
const EMAIL = /[-.\w+]+@(?=[-.\w]*\.[-\w])[-.\w]+/gu;
const PLAIN_MENTION = /(?<![\p{L}\p{N}_.@＠/`-])[@＠]([\p{L}\p{N}_][\p{L}\p{N}_.-]*)/gu;
/** The words that call everybody do so even inside another word. */
const BROADCAST = /(?<!`)[@＠]+(everyone|here|channel)(?![\p{L}\p{N}_-]|[.@][\p{L}\p{N}])/giu;
const IS_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/\/|mailto:)/i;
const IS_PLATFORM_TOKEN = /^(?:[@#!]|:\w+:|a?:\w+:\d+$|t:\d+|\/[^:]+:\d+$)/;
/** An attribute that makes a browser load or run something; a placeholder such as `<base>` has none. */
const HAS_LOADING_ATTRIBUTE =
  /^[a-z]+[\s/](?:.*[\s/"'])?(?:href|src|srcset|action|formaction|background|poster|http-equiv|on[a-z]+)\s*=/i;
/** More rounds than any honest text needs; what is nested deeper is built to outlast them. */
const MOST_ROUNDS = 12;

/** Creates a filter that lets through the targets of the given texts and no others. */
export function createTargetFilter(known: readonly string[]): TargetFilter {
  const allowed = new Set(known.flatMap(findTargets));
  const isKnown = (target: string) => allowed.has(normalise(target));
  return { clean: (words) => cleanUntilSettled(words, isKnown) };
}

/** What is taken out may leave a new target behind, so that one round is never enough. */
function cleanUntilSettled(words: string, isKnown: (target: string) => boolean): string {
  let current = words;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = cleanOnce(current, isKnown);
    if (next === current) return current;
    current = next;
  }
  return cleanOnce(current.replace(/[<>@＠[\]]/g, ''), isKnown);
}

/** What people are shown has its escapes undone: a run that then has an unknown target is taken as it is shown. */
function cleanOnce(words: string, isKnown: (target: string) => boolean): string {
  const seen = words.replace(ESCAPED_RUN, (run) => {
    const shown = undoEscapes(run);
    const clean = cleanTargets(shown, isKnown);
    return clean === shown ? run : clean;
  });
  return cleanTargets(seen, isKnown);
}

function cleanTargets(words: string, isKnown: (target: string) => boolean): string {
  const defined = words.replace(REFERENCE, (whole, _name, target: string) =>
    isKnown(target) || !leadsAway(target) ? whole : '',
  );
  const linked = cleanLinks(defined, isKnown).replace(
    ANGLED,
    (whole, target: string, label?: string) =>
      isKnown(target) ? whole : withoutAngle(whole, target, label),
  );
  const withoutMention = (whole: string, name: string) => (isKnown(`@${name}`) ? whole : name);
  return cleanAddresses(cleanPlain(linked, isKnown), isKnown)
    .replace(PLAIN_MENTION, withoutMention)
    .replace(BROADCAST, withoutMention);
}

/** A word after a name and a colon is no address, and is not lost. */
function leadsAway(target: string): boolean {
  return /[:/\\&<@]/.test(target) || linkify.test(target);
}

/** A link to an unknown target leaves its words, whatever stands in them: code, brackets, other links. */
function cleanLinks(text: string, isKnown: (target: string) => boolean): string {
  const opened: Range[] = [];
  const gone: Range[] = [];
  for (const { index, 0: bracket, 1: target } of text.matchAll(LINK_BRACKET)) {
    const here = { start: index, end: index + bracket.length };
    if (bracket.endsWith('[')) {
      opened.push(here);
      continue;
    }
    const opening = opened.pop();
    if (target === undefined || isKnown(target)) continue;
    gone.push(here, ...(opening === undefined ? [] : [opening]));
  }
  return gone
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
}

/** An unknown angled target leaves its label; anything that is no target (a placeholder, HTML) is left alone. */
function withoutAngle(whole: string, target: string, label: string | undefined): string {
  if (IS_PLATFORM_TOKEN.test(target)) return label ?? '';
  if (IS_ADDRESS.test(target) || target.includes('@')) return label ?? '';
  if (HAS_LOADING_ATTRIBUTE.test(target)) return '';
  return /^\/?(?:a|img|iframe|script|form|link|object|embed|video|audio|source)\b/i.test(target)
    ? ''
    : whole;
}

function cleanPlain(text: string, isKnown: (target: string) => boolean): string {
  const matches = linkify.match(text) ?? [];
  return matches.reduceRight((clean, match) => {
    if (isKnown(match.url) || isKnown(match.text)) return clean;
    const before = clean.slice(0, match.index);
    const after = clean.slice(match.lastIndex);
    // File names look like bare domains (“notes.md”); as code no chat client turns them into a link.
    if (match.schema !== '') return `${before}…${after}`;
    const isCode = (before.split('`').length - 1) % 2 === 1;
    return isCode ? clean : `${before}\`${match.text}\`${after}`;
  }, text);
}

/** What the recogniser leaves because of its surroundings, a chat client may still turn into a link. */
function cleanAddresses(text: string, isKnown: (target: string) => boolean): string {
  const withoutUnknown = (address: string) => {
    const end = /[.,;:!?…_-]*$/.exec(address)?.[0] ?? '';
    const target = address.slice(0, address.length - end.length).replaceAll('\\', '');
    return isKnown(target) ? address : `…${end}`;
  };
  return text.replace(ADDRESS, withoutUnknown).replace(EMAIL, withoutUnknown);
}

function findTargets(text: string): string[] {
  const escaped = text.match(ESCAPED_RUN) ?? [];
  return [text, ...escaped.map(undoEscapes)].flatMap(findPlainTargets);
}

function findPlainTargets(text: string): string[] {
  return [
    ...[...text.matchAll(REFERENCE)].map((match) => match[2] ?? ''),
    ...[...text.matchAll(LINK_BRACKET)].flatMap((match) => match[1] ?? []),
    ...[...text.matchAll(ANGLED)].map((match) => match[1] ?? ''),
    ...(linkify.match(text) ?? []).flatMap((match) => [match.url, match.text]),
    ...[...text.matchAll(ADDRESS)].map((match) => match[0].replace(/[.,;:!?…]*$/, '')),
    ...[...text.matchAll(EMAIL)].map((match) => match[0].replace(/[._-]+$/, '')),
    ...[...text.matchAll(BROADCAST)].map((match) => `@${match[1] ?? ''}`),
    ...[...text.matchAll(PLAIN_MENTION)].map((match) => `@${match[1] ?? ''}`),
  ].map(normalise);
}

/** One form for one target: host in lower case and punycode, escapes undone, no trailing slash; a user name in an address stays and makes it another one. */
function normalise(target: string): string {
  const bare = target.trim().replace(/^<|>$/g, '').replaceAll('&amp;', '&').replace('＠', '@');
  if (/^[@#!]/.test(bare)) return bare.toLowerCase().replace(/[.-]+$/, '');
  if (/^[^\s/:]+@[^\s/:]+$/.test(bare)) return `mailto:${bare.toLowerCase()}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(bare) ? bare : `http://${bare.replace(/^\/\//, '')}`;
  if (!URL.canParse(address)) return bare.toLowerCase();
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb) return decode(url.href.toLowerCase());
  const user = url.username === '' && url.password === '' ? '' : `${url.username}:${url.password}@`;
  return decode(`${user}${url.host}${url.pathname}${url.search}${url.hash}`.replace(/\/+$/, ''));
}

function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
