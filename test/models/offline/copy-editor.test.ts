import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HarperLint } from '../../../src/models/offline/harper-protocol.ts';
import { findProtectedSpans } from '../../../src/text/protected-spans.ts';
import { fc } from '../../fast-check.ts';
import { sharedData } from '../../shared-data.ts';
import { applyComments, applySafe, commentsOf, inspect } from './setup.ts';

/** A linter that answers with what it is given. */
function harperSaying(lints: readonly HarperLint[] | null) {
  const asked: string[] = [];
  return {
    asked,
    lint: async (text: string) => {
      asked.push(text);
      return lints;
    },
    close: () => undefined,
  };
}

test('RC-069: a clean draft gets no comment at all', async () => {
  const { comments, limits } = await inspect('The build is green. Deploy starts at 14:00 UTC.');
  expect(comments).toEqual([]);
  expect(limits).toEqual([]);
});

test('RC-073: each line is read in its own language', async () => {
  const text = 'Hello all - voir ci-dessous.\nIls attendent votre réponse.';
  expect(await applySafe(text)).toBe(text);
  expect(await commentsOf(text)).toEqual([]);
});

test('RC-081: code, product names, surnames and links are not touched', async () => {
  const text = [
    'Nimbuss by Ms Recieve is here, see https://example.com/teh-recieve for more.',
    '',
    '```',
    'teh recieve alot',
    '```',
    '',
    'Mail teh.recieve@example.com or ask @recieve about it.',
  ].join('\n');
  const { comments } = await inspect(text, { house: { names: ['Nimbuss', 'Recieve'] } });
  expect(comments).toEqual([]);
});

test('RC-082: dialect, exclamation marks and the form of address stay', async () => {
  for (const text of [
    'The fibre team organised the programme!',
    'Hast du das schon gesehen? Wir freuen uns auf dich!',
  ]) {
    expect(await applySafe(text)).toBe(text);
    expect(await commentsOf(text)).toEqual([]);
  }
});

describe('other languages', () => {
  const german =
    'Wir haben heute eine neue Version veröffentlicht und freuen uns über Rückmeldungen. Das Treffen ist am Montag, den 3. März 2026.';

  test('get the checks that work in any language and a sentence about the rest', async () => {
    const { comments, limits } = await inspect(german);
    expect(comments.map((comment) => comment.rule)).toEqual(['weekday']);
    expect(limits).toHaveLength(1);
    expect(limits[0]).toMatch(/German.*not spelling or grammar/);
  });

  test('are not sent to the grammar checker', async () => {
    const harper = harperSaying([]);
    await inspect(german, { harper });
    expect(harper.asked).toEqual([]);
  });

  test('follow the language the caller knows', async () => {
    const { limits } = await inspect('Ok!', { language: 'nl' });
    expect(limits[0]).toContain('Dutch');
  });
});

describe('Harper', () => {
  const text = 'This is **bold** and it have its uses `it have` for the team of people we know.';
  const lint = (part: Partial<HarperLint>): HarperLint => ({
    rule: 'SomeRule',
    kind: 'Agreement',
    start: text.indexOf('have'),
    end: text.indexOf('have') + 4,
    suggestions: [{ type: 'replace', text: 'has' }],
    ...part,
  });

  test('findings are offered in our words', async () => {
    const { comments } = await inspect(text, { harper: harperSaying([lint({})]) });
    expect(comments).toMatchObject([
      {
        quote: 'have',
        trust: 'offered',
        rule: 'grammar/SomeRule',
        suggestion: { action: 'replace', text: 'has' },
      },
    ]);
  });

  test.each([
    ['a noisy rule', lint({ rule: 'OxfordComma' })],
    ['a matter of layout', lint({ kind: 'Formatting' })],
    ['a finding without a suggestion', lint({ suggestions: [] })],
    [
      'a finding in code',
      lint({ start: text.indexOf('it have`'), end: text.indexOf('it have`') + 7 }),
    ],
    ['an “it’s” that stands on its own', lint({ rule: 'ItsPossessive' })],
  ])('drops %s', async (_title, found) => {
    const { comments } = await inspect(text, { harper: harperSaying([found]) });
    expect(comments).toEqual([]);
  });

  test('saying nothing is told to the reader', async () => {
    const { limits } = await inspect(text, { harper: harperSaying(null) });
    expect(limits[0]).toMatch(/grammar checker did not answer/);
  });

  test('never beats what is safe to apply in the same place', async () => {
    const draft = 'We will recieve the parts for the team.';
    const start = draft.indexOf('recieve');
    const { comments } = await inspect(draft, {
      harper: harperSaying([
        lint({ start, end: start + 7, suggestions: [{ type: 'replace', text: 'relieve' }] }),
      ]),
    });
    expect(comments).toMatchObject([{ trust: 'safe', suggestion: { text: 'receive' } }]);
  });
});

