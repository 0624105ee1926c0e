/*
 * The one way by which a post of ours notifies somebody: its members were shown to a person who said yes.
 * Tokens become marks that no Markdown reads, and the marks become mentions where they came out as words;
 * in code they come out as names.
 */
import type { RichInline } from './inline-elements.ts';
import { type RichElement, richElements } from './markdown-blocks.ts';

const TOKEN = /<@([UW]\w+)(?:\|@?([^<>|]*))?>/g;
/** From the private use area; what a draft has of it is taken out first. */
const [BEGIN, BETWEEN, END] = ['\uE000', '\uE001', '\uE002'];
const MARKS = /[\uE000-\uE002]/g;
const MARK = /\uE000(\w+)\uE001([^\uE002]*)\uE002/g;

/** Markdown as elements in which the tokens of members notify them. */
export function liveElements(markdown: string): RichElement[] {
  const marked = markdown
    .replace(MARKS, '')
    .replace(TOKEN, (_token, id: string, name = 'member') => BEGIN + id + BETWEEN + name + END);
  return richElements(marked).map(withMentions);
}

function withMentions(element: RichElement): RichElement {
  if (element.type === 'rich_text_preformatted') {
    return { ...element, elements: element.elements.map(named) };
  }
  if (element.type === 'rich_text_list') {
    return {
      ...element,
      elements: element.elements.map((item) => ({ ...item, elements: live(item.elements) })),
    };
  }
  return { ...element, elements: live(element.elements) };
}

function live<Element>(elements: readonly Element[]): Element[] {
  return (elements as readonly RichInline[]).flatMap((each): RichInline[] => {
    if (each.type !== 'text' || each.style?.code) return [named(each)];
    const pieces = each.text.split(MARK);
    // Every mark leaves its id and its name between the words around it.
    return pieces.flatMap((piece, at): RichInline[] => {
      if (at % 3 === 1) return [{ type: 'user', user_id: piece }];
      return at % 3 === 2 || piece === '' ? [] : [{ ...each, text: piece }];
    });
  }) as Element[];
}

function named<Element>(element: Element): Element {
  const { text } = element as { readonly text?: unknown };
  return typeof text === 'string' ? { ...element, text: text.replace(MARK, '@$2') } : element;
}
