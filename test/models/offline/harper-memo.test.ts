import { expect, it } from 'vitest';
import type { HarperLinter } from '../../../src/models/offline/harper.ts';
import { rememberParagraphs } from '../../../src/models/offline/harper-memo.ts';
import type { HarperLint } from '../../../src/models/offline/harper-protocol.ts';

const { signal } = new AbortController();

/** Finds every "bad", and says what it was asked. */
function createFinder(): HarperLinter & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    close: () => {},
    lint: async (text) => {
      asked.push(text);
      return [...text.matchAll(/bad/g)].map(
        ({ index }): HarperLint => ({
          rule: 'Bad',
          kind: 'Style',
          start: index,
          end: index + 3,
          suggestions: [],
        }),
      );
    },
  };
}

const places = (lints: readonly HarperLint[] | null) =>
  lints?.map(({ start, end }) => [start, end]);

it('asks about changed paragraphs alone and places every finding in the whole text', async () => {
  const finder = createFinder();
  const harper = rememberParagraphs(finder);
  const first = 'a bad one\n\ngood\r\n\r\nbad bad\n';
  const second = 'a bad one\n\nnow bad\r\n\r\nbad bad\n';
  const all = (text: string) => [...text.matchAll(/bad/g)].map(({ index }) => [index, index + 3]);
  expect(places(await harper.lint(first, {}, signal))).toEqual(all(first));
  expect(places(await harper.lint(second, {}, signal))).toEqual(all(second));
  expect(finder.asked).toEqual(['a bad one\n\ngood\n\nbad bad\n', 'now bad']);
});

it('asks again for another dialect', async () => {
  const finder = createFinder();
  const harper = rememberParagraphs(finder);
  await harper.lint('bad', { dialect: 'en-US' }, signal);
  await harper.lint('bad', { dialect: 'en-GB' }, signal);
  expect(finder.asked).toHaveLength(2);
});

it('remembers nothing when there was no answer', async () => {
  let answers = 0;
  const harper = rememberParagraphs({
    close: () => {},
    lint: async () => {
      answers += 1;
      return answers === 1 ? null : [];
    },
  });
  expect(await harper.lint('text', {}, signal)).toBeNull();
  expect(await harper.lint('text', {}, signal)).toEqual([]);
  expect(await harper.lint('text', {}, signal)).toEqual([]);
  expect(answers).toBe(2);
});
