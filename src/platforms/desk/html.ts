/** Text that is HTML already; everything else is escaped when it is put into a page. */
export interface Html {
  readonly markup: string;
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Builds HTML; what is put in is escaped unless it is `Html`. Null, undefined and false leave nothing. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Html {
  const [first = '', ...rest] = literals;
  return trusted(rest.reduce((page, literal, at) => page + markupOf(values[at]) + literal, first));
}

/** Takes markup as it is. */
export function trusted(markup: string): Html {
  return { markup };
}

/** Writes text so that it stands in HTML, between tags or in a quoted attribute, byte for byte. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r\0]/g, (character) => ESCAPES[character] ?? '');
}

/** A carriage return in the markup would be read as a line feed; NUL has no place in HTML at all. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\0': '\uFFFD',
};

function markupOf(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(markupOf).join('');
}
