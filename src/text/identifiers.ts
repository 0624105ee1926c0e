import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';

/*
 * Words a program reads: snake_case, camelCase, foo.bar(), --flags, paths, file names, ENV_NAMES,
 * hashes. Written like prose, but not to be spelled, translated or capitalised.
 */
const FILE_ENDINGS =
  'md|mdx|txt|rst|json|jsonc|json5|ya?ml|toml|ini|cfg|conf|env|lock|xml|html?|css|scss|less|csv|tsv|sql|js|mjs|cjs|jsx|ts|mts|cts|tsx|py|rb|rs|go|java|kt|swift|c|cc|cpp|h|hpp|cs|php|pl|sh|bash|zsh|ps1|bat|exe|dll|so|dylib|wasm|zip|tar|gz|tgz|bz2|xz|7z|deb|rpm|dmg|iso|jar|png|jpe?g|gif|svg|webp|ico|pdf|docx?|xlsx?|pptx?|log|bak|tmp|vue|svelte|tf|proto|ipynb';
const BEFORE = String.raw`(?<![\p{L}\p{N}_.@/\\~-])`;

const IDENTIFIER = new RegExp(
  [
    // foo.bar(), foo::bar, a->b
    String.raw`${BEFORE}[a-zA-Z_$][\w$]{0,60}(?:(?:\.|::|->)[a-zA-Z_$][\w$]{0,60}){0,8}\([^()\s]{0,60}\)`,
    String.raw`${BEFORE}[a-zA-Z_]\w{0,60}(?:(?:::|->)[a-zA-Z_]\w{0,60}){1,8}`,
    // src/a/b.ts, ./x, ~/x, /etc/hosts, C:\x
    String.raw`${BEFORE}(?:\.{1,2}\/|~\/|[A-Z]:\\)[\w.@+~\\/-]{0,200}[\w/]`,
    String.raw`(?<![\p{L}\p{N}_.:/)\]"'’~-])\/[a-z_.][\w.+-]{0,60}(?:\/[\w.*+-]{1,60}){0,12}\/?(?![\p{L}\p{N}])`,
    String.raw`${BEFORE}(?:[\w@+-][\w.@+-]{0,60}\/){1,12}[\w.@+-]{0,60}\.(?:${FILE_ENDINGS})(?![\p{L}\p{N}_])`,
    String.raw`${BEFORE}(?:[\w@+-]{1,60}\/){2,12}[\w@+.-]{0,60}[\w]`,
    // README.md, .gitignore
    String.raw`${BEFORE}[\p{L}\p{N}_][\p{L}\p{N}_+-]{0,60}(?:\.[\w+-]{1,30}){0,3}\.(?:${FILE_ENDINGS})(?![\p{L}\p{N}_(]|\.[\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}_.…])\.(?:git|env|npm|eslint|docker|editor|prettier|babel)[a-z]{0,20}(?:\.\w{1,20})?(?![\p{L}\p{N}_])`,
    // --flag, --flag=value, -x
    String.raw`(?<![\p{L}\p{N}_-])--[a-zA-Z][\w-]{0,60}(?:=[^\s,;)\uFFFC]{0,60}[^\s,;.)\uFFFC])?`,
    '(?<![^(])-[a-zA-Z](?![^,;.)])',
    // snake_case, ENV_NAME
    String.raw`${BEFORE}_{0,2}[\p{L}\p{N}]{1,60}(?:_{1,2}[\p{L}\p{N}]{1,60}){1,10}_{0,2}(?![\p{L}\p{N}_])`,
    // camelCase
    String.raw`${BEFORE}(?!(?:iPhone|iPad|iPod|iOS|iMac|iCloud|iMessage|macOS|tvOS|watchOS|visionOS|eBay|eBook|eBooks|eCommerce|eSIM)s?(?![\p{L}\p{N}]))[a-z][a-z0-9]{0,30}(?:[A-Z][a-z0-9]{1,30}){1,8}(?:[A-Z]{1,8})?(?![\p{L}\p{N}_])`,
    // commit hashes, UUIDs, 0x…
    String.raw`${BEFORE}[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![\p{L}\p{N}_-])`,
    String.raw`${BEFORE}(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}(?![\p{L}\p{N}_-])`,
    String.raw`${BEFORE}0[xX][0-9a-fA-F]{1,40}(?![\p{L}\p{N}_])`,
  ].join('|'),
  'gu',
);

/** Finds identifiers in masked prose, in order, none overlapping. */
export const findIdentifiers: (prose: string) => readonly Range[] = rememberLast(readIdentifiers);

/** Most words cannot be identifiers, and telling so from one look is many times faster. */
const CANDIDATE = /[^\s\uFFFF\uFFFC]+/g;
const TELLTALE = /[_./\\(:\d-]|[a-z][A-Z]/;

function readIdentifiers(prose: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: word, index } of prose.matchAll(CANDIDATE)) {
    if (!TELLTALE.test(word)) continue;
    for (const found of word.matchAll(IDENTIFIER)) {
      const start = index + found.index;
      ranges.push({ start, end: start + found[0].length });
    }
  }
  return ranges;
}
