const asItIs = (piece: string) => piece;

/** Rewrites Markdown piece by piece: what stands outside code, and code with its marks. */
export function rewriteAroundCode(
  markdown: string,
  {
    prose,
    code = asItIs,
  }: { readonly prose: (piece: string) => string; readonly code?: (piece: string) => string },
): string {
  return markdown
    .split(CODE)
    .map((piece, at) => (at % 2 === 1 ? code(piece) : prose(piece)))
    .join('');
}

/** A fenced block, or a span of code in one line. */
const CODE =
  /(^ {0,3}(?:`{3,}|~{3,})[\s\S]*?(?:^ {0,3}(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))|`[^`\n]+`)/m;
