const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /\p{RGI_Emoji}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/v;

/**
 * The text with every line indented, broken at spaces where it would pass the width; a word that is
 * wider than that stays whole.
 */
export function wrap(text: string, indent: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columnsOf(indent + longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].map((each) => indent + each).join('\n');
}

/** How many columns of a terminal a text takes. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}
