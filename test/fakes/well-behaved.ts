/*
 * Every way in which a model server is known to misbehave, on top of a model that otherwise does its job on
 * any text in any language. Remarks are too short to be in a language.
 */
import { extractFacts } from '../../src/text/facts.ts';
import { ACCEPT } from './editor-replies.ts';
import type { FakeReply, FakeScript, ReceivedRequest } from './openai-server.ts';

/** What no draft holds; a result that does has let an invention through. */
export const INVENTED = ['evil.example', '4711', 'Zorblax'] as const;

/** The text in a prompt without its tags and numbers. */
function textOf({ prompt }: ReceivedRequest): string {
  const block = /<doc-[0-9a-f]+(?:-a)?>\n([\s\S]*?)\n<\/doc-/.exec(prompt)?.[1] ?? '';
  return block.replaceAll(/\[S\d+\] ?/g, '');
}

/** A word of the text that nothing hangs on, once it was not changed yet. */
function wordIn(text: string): string {
  const words = text.match(/(?<=[\p{Ll}\p{Lo}] )[\p{Ll}\p{Lo}]{4,}(?= [\p{Ll}\p{Lo}])/gu) ?? [];
  const isPlain = (word: string) =>
    text.split(word).length === 2 && extractFacts(`We ${word} it.`).length === 0;
  return words.find(isPlain) ?? '';
}

function remarkOn(quote: string, more: object = {}): object {
  return {
    quote,
    sentenceId: null,
    lastSentenceId: null,
    kind: 'clarity',
    severity: 'major',
    problem: `„${quote}“?`,
    why: '—',
    suggestion: { action: 'replace', text: `${quote}x`, instruction: `→ ${quote}x` },
    ...more,
  };
}

function critiqueWith(...comments: object[]): FakeReply {
  return {
    content: {
      checks: [],
      strengths: [],
      comments,
      followUps: [],
      criteria: [],
      verdict: comments.length === 0 ? 'accept' : 'revise',
    },
  };
}

function records({ prompt }: ReceivedRequest) {
  const lines = /<plan-[0-9a-f]+>\n([\s\S]*?)\n<\/plan-/.exec(prompt)?.[1]?.split('\n') ?? [];
  return lines.map((line) => JSON.parse(line));
}

/** Does what is asked: marks a word, carries out the plan, writes the text anew. */
export const wellBehaved: FakeScript = (request) => {
  const text = textOf(request);
  if (request.purpose === 'critique') {
    const word = wordIn(text);
    return word === '' || text.includes(`${word}x`) ? ACCEPT : critiqueWith(remarkOn(word));
  }
  if (request.purpose === 'edits') {
    const edits = records(request).map(({ id, sentenceId, quote, suggestion }) => ({
      commentIds: [id],
      sentenceId,
      find: quote,
      replace: suggestion.text,
    }));
    return { content: { edits, notAddressed: [], noChange: null } };
  }
  return { content: { text: rewritten(request), noChange: null } };
};

function rewritten(request: ReceivedRequest): string {
  return records(request).reduce(
    (text: string, { quote, suggestion }) => text.replace(quote, suggestion.text),
    textOf(request),
  );
}

const answer = (reply: FakeReply, change: (content: object) => object | string): FakeReply =>
  'content' in reply && typeof reply.content === 'object' && reply.content !== null
    ? { ...reply, content: change(reply.content) }
    : reply;

const always =
  (reply: FakeReply): FakeScript =>
  () =>
    reply;
const onWriting =
  (reply: (request: ReceivedRequest) => FakeReply): FakeScript =>
  (request) =>
    request.purpose === 'critique' ? wellBehaved(request) : reply(request);

function sayInvented(request: ReceivedRequest): FakeReply {
  const extra = 'Ask Zorblax or see https://evil.example/4711 for 4711 more.';
  if (request.purpose !== 'edits') {
    return { content: { text: `${rewritten(request)}\n\n${extra}`, noChange: null } };
  }
  const edits = records(request).map(({ id, sentenceId, quote }) => ({
    commentIds: [id],
    sentenceId,
    find: quote,
    replace: `${quote} ${extra}`,
  }));
  return { content: { edits, notAddressed: [], noChange: null } };
}

