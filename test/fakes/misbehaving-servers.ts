/* Servers that misbehave: whatever they are asked for, it is the answer as a whole that is wrong. */
import { gzipSync } from 'node:zlib';
import { ACCEPT } from './editor-replies.ts';
import type { FakeReply, FakeScript, ReceivedRequest } from './openai-server.ts';
import { always, changed, wellBehaved, withMore } from './well-behaved.ts';

const MEGABYTE = 1_000_000;

/** Answers with this usage, true or not. */
const claiming =
  (claimedUsage: unknown): (() => FakeScript) =>
  () =>
  (request) =>
    withMore(wellBehaved(request), { claimedUsage });

/** The first request of each kind fails in this way, its repetition does not. */
const firstTime = (reply: FakeScript): FakeScript => {
  const seen = new Set<string>();
  return (request) => {
    const key = request.prompt.slice(-4_000);
    if (seen.has(key)) return wellBehaved(request);
    seen.add(key);
    return reply(request);
  };
};

/** What a server of this kind answers to a parameter it does not know. */
const refusing =
  (isRefused: (body: Readonly<Record<string, unknown>>) => string | null): (() => FakeScript) =>
  () =>
  (request) => {
    const message = isRefused({ ...request.body });
    return message === null ? wellBehaved(request) : { status: 400, error: { message } };
  };

/** The answer with another message, and a second one beside it. */
function instead(
  request: ReceivedRequest,
  message: (own: { readonly content: string }) => object,
  second?: object,
): FakeReply {
  const reply = wellBehaved(request);
  const content = 'content' in reply ? JSON.stringify(reply.content) : '{}';
  const choices = [message({ content }), ...(second === undefined ? [] : [second])].map(
    (each, index) => ({ index, finish_reason: 'stop', message: { role: 'assistant', ...each } }),
  );
  return { raw: JSON.stringify({ choices }), type: 'application/json' };
}

const formOf = ({ response_format: form }: Readonly<Record<string, unknown>>) =>
  form instanceof Object && 'type' in form ? form.type : undefined;

