/*
 * A small server that speaks chat completions and responses over a real socket: scripted answers and
 * failures, and a record of every request with what the published API would have refused in it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { findViolations } from './request-schema.ts';

export interface ChatBody {
  readonly model: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly type: string };
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly reasoning_effort?: string;
  readonly reasoning?: { readonly effort?: string };
  readonly instructions?: string;
  readonly input?: string;
  readonly max_output_tokens?: number;
  readonly store?: boolean;
  readonly text?: { readonly format?: { readonly type: string } };
}

export interface ReceivedRequest {
  /** Counted from 1. */
  readonly number: number;
  readonly path: string;
  readonly authorization: string;
  /** The header for a key that only some servers want. */
  readonly apiKey: string | undefined;
  readonly body: ChatBody;
  /** All messages, one after the other. */
  readonly prompt: string;
  /** What the answer is for, read from the prompt. */
  readonly purpose: 'critique' | 'edits' | 'rewrite' | 'generate' | 'judge';
}

/** What the server does with one request. */
export type FakeReply =
  | {
      /** The answer: an object is sent as JSON text. */
      readonly content: object | string | null;
      readonly finish?: string;
      readonly refusal?: string;
      readonly usage?: { prompt: number; cached?: number; output: number };
      /** Sent in the place of the usage, whatever it says; the server then vouches for no number. */
      readonly claimedUsage?: unknown;
      readonly delayMs?: number;
    }
  | { readonly status: number; readonly error?: object; readonly headers?: Record<string, string> }
  | {
      readonly raw: string | Buffer;
      readonly type: string;
      readonly status?: number;
      readonly headers?: Record<string, string>;
      /** Closes the connection in the middle of it. */
      readonly cut?: true;
    }
  /** Accepts the request and never answers, before or after the headers of the answer, or amid its pieces. */
  | { readonly hang: 'silent' | 'after headers' | 'in a stream' }
  | { readonly drop: true }
  /** Sent again and again, as fast as it is taken. */
  | { readonly endless: string; readonly type: string };

export type FakeScript = (request: ReceivedRequest) => FakeReply;

export interface FakeOpenAiServer {
  /** What to set as the base address, with `/v1`. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** What in the requests the published API would not accept. */
  readonly violations: readonly string[];
  /** How many requests were under way at once at most. */
  readonly peak: number;
  /** How many answers it gave, and the tokens they said they took. */
  readonly reported: Readonly<Record<'answers' | 'input' | 'cached' | 'output', number>>;
  close(): Promise<void>;
}

/** Starts a server that answers by script. */
export async function startOpenAiServer(
  script: (request: ReceivedRequest) => FakeReply | Promise<FakeReply>,
): Promise<FakeOpenAiServer> {
  const requests: ReceivedRequest[] = [];
  const violations: string[] = [];
  const reported = { answers: 0, input: 0, cached: 0, output: 0 };
  let open = 0;
  let peak = 0;
  const server = createServer((message, response) => {
    open += 1;
    peak = Math.max(peak, open);
    response.on('close', () => {
      open -= 1;
    });
    void receive(message, requests.length + 1).then(async (request) => {
      requests.push(request);
      violations.push(...findViolations(request.body, request.path));
      const scripted = script(request);
      const answer = scripted instanceof Promise ? await scripted : scripted;
      if ('content' in answer) {
        reported.answers += 1;
        reported.input += answer.usage?.prompt ?? 1000;
        reported.cached += answer.usage?.cached ?? 0;
        reported.output += answer.usage?.output ?? 100;
      }
      reply(answer, response, request);
    });
  });
  // Reading the specification takes a while, in which nobody would be answered.
  for (const path of ['/v1/chat/completions', '/v1/responses']) findViolations({}, path);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    violations,
    reported,
    get peak() {
      return peak;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(message: IncomingMessage, number: number): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Uint8Array));
  const body: ChatBody = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const prompt =
    body.messages?.map(({ content }) => content).join('\n') ??
    [body.instructions, body.input].filter((part) => part !== undefined).join('\n');
  return {
    number,
    path: message.url ?? '',
    authorization: message.headers.authorization ?? '',
    apiKey: message.headers['api-key']?.toString(),
    body,
    prompt,
    purpose: purposeOf(prompt),
  };
}

