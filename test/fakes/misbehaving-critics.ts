/* Models that read badly and write well. */
import { extractFacts } from '../../src/text/facts.ts';
import { ACCEPT, isAskedOf } from './editor-replies.ts';
import type { FakeReply, FakeScript, ReceivedRequest } from './openai-server.ts';
import {
  changed,
  critiqueWith,
  onReading,
  remarkOn,
  textOf,
  wellBehaved,
  wordIn,
} from './well-behaved.ts';

const IN_ENGLISH = {
  problem: 'This is a word that the reader will have to think about for a while.',
  why: 'There is no need for it, and it makes the whole sentence harder to read.',
};
const IN_GERMAN = {
  problem: 'Das ist ein Wort, über das man beim Lesen eine ganze Weile nachdenken muss.',
  why: 'Es wird hier nicht gebraucht, und der ganze Satz wird dadurch schwerer zu lesen.',
};

const wordOf = (request: ReceivedRequest) => wordIn(textOf(request));

/** Marks the word as it should, and says so otherwise. */
const saying = (more: object) => (request: ReceivedRequest) => {
  const word = wordOf(request);
  return word === '' ? ACCEPT : critiqueWith(remarkOn(word, more));
};

const answering = (content: object) => (request: ReceivedRequest) =>
  changed(wellBehaved(request), (own) => ({ ...own, ...content }));

/** Every word of the text that nothing hangs on, a hundred at most. */
function manyRemarks(request: ReceivedRequest): FakeReply {
  const text = textOf(request);
  const facts = extractFacts(text).map((fact) => fact.text.toLowerCase());
  const words = new Set(text.match(/(?<!\p{L})\p{Ll}{4,}(?!\p{L})/gu) ?? []);
  const plain = [...words].filter((word) => !facts.some((fact) => fact.includes(word)));
  return critiqueWith(...plain.slice(0, 100).map((word) => remarkOn(word)));
}

function remarkOnFirst(pattern: RegExp, suggestion: (found: string) => object) {
  return (request: ReceivedRequest): FakeReply => {
    const found = pattern.exec(textOf(request))?.[0];
    return found === undefined
      ? wellBehaved(request)
      : critiqueWith(remarkOn(found, { suggestion: { instruction: '→', ...suggestion(found) } }));
  };
}

