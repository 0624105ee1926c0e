import { expect, it } from 'vitest';
import { createTargetFilter } from '../../src/models/output-targets.ts';
import { renderMarkdown } from '../../src/platforms/desk/markdown-html.ts';
import { fc } from '../fast-check.ts';

const KNOWN = 'https://example.com/a';
const targets = createTargetFilter([`See ${KNOWN}`]);

/** Where a page leads with links and pictures. */
function leads(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].flatMap((match) => {
    const address = (match[1] ?? '').replaceAll('&amp;', '&');
    // Renderers differ in where an address ends.
    return !address.startsWith(KNOWN) && isSomewhere(address) ? [address] : [];
  });
}

/** A name without a dot, or with characters no name has, leads nowhere. */
function isSomewhere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'mailto:' || hostname === '' || /^[\w.-]*\w\.+\w[\w.-]*$/.test(hostname);
}

it('L14 a page shows no link or picture that a model made up, however it was written', () => {
  const part = fc.constantFrom(
    ...['[', '](', ')', ']', '<', '>', '!', '@', '`', '\\', '|', '"', '(', '*', '_', '~', '-', '#'],
    ...['&colon;', '&sol;', '&#47;', '&#x2f;', '&period;', '&commat;', '&amp;', '&Tab;', '&shy;'],
    ...['https', 'http', 'mailto:', 'ftp', ':', '//', '/', '.', 'www', 'evil', 'example', 'a', ' '],
    ...['\n', '1. ', '> ', '[r]:', '[r]', 'evil.com', 'x@y.org', 'sol;', '&', KNOWN],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 22 }), (parts) => {
      const clean = targets.clean(parts.join(''));
      expect({ clean, leads: leads(renderMarkdown(clean).markup) }).toEqual({ clean, leads: [] });
    }),
    { numRuns: 3_000 },
  );
});
