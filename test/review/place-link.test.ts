import { describe, expect, it } from 'vitest';
import { linkToPlace, resolvePlaceLinks } from '../../src/review/place-link.ts';
import { formatRef, type ThreadRef } from '../../src/review/refs.ts';

describe('links to places', () => {
  it.each([
    ['desk', ['general', 'm1']],
    ['desk', ['odd (one)', 'a:b %', '話題']],
  ])('bring the ref back whole: %s %j', (platform, parts) => {
    const thread = formatRef(platform, parts) as ThreadRef;
    const seen: string[] = [];

    const text = resolvePlaceLinks(`See ${linkToPlace('the thread', thread)}.`, (place) => {
      seen.push(place);
      return '/t/1';
    });

    expect(text).toBe('See [the thread](/t/1).');
    expect(seen).toEqual([thread]);
  });

  it('keep their label where there is no address, and leave other links alone', () => {
    const place = formatRef('desk', ['x']) as ThreadRef;
    const markdown = `${linkToPlace('here', place)} and [there](https://example.com)`;

    expect(resolvePlaceLinks(markdown, () => null)).toBe('here and [there](https://example.com)');
  });
});