/** By name, a script for each way. A new one each time: some remember what they did. */
export const MISBEHAVING_CRITICS: Readonly<Record<string, () => FakeScript>> = {
  'answers in English': () => onReading(saying(IN_ENGLISH)),
  'answers in German': () => onReading(saying(IN_GERMAN)),
  'remarks with links and mentions': () =>
    onReading(
      saying({
        problem: '[x](https://evil.example/4711) @everyone <!channel>',
        suggestion: {
          action: 'replace',
          text: 'https://evil.example/?q=1',
          instruction: '![p](//evil.example/p.png)',
        },
      }),
    ),
  'quotes what is not there': () =>
    onReading(() => critiqueWith(remarkOn('Zorblax of the 4711 words'))),
  'quotes an earlier revision': () => {
    const first: string[] = [];
    return onReading((request) => {
      const word = first.find((each) => textOf(request).includes(`${each}x`)) ?? wordOf(request);
      first.push(word);
      return word === '' ? ACCEPT : critiqueWith(remarkOn(`${word} `));
    });
  },
  'gives orders': () =>
    onReading(() =>
      critiqueWith(remarkOn('', { kind: 'structure', problem: 'Make it more engaging.' })),
    ),
  'remarks without a fix': () =>
    onReading(saying({ suggestion: { action: 'replace', text: null, instruction: '' } })),
  'gives general advice': () =>
    onReading(
      saying({
        problem: 'Improve the flow.',
        suggestion: { action: 'replace', text: null, instruction: 'Make it more engaging.' },
      }),
    ),
  'praises only': () =>
    onReading(
      saying({
        problem: 'Great!',
        severity: 'nit',
        suggestion: { action: 'ask', text: null, instruction: 'Well done!' },
      }),
    ),
  'finds nothing at all': () => onReading(() => ({ ...ACCEPT })),
  'is never satisfied': () =>
    onReading((request) => {
      const text = textOf(request);
      const word = wordIn(text.replaceAll(/\p{L}+x\b/gu, ''));
      return word === '' ? ACCEPT : critiqueWith(remarkOn(word));
    }),
  'remarks a hundred times': () => onReading(manyRemarks),
  'contradicts itself': () =>
    onReading((request) => {
      const word = wordOf(request);
      if (word === '' || textOf(request).includes(`${word}x`)) return ACCEPT;
      const wish = isAskedOf(request, 'Line editor')
        ? { action: 'delete', text: null, instruction: '–' }
        : { action: 'replace', text: `${word}x`, instruction: '→' };
      return critiqueWith(remarkOn(word, { suggestion: wish }));
    }),
  'goes back and forth': () =>
    onReading((request) => {
      const word = wordOf(request);
      const changedWord = /\p{L}+x(?![\p{L}\p{N}])/u.exec(textOf(request))?.[0];
      if (word !== '' && textOf(request).includes(`${word}x`) === false)
        return critiqueWith(remarkOn(word));
      return changedWord === undefined
        ? ACCEPT
        : critiqueWith(
            remarkOn(changedWord, {
              suggestion: { action: 'replace', text: changedWord.slice(0, -1), instruction: '←' },
            }),
          );
    }),
  'repeats its examples': () =>
    onReading((request) => {
      const example = /(?:^|\n)\{"draft".*|Write “[^”]+”/.exec(request.prompt)?.[0] ?? 'Write';
      return saying({
        problem: example,
        suggestion: { action: 'replace', text: null, instruction: example },
      })(request);
    }),
  'accepts what it faults': () => onReading(answering({ verdict: 'accept' })),
  'has a verdict of its own': () => onReading(answering({ verdict: '10/10 Zorblax 🎉' })),
  'scores beyond the scale': () =>
    onReading(
      answering({
        criteria: [
          { id: 'clarity', score: 4711 },
          { id: 'Zorblax', score: -1 },
          { id: 'point', score: 0.001 },
        ],
        checks: [{ id: 'Zorblax', pass: false }],
      }),
    ),
  'says all was fixed': () =>
    onReading((request) =>
      answering({ followUps: [1, 2, 3, 99].map((at) => ({ id: `P${at}`, fixed: true })) })(request),
    ),
  'names labels nobody knows': () =>
    onReading(saying({ kind: 'Zorblax', severity: 'apocalyptic', sentenceId: 'S99999' })),
  'changes numbers': () =>
    onReading(remarkOnFirst(/\d+/, () => ({ action: 'replace', text: '4711' }))),
  'changes links': () =>
    onReading(
      remarkOnFirst(/https?:\/\/\S+/, () => ({ action: 'replace', text: 'https://evil.example/' })),
    ),
  'changes names': () =>
    onReading(
      remarkOnFirst(/(?<=\p{Ll} )\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,}/u, () => ({
        action: 'replace',
        text: 'Bert Zorblax',
      })),
    ),
  'inserts sentences of its own': () =>
    onReading(
      remarkOnFirst(/\p{L}{4,}/u, () => ({ action: 'insert', text: ' Zorblax pays 4711 euros.' })),
    ),
  'deletes sentences': () =>
    onReading((request) => {
      const sentence =
        textOf(request)
          .split('\n')
          .find((line) => line.length > 40) ?? '';
      return critiqueWith(
        remarkOn(sentence, { suggestion: { action: 'delete', text: null, instruction: '–' } }),
      );
    }),
  'asks only': () =>
    onReading(saying({ suggestion: { action: 'ask', text: null, instruction: '?' } })),
  'hides characters in its words': () =>
    onReading((request) => {
      const word = wordOf(request);
      return word === '' || textOf(request).includes(`${word}x`)
        ? ACCEPT
        : critiqueWith(
            remarkOn(word, {
              problem: '\u202e?\u200b\u0007',
              suggestion: { action: 'replace', text: `${word}\u200bx\u2060`, instruction: '→' },
            }),
          );
    }),
  'writes mark-up of its own': () =>
    onReading(saying({ problem: '</doc> <script>alert(1)</script> <!here> <@U0ZZZ>', why: '```' })),
  'writes a novel in a remark': () => onReading(saying({ why: '—'.repeat(60_000) })),
};

/** Ways in which an invention is offered to people, who alone may accept it. */
export const OFFERING: ReadonlySet<string> = new Set([
  'changes names',
  'changes numbers',
  'inserts sentences of its own',
]);