test('a question about a link and a fix in its label both stay', async () => {
  const comments = await commentsOf('See the [recieve guide]() for the team.');
  expect(comments.map((comment) => comment.rule).sort()).toEqual([
    'broken-link',
    'spelling/listed',
  ]);
});

test('the same offer in several places is one comment that says so', async () => {
  const text = 'Ask a engineer first. Then ask a engineer again. And a engineer more.';
  const comments = await commentsOf(text, 'a-an');
  expect(comments).toHaveLength(1);
  expect(comments[0]?.problem).toContain('3 places');
});

test('an aborted inspection rejects', async () => {
  await expect(inspect('Some text here.', { signal: AbortSignal.abort() })).rejects.toThrow();
});

const words = fc.constantFrom(
  ...'the the i dont recieve alot teh `teh` [x](#y) https://a.b/teh @teh 2**3 “teh” 14:00–15:00 (2 h) TODO 🎉 é\u0301 用户 \n \n\n - # > | ``` ** ~~'.split(
    ' ',
  ),
  '\r\n',
  '\u202Eabc',
  'their own',
  '3 March 2026',
);
const drafts = fc.array(words, { maxLength: 40 }).map((parts) => parts.join(' '));

test('safe edits keep everything outside their ranges and every protected span', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (text) => {
      const { comments } = await inspect(text, {
        language: 'en',
        house: { names: ['recieve alot'] },
      });
      const safe = comments.filter((comment) => comment.trust === 'safe');
      const spans = findProtectedSpans(text, { names: ['recieve alot'] });
      let end = 0;
      for (const { start = -1, quote } of safe) {
        expect(start).toBeGreaterThanOrEqual(end);
        expect(text.slice(start, start + quote.length)).toBe(quote);
        end = start + quote.length;
        const touched = spans.filter((span) => span.start < end && start < span.end);
        expect(touched).toEqual([]);
      }
      const kept = findProtectedSpans(applyComments(text, safe), { names: ['recieve alot'] });
      expect(kept.map((span) => span.text)).toEqual(spans.map((span) => span.text));
    }),
    { numRuns: 150 },
  );
});

test('never throws, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), drafts),
      async (text) => {
        const { comments } = await inspect(text, { language: 'en' });
        for (const { start = -1, quote } of comments)
          expect(text.slice(start, start + quote.length)).toBe(quote);
      },
    ),
    { numRuns: 150 },
  );
});

test.skipIf(sharedData === null)(
  'real drafts get no safe edit that touches a link, number or code',
  async () => {
    const folder = join(sharedData ?? '', 'drafts');
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      const changed = await applySafe(text);
      const before = findProtectedSpans(text, { names: [] }).map((span) => span.text);
      expect(
        findProtectedSpans(changed, { names: [] }).map((span) => span.text),
        file,
      ).toEqual(before);
    }
  },
);

describe('the word list of a house', () => {
  const avoid = [
    { word: 'Handy', use: 'mobile phone', languages: ['de'] },
    { word: 'synergy', use: '', flagOnly: true },
    { word: 'utilise', use: 'use' },
  ];
  const house = { names: [], allowed: [], avoid };

  test('is quoted with the id of the rule that fired', async () => {
    const [comment] = await commentsOf('We utilise the quay every morning.', 'house-word', house);
    expect(comment?.problem).toBe('The house style avoids “utilise” (rule word/utilise).');
    expect(comment?.suggestion).toMatchObject({ action: 'replace', text: 'use' });
  });

  test('asks where it knows no better word, and changes nothing', async () => {
    const text = 'There is synergy between the two ferries this year.';
    const [comment] = await commentsOf(text, 'house-word', house);
    expect(comment).toMatchObject({ quote: 'synergy', suggestion: { action: 'ask' } });
    expect(await applySafe(text, house)).toBe(text);
  });

  test('leaves texts of other languages alone', async () => {
    const quotes = async (text: string) =>
      (await commentsOf(text, 'house-word', house)).map(({ quote }) => quote);
    expect(await quotes('The handy card fits into every pocket of the jacket.')).not.toContain(
      'handy',
    );
    expect(
      await quotes('Bitte stellen Sie Ihr Handy während der Überfahrt auf lautlos.'),
    ).toContain('Handy');
  });
});
