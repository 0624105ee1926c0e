/*
 * A draft, a file name or a model's answer may hold signs that a terminal obeys: colours, a new window
 * title, a cleared screen. What is printed for people shows them and never sends them.
 */

/** The text with its control characters as visible signs of the same length; tabs and line ends stay. */
export function harmless(text: string): string {
  return text.replace(CONTROLS, (sign) => visible(sign.charCodeAt(0)));
}

/** The same for every string inside a value of plain data; offsets into its texts stay true. */
export function harmlessData<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value) =>
    typeof value === 'string' ? harmless(value) : value,
  );
}

/** One line of a draft whose direction controls are named, so that they cannot turn around what follows. */
export function nameDirections(line: string): string {
  return line.replace(DIRECTIONS, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`);
}

/** JSON that may be printed on a terminal: the controls JSON allows as they are become escapes. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const CONTROLS = /[^\P{Cc}\t\n\r]|\r(?!\n)/gu;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Unicode's picture of a C0 control (␛), of DEL (␡), of NEL (␤); one sign for the other C1 controls. */
function visible(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return code === 0x85 ? '␤' : '␦';
}
