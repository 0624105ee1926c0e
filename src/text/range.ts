/** A half-open span of UTF-16 offsets `[start, end)` into one Markdown text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** True when the two spans share at least one character; touching spans do not overlap. */
export function overlaps(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end;
}

/** True when `inner` lies wholly inside `outer`. */
export function contains(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
