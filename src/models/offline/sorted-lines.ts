const NEWLINE = 10;

/** A sorted newline-separated file, searched where it lies: no word becomes a string before it is asked for. */
export interface SortedLines {
  /** True when `line` is one of the lines. */
  has(line: string): boolean;
  /** The rest of the first line that begins with `prefix`, or null. */
  after(prefix: string): string | null;
  /** Calls `visit` with every line, in byte order. */
  each(visit: (line: string) => void): void;
}

/** Promises binary search over `bytes`, whose lines are in byte order and each end in a newline. */
export function createSortedLines(bytes: Buffer): SortedLines {
  return {
    has: (line) => {
      const key = encode(`${line}\n`);
      return compareAt(bytes, lowerBound(bytes, key), key) === 0;
    },
    after: (prefix) => {
      const key = encode(prefix);
      const start = lowerBound(bytes, key);
      if (compareAt(bytes, start, key) !== 0) return null;
      const from = start + key.length;
      return bytes.toString('utf8', from, bytes.indexOf(NEWLINE, from));
    },
    each: (visit) => {
      for (let start = 0; start < bytes.length; ) {
        const end = bytes.indexOf(NEWLINE, start);
        visit(bytes.toString('utf8', start, end));
        start = end + 1;
      }
    },
  };
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(1024);

/** The bytes of a short key without a new array for each question; longer than any line, it is cut. */
function encode(key: string): Uint8Array {
  return scratch.subarray(0, encoder.encodeInto(key, scratch).written);
}

/** Offset of the first line that is not below `key`. */
function lowerBound(bytes: Buffer, key: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = lineStart(bytes, (low + high) >>> 1);
    if (compareAt(bytes, middle, key) < 0) low = nextLine(bytes, middle);
    else high = middle;
  }
  return low;
}

/** Negative when the bytes at `start` come before `key`, 0 when they begin with it. */
function compareAt(bytes: Buffer, start: number, key: Uint8Array): number {
  for (let at = 0; at < key.length; at += 1) {
    const difference = (bytes[start + at] ?? -1) - (key[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function lineStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && bytes[start - 1] !== NEWLINE) start -= 1;
  return start;
}

function nextLine(bytes: Buffer, at: number): number {
  let next = at;
  while (next < bytes.length && bytes[next] !== NEWLINE) next += 1;
  return next + 1;
}
