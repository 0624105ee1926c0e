/* YAML that people keep: where a value stands, and how it is changed without touching what is around it. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** No line is folded, and equal parts are written twice rather than referred to. */
export const STYLE = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** What is wrong in a file, and where. */
export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

/** What keeps a document from being YAML at all. */
export function notYaml({ errors }: Document.Parsed, lines: LineCounter): FileProblem[] {
  return errors.map(({ pos, message }) => ({
    line: lines.linePos(pos[0]).line,
    // The parser says the place again, and then shows it on lines of their own.
    message: `This is not YAML: ${(message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '.')}`,
  }));
}

/** Reads what a document says. A file in which aliases stand for more than they say comes back as an error. */
export function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    return error;
  }
}

/** The line a value stands on; the first one for what is not there. */
export function lineOf(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
): number {
  const node: unknown = document.getIn(path, true);
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  return Array.isArray(range) ? lines.linePos(Number(range[0])).line : 1;
}

/** Takes every key for the text it was written as: ids may look like numbers, too long ones even. */
export function readKeysAsWritten(document: Document): void {
  visit(document, {
    Pair(_at, { key }) {
      if (isScalar(key) && typeof key.value !== 'string') {
        key.value = key.source ?? String(key.value);
      }
    },
  });
}

/** Brings a mapping in line, touching only what differs. */
export function reconcile(document: Document, node: YAMLMap, wanted: object): void {
  const now: unknown = node.toJS(document);
  for (const key of Object.keys(now as object)) if (!(key in wanted)) node.delete(key);
  for (const [key, value] of Object.entries(wanted)) {
    const child: unknown = node.get(key, true);
    if (isMap(child) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      reconcile(document, child, value);
    } else if (isSeq(child) && Array.isArray(value)) reconcileList(document, child, value);
    else if (isScalar(child) && (typeof value !== 'object' || value === null)) child.value = value;
    else node.set(key, document.createNode(value, STYLE));
  }
}

function reconcileList(document: Document, list: YAMLSeq, wanted: readonly unknown[]): void {
  const before = [...list.items];
  list.items = wanted.map((value, at) => {
    const node: unknown = before[at];
    if (isScalar(node) && (typeof value !== 'object' || value === null)) {
      node.value = value;
      return node;
    }
    if (isMap(node) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      reconcile(document, node, value);
      return node;
    }
    if (isSeq(node) && Array.isArray(value)) {
      reconcileList(document, node, value);
      return node;
    }
    return document.createNode(value, STYLE);
  });
}
