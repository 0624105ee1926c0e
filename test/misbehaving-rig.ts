/* Whole reviews, over the command line and over the desk, with a model server that misbehaves. */

import { startService } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { bluepencil } from './cli/command.ts';
import { INVENTED, MISBEHAVIOURS } from './fakes/misbehaviour.ts';
import { type FakeOpenAiServer, startOpenAiServer } from './fakes/openai-server.ts';
import { call, finishedRun } from './platforms/desk/rig.ts';
import { makeTempFolder } from './store/temp-folder.ts';

const KEY = 'sk-canary-0123456789abcdef';

/** What went wrong in a review; empty when nothing did. */
export type Faults = readonly string[];

interface Seen {
  readonly draft: string;
  readonly best: string | undefined;
  readonly bestNumber: number | undefined;
  readonly stopSentence: string | null;
  readonly receipt: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly facts: { readonly added: readonly string[]; readonly lost: readonly string[] } | null;
  } | null;
  /** Everything people are shown. */
  readonly shown: string;
}

async function withServer<T>(way: string, use: (server: FakeOpenAiServer) => Promise<T>) {
  const script = MISBEHAVIOURS[way];
  if (script === undefined) throw new Error(`nobody misbehaves like “${way}”`);
  const server = await startOpenAiServer(script());
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const environment = (server: FakeOpenAiServer, way: string) => ({
  OPENAI_BASE_URL: server.url,
  OPENAI_API_KEY: KEY,
  OPENAI_MODEL: 'm',
  MODEL_API: 'chat',
  MODEL_TIMEOUT_MS: ['says nothing', 'stops in the middle'].includes(way) ? '1000' : '60000',
});

/** Reviews a draft with `bluepencil review`. */
export function overCommandLine(way: string, draft: string): Promise<Faults> {
  return withServer(way, async (server) => {
    const { code, stdout, stderr } = await bluepencil(['review', '-', '--format', 'json'], {
      stdin: draft,
      env: environment(server, way),
    });
    const json = JSON.parse(stdout);
    const isFailed = json.stopReason === 'model_error' || json.stopReason === 'refused';
    return [
      ...judge(server, {
        draft,
        best: json.best.text,
        bestNumber: json.best.number,
        stopSentence: json.stopSentence,
        receipt: json.receipt,
        // The progress may name what was refused, and why.
        shown: stdout,
      }),
      ...(stderr.includes(KEY) ? ['tells the key'] : []),
      ...(isFailed === (code === 2) ? [] : [`exit code ${code} for ${json.stopReason}`]),
      ...(isFailed === (json.failure !== undefined) ? [] : ['a failure without its sentence']),
    ];
  });
}

/** Posts drafts in a channel of the desk and has each reviewed. */
export function overDesk(way: string, drafts: readonly string[]): Promise<Faults> {
  return withServer(way, async (server) => {
    const folder = makeTempFolder();
    const service = await startService(
      readConfig({
        ...environment(server, way),
        DATABASE_URL: `file:${folder.file('desk.db')}`,
        PORT: '0',
        LOG_LEVEL: 'silent',
      }),
      process.cwd(),
    );
    const desk = { url: service.url, errors: [] };
    try {
      const faults: string[] = [];
      let [input, output] = [0, 0];
      for (const [at, text] of drafts.entries()) {
        const path = '/api/channels/announcements/messages';
        const { answer } = await again(() => call(desk, 'POST', path, { author: 'ines', text }));
        // Each by another member: one may ask for twenty a day.
        const member = at % 2 === 0 ? 'ines' : 'tomek';
        const asked = await again(() =>
          call(desk, 'POST', `/api/messages/${answer.id}/review`, { member }),
        );
        if (asked.answer.runId === undefined) {
          faults.push(`nothing was started: ${JSON.stringify(asked.answer)}`);
          continue;
        }
        const { runId } = asked.answer;
        const run = await again(() => finishedRun(desk, runId));
        const thread = await again(() => call(desk, 'GET', `/api/threads/${answer.id}`));
        const shown = JSON.stringify([run, thread.answer]);
        input += run.receipt?.inputTokens ?? 0;
        output += run.receipt?.outputTokens ?? 0;
        faults.push(
          ...judgeText({
            draft: text,
            best: run.best?.text ?? undefined,
            bestNumber: run.best?.number,
            stopSentence: run.stopSentence,
            receipt: run.receipt,
            shown,
          }),
        );
      }
      return [...faults, ...judgeReceipt(server, { input, output })];
    } finally {
      await service.stop(5_000);
      folder.remove();
    }
  });
}

/** A kept connection may be closed at the moment it is used again: that is nobody's fault. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return ask();
  }
}

function judge(server: FakeOpenAiServer, seen: Seen): string[] {
  const { inputTokens = 0, outputTokens = 0 } = seen.receipt ?? {};
  return [
    ...judgeText(seen),
    ...judgeReceipt(server, { input: inputTokens, output: outputTokens }),
  ];
}

/** What was answered was paid for: a receipt that says more or less is untrue. */
function judgeReceipt(
  { reported, violations }: FakeOpenAiServer,
  told: { readonly input: number; readonly output: number },
): string[] {
  const isTrue = reported.input === told.input && reported.output === told.output;
  return [
    ...violations,
    ...(isTrue ? [] : [`receipt ${JSON.stringify(told)}, served ${JSON.stringify(reported)}`]),
  ];
}

function judgeText({ draft, best, bestNumber, stopSentence, receipt, shown }: Seen): string[] {
  const facts = receipt?.facts;
  return [
    ...INVENTED.filter((word) => shown.includes(word)).map((word) => `shows “${word}”`),
    ...(facts?.added ?? []).map((fact) => `added “${fact}”`),
    ...(facts?.lost ?? []).map((fact) => `lost “${fact}”`),
    ...(shown.includes(KEY) ? ['shows the key'] : []),
    ...(stopSentence === null || stopSentence === '' ? ['no reason for the stop'] : []),
    ...(bestNumber === 1 && best !== draft ? ['changed the first revision'] : []),
    ...(shown.includes('Something went wrong') ? ['crashed'] : []),
  ];
}
