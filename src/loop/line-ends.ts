/** Gives a text the line ends of another one: writers answer with `\n`, whatever the draft uses. */
export function withLineEndsOf(draft: string, text: string): string {
  const own = /\r\n|\r|\n/.exec(draft)?.[0];
  const isMixed = own === undefined || draft.replaceAll(own, '').match(/[\r\n]/) !== null;
  return isMixed ? text : text.replace(/\r\n|\r|\n/g, own);
}
