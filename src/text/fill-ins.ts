const WORD_EDGE = String.raw`(?<![\p{L}\p{N}_])`;
const WORD_END = String.raw`(?![\p{L}\p{N}_])`;

/** Each matches something that is left to be filled in later: “TBD”, “[your name]”, “XX %”. */
export const FILL_INS: readonly RegExp[] = [
  new RegExp(`${WORD_EDGE}(?:TODO|FIXME|TBD|TBC|TBA|TKTK)${WORD_END}`, 'gu'),
  new RegExp(`${WORD_EDGE}XXX+${WORD_END}`, 'gu'),
  /\blorem ipsum\b(?:[^.\n]{0,60})/giu,
  /\[(?:insert|add|your|fill in|enter|replace|put|choose)\s[^\][\n]{1,60}\](?![([:])/giu,
  /\[(?:name|date|time|link|url|company|product|version|number|amount|title|location|customer|team|xx+)\](?![([:])/giu,
  /<(?:insert|your|add|enter|fill in)\s[^<>\n]{1,60}>/giu,
  /(?<![\p{L}\p{N}])[xX]{2}([./:-])[xX]{2}(?:\1(?:\d{2,4}|[xX]{2,4}|[yY]{4}))?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[xX]{2}\s?%/gu,
  /[$€£][xX]+(?:[.,][xX]+)*(?![\p{L}\p{N}])/gu,
];
