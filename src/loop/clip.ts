/** A piece of text short enough to name in a sentence. */
export function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
