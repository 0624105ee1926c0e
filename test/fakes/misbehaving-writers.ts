/* Models that read well and write badly. */
import type { FakeReply, FakeScript, ReceivedRequest } from './openai-server.ts';
import {
  critiqueWith,
  onReading,
  onWriting,
  records,
  remarkOn,
  rewritten,
  textOf,
  wellBehaved,
  wordIn,
  wordsFor,
} from './well-behaved.ts';

const IN_ANOTHER_LANGUAGE = [
  'This is what the text says, in other words and in another language than it was written in, which nobody has asked for at all.',
  'Das steht in dem Text, mit anderen Worten und in einer anderen Sprache als der, in der er geschrieben war, worum niemand gebeten hat.',
] as const;

/** The plan carried out, with each edit's words and the whole text changed in the same way. */
const writing =
  (change: (words: string, request: ReceivedRequest) => string): (() => FakeScript) =>
  () =>
    onWriting((request): FakeReply => {
      if (request.purpose !== 'edits') {
        return { content: { text: change(rewritten(request), request), noChange: null } };
      }
      const edits = records(request).map((record) => ({
        commentIds: [record.id],
        sentenceId: record.sentenceId,
        find: record.quote,
        replace: change(wordsFor(record), request),
      }));
      return { content: { edits, notAddressed: [], noChange: null } };
    });

/** The plan carried out, and the whole text changed where there is one. */
const writingText =
  (change: (text: string) => string): (() => FakeScript) =>
  () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? wellBehaved(request)
        : { content: { text: change(rewritten(request)), noChange: null } },
    );

/** Edits other than the planned ones. */
const editing =
  (edits: (request: ReceivedRequest) => object[]): (() => FakeScript) =>
  () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? { content: { edits: edits(request), notAddressed: [], noChange: null } }
        : wellBehaved(request),
    );

const paragraphs = (text: string) => text.split(/\n\s*\n/);