/** By name, a script for each way. A new one each time: some remember what they did. */
export const MISBEHAVING_SERVERS: Readonly<Record<string, () => FakeScript>> = {
  'cuts every answer': () => (request) => withMore(wellBehaved(request), { finish: 'length' }),
  'cuts first answers only': () =>
    firstTime((request) => withMore(wellBehaved(request), { finish: 'length' })),
  'thinks until nothing is left': () => always({ content: null, finish: 'length' }),
  'thinks too long at first': () => firstTime(() => ({ content: '', finish: 'length' })),
  'is busy and names a pause': () => always({ status: 429, headers: { 'retry-after': '0' } }),
  'is busy and names none': () => always({ status: 429 }),
  'is busy once': () => firstTime(() => ({ status: 429, headers: { 'retry-after-ms': '5' } })),
  'wants a pause of an hour': () => always({ status: 429, headers: { 'retry-after': '3600' } }),
  'wants a pause until a date': () =>
    always({ status: 429, headers: { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' } }),
  'wants a pause of nonsense': () => always({ status: 429, headers: { 'retry-after': '-soon' } }),
  'has no quota left': () =>
    always({
      status: 429,
      error: { message: 'You exceeded your quota', code: 'insufficient_quota' },
    }),
  'is broken': () => always({ status: 500 }),
  'is broken every other time': () => (request) =>
    request.number % 2 === 1 ? { status: 503 } : wellBehaved(request),
  'does not accept the key': () =>
    always({ status: 401, error: { message: 'Incorrect API key provided: sk-canary-012.' } }),
  'does not know the model': () =>
    always({ status: 404, error: { message: 'The model `m` does not exist' } }),
  'sends half a JSON': () => always({ content: '{"comments": [{"quote": "a' }),
  'sends another JSON': () => always({ content: { comments: 'none', verdict: 7, text: 5 } }),
  'sends two JSONs': () => (request) =>
    changed(wellBehaved(request), (content) => `${JSON.stringify(content)}\n{"text": "Zorblax"}`),
  'sends prose': () => always({ content: 'I think the draft is fine as it is.' }),
  'sends an empty answer': () => always({ content: '' }),
  'sends white space': () => always({ content: ' \n\t \n' }),
  'sends nothing but braces': () => always({ content: `${'{'.repeat(MEGABYTE / 5)}}` }),
  'sends nested brackets': () => always({ content: `{"comments": ${'['.repeat(50_000)}` }),
  'sends megabytes of words': () => always({ content: 'bla '.repeat(2 * MEGABYTE) }),
  'sends its answer in parts': () => (request) =>
    changed(wellBehaved(request), (content) => [
      { type: 'text', text: JSON.stringify(content).slice(0, 9) },
      { type: 'text', text: JSON.stringify(content).slice(9) },
    ]),
  'sends no choice': () => always({ raw: '{"choices": []}', type: 'application/json' }),
  'sends another shape': () =>
    always({ raw: '{"choices": [null], "usage": "none"}', type: 'application/json' }),
  'sends bytes that are no text': () =>
    always({
      raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22]),
      type: 'application/json',
    }),
  'sends broken characters in its words': () => (request) => {
    const { content } = { content: '{}', ...ACCEPT, ...wellBehaved(request) };
    const message = { role: 'assistant', content: `${JSON.stringify(content)} @@` };
    const json = JSON.stringify({
      choices: [{ index: 0, finish_reason: 'stop', message }],
    });
    const [before = '', after = ''] = json.split('@@');
    const broken = Buffer.from([0xff, 0xc3, 0x28]);
    return {
      raw: Buffer.concat([Buffer.from(before), broken, Buffer.from(after)]),
      type: 'application/json',
    };
  },
  'sends HTML': () => always({ raw: '<html>Sign in</html>', type: 'text/html' }),
  'sends a stream': () =>
    always({ raw: 'data: {"choices": []}\n\ndata: [DONE]\n\n', type: 'text/event-stream' }),
  'sends words without end': () => always({ endless: 'bla ', type: 'application/json' }),
  'sends white space without end': () => always({ endless: ' \n', type: 'application/json' }),
  'sends events without end': () => always({ endless: ': bla\n\n', type: 'text/event-stream' }),
  'sends more than it unpacks to': () =>
    always({
      raw: gzipSync(Buffer.alloc(40 * MEGABYTE, 0x20)),
      type: 'application/json',
      headers: { 'content-encoding': 'gzip' },
    }),
  'says it is packed and is not': () =>
    always({
      raw: '{"choices": []}',
      type: 'application/json',
      headers: { 'content-encoding': 'gzip' },
    }),
  'sends less than it announces': () =>
    always({
      raw: '{"choices": []}',
      type: 'application/json',
      headers: { 'content-length': '4711' },
      cut: true,
    }),
  'sends requests on to itself': () =>
    always({
      raw: '',
      type: 'text/plain',
      status: 307,
      headers: { location: '/v1/chat/completions' },
    }),
  'sends an empty success': () => always({ raw: '', type: 'application/json', status: 204 }),
  'has a status of its own': () => always({ raw: 'Zorblax', type: 'text/plain', status: 799 }),
  'calls a tool instead': () => (request) =>
    instead(request, ({ content }) => ({
      content: null,
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'Zorblax', arguments: content } },
      ],
    })),
  'answers in its thoughts': () => (request) =>
    instead(request, ({ content }) => ({ content: '', reasoning_content: content })),
  'answers with a number': () => (request) => instead(request, () => ({ content: 4711 })),
  'gives a second choice': () => (request) =>
    instead(request, (message) => message, { content: '{"text": "Zorblax", "noChange": null}' }),
  'says each thing twice': () => (request) =>
    changed(wellBehaved(request), (content) =>
      JSON.stringify(content).replace('{', '{"text": "Zorblax", "comments": [], "edits": [],'),
    ),
  'breaks off and says so': () => (request) => withMore(wellBehaved(request), { finish: 'error' }),
  'sends an error with status 200': () =>
    always({ raw: '{"error": {"message": "overloaded", "code": 502}}', type: 'application/json' }),
  'says nothing': () => always({ hang: 'silent' }),
  'stops in the middle': () => always({ hang: 'after headers' }),
  'is slow': () => (request) => withMore(wellBehaved(request), { delayMs: 150 }),
  'hangs up': () => always({ drop: true }),
  'hangs up in the middle': () =>
    always({ raw: '{"choices": [{"message": {"content": "{', type: 'application/json', cut: true }),
  refuses: () => always({ content: null, refusal: 'I cannot help with that.' }),
  'refuses with words beside it': () =>
    always({ content: 'Sorry.', refusal: 'I cannot help with that.' }),
  'refuses in its words': () => always({ content: 'I’m sorry, but I can’t help with that.' }),
  'refuses one editor': () => (request) =>
    request.prompt.includes('# You are: Line editor')
      ? { content: '', refusal: 'No.' }
      : wellBehaved(request),
  filters: () => always({ content: '', finish: 'content_filter' }),
  'filters half an answer': () => (request) =>
    withMore(wellBehaved(request), { finish: 'content_filter' }),
  'filters with an error': () =>
    always({ status: 400, error: { message: 'Filtered.', code: 'content_filter' } }),
  'knows no schema': refusing((body) =>
    formOf(body) === undefined ? null : "'response_format' is not supported here",
  ),
  'knows JSON mode only': refusing((body) =>
    formOf(body) === 'json_schema' ? 'This response_format type is unavailable now' : null,
  ),
  'knows no JSON mode': refusing((body) =>
    formOf(body) === 'json_object'
      ? "'response_format.type' must be 'json_schema' or 'text'"
      : formOf(body) === 'json_schema'
        ? 'json_schema is not supported by this model'
        : null,
  ),
  'knows no limits': refusing((body) => {
    if ('max_completion_tokens' in body) return "Unsupported parameter: 'max_completion_tokens'";
    return 'max_tokens' in body ? "Unsupported parameter: 'max_tokens'" : null;
  }),
  'allows short answers only': refusing((body) =>
    Number(body.max_completion_tokens) > 2_000
      ? `max_tokens is too large: ${body.max_completion_tokens}. This model supports at most 2000 completion tokens`
      : null,
  ),
  'knows no system message': refusing(({ messages }) =>
    JSON.stringify(messages).includes('"role":"system"')
      ? "The role 'system' is not supported by this model"
      : null,
  ),
  'refuses every request': refusing(() => 'Something about your request is wrong: Zorblax 4711.'),
  'speaks responses only': () => (request) =>
    request.path.endsWith('/responses')
      ? wellBehaved(request)
      : { status: 404, error: { message: 'This model is only supported in v1/responses' } },
  'wraps its JSON': () => (request) =>
    changed(
      wellBehaved(request),
      (content) => `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(content)}\n\`\`\`\nEnjoy!`,
    ),
  'thinks aloud before its JSON': () => (request) =>
    changed(
      wellBehaved(request),
      (content) =>
        `<think>Is {"comments": []} enough? Zorblax.</think>\n${JSON.stringify(content)}`,
    ),
  'adds fields nobody asked for': () => (request) =>
    changed(wellBehaved(request), (content) => ({ ...content, note: 'Zorblax', score: 4711 })),
  'repeats what it was asked': () => (request) => ({ content: request.prompt }),
  'tells no usage': claiming(null),
  'tells half a usage': claiming({ prompt_tokens: 1_200 }),
  'tells a negative usage': claiming({ prompt_tokens: -5, completion_tokens: -1 }),
  'tells an absurd usage': claiming({ prompt_tokens: 1e300, completion_tokens: 9e15 }),
  'tells a usage beyond every window': claiming({
    prompt_tokens: 5_000_000,
    completion_tokens: 5_000_000,
  }),
  'tells a usage in words': claiming({ prompt_tokens: 'many', completion_tokens: null }),
};

/** What such a server needs to be asked with. */
export const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'says nothing': { MODEL_TIMEOUT_MS: '1000' },
  'stops in the middle': { MODEL_TIMEOUT_MS: '1000' },
  'speaks responses only': { MODEL_API: 'auto' },
};