function purposeOf(prompt: string): ReceivedRequest['purpose'] {
  if (/\nReview the text by your checks\./.test(prompt)) return 'critique';
  if (/\n# Text A\n+<doc-/.test(prompt)) return 'judge';
  if (/\nWrite the draft\./.test(prompt)) return 'generate';
  return prompt.includes('{"edits": [') ? 'edits' : 'rewrite';
}

function reply(answer: FakeReply, response: ServerResponse, request: ReceivedRequest): void {
  if ('drop' in answer) {
    response.socket?.destroy();
  } else if ('hang' in answer) {
    if (answer.hang === 'silent') return;
    const isStream = answer.hang === 'in a stream';
    const type = isStream ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type });
    response.write(isStream ? `data: ${FIRST_PIECE}\n\n` : '{"id": "half an ans');
  } else if ('endless' in answer) {
    response.writeHead(200, { 'content-type': answer.type });
    const chunk = answer.endless.repeat(Math.ceil(1_000_000 / answer.endless.length));
    Readable.from(forever(chunk))
      .on('error', () => {})
      .pipe(response);
  } else if ('raw' in answer) {
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type, ...answer.headers });
    if (answer.cut === undefined) response.end(answer.raw);
    else response.write(answer.raw, () => response.socket?.destroy());
  } else if ('status' in answer) {
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify({ error: answer.error ?? { message: 'no' } }));
  } else {
    const send = () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answerTo(request, answer)));
    if (answer.delayMs === undefined) send();
    else setTimeout(send, answer.delayMs);
  }
}

const FIRST_PIECE = JSON.stringify({ choices: [{ delta: { content: '{"answer": ' } }] });

function* forever(chunk: string) {
  for (;;) yield chunk;
}

type Answer = Extract<FakeReply, { content: unknown }>;

/** A list stands for an answer in parts, which some servers give. */
function contentOf(content: Answer['content']) {
  const isJson = typeof content === 'object' && content !== null && !Array.isArray(content);
  return isJson ? JSON.stringify(content) : content;
}

function answerTo({ path, body }: ReceivedRequest, answer: Answer): object {
  return path.endsWith('/responses')
    ? response(answer, body.model)
    : completion(answer, body.model);
}

function response(answer: Answer, model: string): object {
  const { content, finish = 'stop', refusal, usage = { prompt: 1000, output: 100 } } = answer;
  const sent = contentOf(content);
  const text = Array.isArray(sent) ? JSON.stringify(sent) : sent;
  const isWhole = finish === 'stop';
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_780_000_000,
    model,
    status: isWhole ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: isWhole
      ? null
      : { reason: finish === 'length' ? 'max_output_tokens' : finish },
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content:
          refusal === undefined
            ? [{ type: 'output_text', text: text ?? '', annotations: [] }]
            : [{ type: 'refusal', refusal }],
      },
    ],
    usage:
      answer.claimedUsage !== undefined
        ? answer.claimedUsage
        : {
            input_tokens: usage.prompt,
            input_tokens_details: { cached_tokens: usage.cached ?? 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.prompt + usage.output,
          },
  };
}

function completion(answer: Answer, model: string): object {
  const {
    content,
    finish = 'stop',
    refusal = null,
    usage = { prompt: 1000, output: 100 },
  } = answer;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_780_000_000,
    model,
    choices: [
      {
        index: 0,
        finish_reason: finish,
        logprobs: null,
        message: {
          role: 'assistant',
          content: contentOf(content),
          refusal,
        },
      },
    ],
    usage:
      answer.claimedUsage !== undefined
        ? answer.claimedUsage
        : {
            prompt_tokens: usage.prompt,
            completion_tokens: usage.output,
            total_tokens: usage.prompt + usage.output,
            prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
          },
  };
}