/** By name, a script for each way. A new one each time: some remember what they did. */
export const MISBEHAVING_WRITERS: Readonly<Record<string, () => FakeScript>> = {
  'refuses to write': () => onWriting(() => ({ content: '', refusal: 'No.' })),
  'cuts what it writes': () =>
    onWriting((request) => ({ ...wellBehaved(request), finish: 'length' }) as FakeReply),
  'rewrites in another language': () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? wellBehaved(request)
        : {
            content: {
              text: IN_ANOTHER_LANGUAGE[/[a-z]{2} the /.test(textOf(request)) ? 1 : 0],
              noChange: null,
            },
          },
    ),
  'edits in another language': editing((request) =>
    records(request).map(({ id, sentenceId, quote }) => ({
      commentIds: [id],
      sentenceId,
      find: quote,
      replace: IN_ANOTHER_LANGUAGE[/[a-z]{2} the /.test(textOf(request)) ? 1 : 0],
    })),
  ),
  'writes no draft': () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? { content: { edits: [], notAddressed: [], noChange: null } }
        : { content: { text: 'No changes are needed.', noChange: null } },
    ),
  'sees no need for a change': () =>
    onWriting((request) => ({
      content:
        request.purpose === 'edits'
          ? { edits: [], notAddressed: [], noChange: '—' }
          : { text: null, noChange: '—' },
    })),
  'leaves the plan undone': () =>
    onWriting((request) => ({
      content: {
        edits: [],
        notAddressed: records(request).map(({ id }) => ({ commentId: id, why: '—' })),
        noChange: null,
        text: null,
      },
    })),
  'writes a critique for a draft': () =>
    onWriting((request) => ({
      content: {
        edits: [],
        notAddressed: [],
        noChange: null,
        text: `Feedback: ${textOf(request)}`,
      },
    })),
  'writes an empty text': writing(() => ''),
  'invents facts and links': writing(
    (words) => `${words} Ask Zorblax or see https://evil.example/4711 for 4711 more.`,
  ),
  'invents a number': writing((words) => `${words} 4711`),
  'invents a name': writing((words) => words.replace(/x(?![\p{L}\p{N}])/u, 'x Zorblax')),
  'invents a link': writing((words) => `[${words}](https://evil.example/)`),
  'invents a bare address': writing((words) => `${words} evil-zorblax.com`),
  'mentions everybody': writing((words) => `<!channel> <@U0ZZZ> ${words} <!here>`),
  'announces what it wrote': writingText(
    (text) => `Here is the revised version:\n\n${text}\n\nLet me know if you need anything else!`,
  ),
  'announces it in other words': writingText(
    (text) => `Zorblax has done this for you.\n\n${text}\n\n— Your Zorblax`,
  ),
  'fences what it wrote': writingText((text) => `\`\`\`markdown\n${text}\n\`\`\``),
  'quotes what it wrote': writingText((text) => `"${text}"`),
  'drops a paragraph': writingText((text) => {
    const parts = paragraphs(text);
    return parts.filter((_, at) => at !== Math.floor(parts.length / 2)).join('\n\n');
  }),
  'drops the end': writingText((text) => text.slice(0, Math.floor(text.length * 0.7))),
  'drops its numbers': writingText((text) => text.replaceAll(/\d+/g, 'some')),
  'drops its links': writingText((text) => text.replaceAll(/https?:\/\/\S+/g, '')),
  'changes its numbers': writingText((text) =>
    text.replace(/\d+/, (number) => String(Number(number) + 1)),
  ),
  'swaps paragraphs': writingText((text) => paragraphs(text).toReversed().join('\n\n')),
  'joins all paragraphs': writingText((text) => text.replaceAll(/\s*\n\s*/g, ' ')),
  'says everything twice': writingText((text) => `${text}\n\n${text}`),
  'writes forever': writingText((text) => `${text} ${'bla '.repeat(50_000)}`),
  'denies what it says': writingText((text) =>
    text.replace(/\b(is|are|will|can)\b/, '$1 not').replace(/\b(ist|sind|wird|kann)\b/, '$1 nicht'),
  ),
  'drops doubts and denials': writingText((text) =>
    text.replaceAll(/ (?:not|never|may|might|nicht|vielleicht|kein)(?= )/g, ''),
  ),
  'changes its code': writingText((text) => text.replaceAll(/`[^`]+`/g, '`Zorblax`')),
  'changes letters nobody sees': writing((words) =>
    words.replaceAll('a', 'а').replaceAll(' ', '\u00a0'),
  ),
  'hides characters in what it writes': writing((words) => `\u202e${words}\u200b\u2066`),
  'repeats the prompt in what it writes': writing(
    (words, { prompt }) => `${words}\n${prompt.slice(0, 300)}`,
  ),
  'keeps sentence numbers': () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? wellBehaved(request)
        : {
            content: {
              text: /<doc-[0-9a-f]+>\n([\s\S]*?)\n<\/doc-/.exec(request.prompt)?.[1] ?? '',
              noChange: null,
            },
          },
    ),
  'makes up placeholders': writing((words) => `${words} [secret 9] ⟦7⟧`),
  'edits what is not there': editing(() => [
    {
      commentIds: ['Zorblax'],
      sentenceId: 'S1',
      find: 'Zorblax of the 4711 words',
      replace: 'Zorblax',
    },
  ]),
  'edits what was not planned': editing((request) => {
    const text = textOf(request);
    const word = wordIn(text.replace(wordIn(text), ''));
    return [
      {
        commentIds: records(request).map(({ id }) => id),
        sentenceId: null,
        find: word,
        replace: 'Zorblax',
      },
    ];
  }),
  'edits the same words twice': editing((request) =>
    records(request).flatMap((record) =>
      [wordsFor(record), 'Zorblax'].map((replace) => ({
        commentIds: [record.id],
        sentenceId: record.sentenceId,
        find: record.quote,
        replace,
      })),
    ),
  ),
  'edits half of a character': () => {
    const emoji = '😀';
    return (request) => {
      if (request.purpose !== 'critique' && request.purpose !== 'edits')
        return wellBehaved(request);
      if (request.purpose === 'critique') return onReading(wellBehaved)(request);
      return {
        content: {
          edits: records(request).map(({ id, sentenceId, quote }) => ({
            commentIds: [id],
            sentenceId,
            find: quote.slice(1),
            replace: emoji[0],
          })),
          notAddressed: [],
          noChange: null,
        },
      };
    };
  },
  'flips back and forth': () => {
    let isForth = false;
    const own = new Set<string>();
    return (request) => {
      if (request.purpose === 'critique') {
        const text = textOf(request);
        const chosen = [...own].find((each) => text.includes(each)) ?? wordIn(text);
        own.add(chosen);
        const word = text.includes(`${chosen}x`) ? `${chosen}x` : chosen;
        return critiqueWith(
          remarkOn(word, { suggestion: { action: 'replace', text: null, instruction: '→' } }),
        );
      }
      isForth = !isForth;
      const edits = records(request).map(({ id, sentenceId, quote }) => ({
        commentIds: [id],
        sentenceId,
        find: quote,
        replace: isForth ? `${quote}x` : quote.replace(/x$/, ''),
      }));
      const [edit] = edits;
      return {
        content: {
          ...{ edits, notAddressed: [], noChange: null },
          text: edit === undefined ? null : textOf(request).replace(edit.find, edit.replace),
        },
      };
    };
  },
};