/** By name, a script for each way. A new one each time: some remember what they did. */
export const MISBEHAVIOURS: Readonly<Record<string, () => FakeScript>> = {
  'does its job': () => wellBehaved,
  'cuts every answer': () => (request) =>
    ({ ...wellBehaved(request), finish: 'length' }) as FakeReply,
  'thinks until nothing is left': () => always({ content: null, finish: 'length' }),
  'cuts first answers only': () => {
    const seen = new Set<string>();
    return (request) => {
      const isNew = !seen.has(request.prompt.slice(-4_000));
      seen.add(request.prompt.slice(-4_000));
      return { ...wellBehaved(request), ...(isNew ? { finish: 'length' } : {}) } as FakeReply;
    };
  },
  'is busy and names a pause': () => always({ status: 429, headers: { 'retry-after': '0' } }),
  'is busy and names none': () => always({ status: 429 }),
  'wants a pause of an hour': () => always({ status: 429, headers: { 'retry-after': '3600' } }),
  'is broken': () => always({ status: 500 }),
  'is broken every other time': () => (request) =>
    request.number % 2 === 1 ? { status: 503 } : wellBehaved(request),
  'sends half a JSON': () => always({ content: '{"comments": [{"quote": "a' }),
  'sends another JSON': () => always({ content: { comments: 'none', verdict: 7, text: 5 } }),
  'sends prose': () => always({ content: 'I think the draft is fine as it is.' }),
  'sends an empty answer': () => always({ content: '' }),
  'sends HTML': () => always({ raw: '<html>Sign in</html>', type: 'text/html' }),
  'sends a stream': () =>
    always({ raw: 'data: {"choices": []}\n\ndata: [DONE]\n\n', type: 'text/event-stream' }),
  'sends an error with status 200': () =>
    always({ raw: '{"error": {"message": "overloaded", "code": 502}}', type: 'application/json' }),
  'says nothing': () => always({ hang: 'silent' }),
  'stops in the middle': () => always({ hang: 'after headers' }),
  'hangs up': () => always({ drop: true }),
  refuses: () => always({ content: null, refusal: 'I cannot help with that.' }),
  filters: () => always({ content: '', finish: 'content_filter' }),
  'refuses to write': () => onWriting(() => ({ content: '', refusal: 'No.' })),
  'knows no schema': () => (request) =>
    request.body.response_format === undefined
      ? wellBehaved(request)
      : { status: 400, error: { message: "'response_format' is not supported here" } },
  'knows no limits': () => (request) =>
    request.body.max_completion_tokens === undefined && request.body.max_tokens === undefined
      ? wellBehaved(request)
      : {
          status: 400,
          error: {
            message: `Unsupported parameter: '${request.body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'}'`,
          },
        },
  'wraps its JSON': () => (request) =>
    answer(
      wellBehaved(request),
      (content) => `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(content)}\n\`\`\`\nEnjoy!`,
    ),
  'answers in English': () => (request) =>
    request.purpose === 'critique'
      ? critiqueWith(
          remarkOn(wordIn(textOf(request)), {
            problem: 'This is a word that the reader will have to think about for a while.',
            why: 'There is no need for it, and it makes the whole sentence harder to read.',
          }),
        )
      : wellBehaved(request),
  'rewrites in English': () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? wellBehaved(request)
        : {
            content: {
              text: 'This is what the text says, in other words and in another language than it was written in, which nobody has asked for at all.',
              noChange: null,
            },
          },
    ),
  'writes no draft': () =>
    onWriting((request) =>
      request.purpose === 'edits'
        ? { content: { edits: [], notAddressed: [], noChange: null } }
        : { content: { text: 'No changes are needed.', noChange: null } },
    ),
  'invents facts and links': () => onWriting(sayInvented),
  'remarks with links and mentions': () => (request) =>
    request.purpose === 'critique'
      ? critiqueWith(
          remarkOn(wordIn(textOf(request)), {
            problem: '[x](https://evil.example/4711) @everyone <!channel>',
            suggestion: {
              action: 'replace',
              text: 'https://evil.example/?q=1',
              instruction: '![p](//evil.example/p.png)',
            },
          }),
        )
      : wellBehaved(request),
  'quotes what is not there': () => (request) =>
    request.purpose === 'critique'
      ? critiqueWith(remarkOn('Zorblax of the 4711 words'))
      : wellBehaved(request),
  'gives orders': () => (request) =>
    request.purpose === 'critique'
      ? critiqueWith(remarkOn('', { kind: 'structure', problem: 'Make it more engaging.' }))
      : wellBehaved(request),
};
