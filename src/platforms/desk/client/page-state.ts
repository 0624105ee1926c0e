/** Who looks at what, as the page itself says. */
export const state = {
  get member(): string {
    return document.body.dataset.member ?? '';
  },
  get channel(): string {
    return document.body.dataset.channel ?? '';
  },
  /** The root of the open thread; empty for none. */
  get root(): string {
    return document.body.dataset.root ?? '';
  },
  set root(id: string) {
    document.body.dataset.root = id;
    document.body.classList.toggle('has-thread', id !== '');
  },
};

/** Finds the one element; throws when the page was drawn without it. */
export function find<Kind extends HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind {
  const found = within.querySelector<Kind>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Says something to whoever cannot see the page. */
export function announce(words: string): void {
  const place = find('#announcer');
  place.textContent = '';
  // The same words twice are said twice only when the place was empty between.
  setTimeout(() => {
    place.textContent = words;
  }, 50);
}
