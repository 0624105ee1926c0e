/*
 * What a run costs beside the models: calls against their formulae, prompt tokens against prompting with
 * the full history, the share of prompts that repeats the beginning of an earlier one, our own computing
 * and waiting. The models are scripted and answer at once, or after two seconds for the wall time.
 *
 *   node bench/loop.ts
 */
import { CANDIDATES } from '../src/loop/best-of-n.ts';
import { NO_BUDGET } from '../src/loop/budget.ts';
import type { LoopResult } from '../src/loop/events.ts';
import { refineLoop } from '../src/loop/loop.ts';
import { createTagCode } from '../src/loop/prompts/document.ts';
import type { LoopInput } from '../src/loop/run.ts';
import { NO_USAGE } from '../src/loop/usage.ts';
import type { Model, ModelRequest } from '../src/models/model.ts';
import { createModelCritic } from '../src/models/model-critic.ts';
import { createModelJudge } from '../src/models/model-judge.ts';
import { createModelWriter } from '../src/models/model-writer.ts';
import { findPersona } from '../src/personas/library.ts';
import { makeDraft } from './tools/draft.ts';
import { type Goal, print } from './tools/report.ts';

interface Asked {
  readonly purpose: ModelRequest<unknown>['purpose'];
  readonly prompt: string;
  readonly answer: string;
}

/** Marks a new word each round, in the middle of the text, and carries out what was planned. */
function scriptedModel(delayMs: number, asked: Asked[]): Model {
  return {
    name: 'scripted',
    async complete(request) {
      const { stable, round } = request.prompt;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      const answer = answerTo(request.purpose, round);
      asked.push({
        purpose: request.purpose,
        prompt: `${stable}\n${round}`,
        answer: JSON.stringify(answer),
      });
      const value = request.schema.parse(answer);
      return { value, usage: { ...NO_USAGE, calls: 1, cost: 0 }, finish: 'stop' };
    },
  };
}

let turn = 0;

function answerTo(purpose: Asked['purpose'], round: string): object {
  if (purpose === 'judge') return { reason: 'x', better: 'equal' };
  if (purpose === 'generate') {
    turn += 1;
    return { text: `${makeDraft(300)} ${turn}` };
  }
  if (purpose === 'critique') return critiqueOf(round);
  const plan = /<plan-[^>]+>\n([\s\S]*?)\n<\/plan-/.exec(round)?.[1]?.split('\n') ?? [];
  const edits = plan.map((line) => {
    const { id, sentenceId, quote, suggestion } = JSON.parse(line);
    return { commentIds: [id], sentenceId, find: quote, replace: suggestion.text };
  });
  return { edits, notAddressed: [], noChange: null };
}

function critiqueOf(round: string): object {
  const text = /<doc-[^>]+>\n([\s\S]*?)\n<\/doc-/.exec(round)?.[1] ?? '';
  const marked = text.match(/markz*/)?.[0];
  const comments =
    marked === undefined
      ? []
      : [
          {
            quote: marked,
            sentenceId: null,
            lastSentenceId: null,
            kind: 'clarity',
            severity: 'major',
            problem: `Nobody knows what “${marked}” means here, and it is not said anywhere else.`,
            why: 'The reader stops and goes back to look for an explanation.',
            suggestion: { action: 'replace', text: `${marked}z`, instruction: `Say what it is.` },
          },
        ];
  return {
    checks: [],
    strengths: [],
    comments,
    followUps: [],
    criteria: [],
    verdict: comments.length === 0 ? 'accept' : 'revise',
  };
}

const PANEL = ['senior-editor', 'line-editor', 'skeptical-reader', 'fact-checker'].flatMap(
  (id) => findPersona(id) ?? [],
);

interface Measured {
  readonly result: LoopResult;
  readonly asked: readonly Asked[];
  readonly cpuMs: number;
  readonly wallMs: number;
}

async function run(more: Partial<LoopInput>, delayMs = 0): Promise<Measured> {
  const asked: Asked[] = [];
  const model = scriptedModel(delayMs, asked);
  const code = createTagCode();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const loop = refineLoop(
    {
      critic: createModelCritic({ modelFor: () => model, code }),
      writer: createModelWriter({ model, code }),
      judge: createModelJudge({ model }),
      budget: NO_BUDGET,
      check: async () => ({ comments: [], limits: [] }),
      step: (_key, work) => work(),
      now: () => performance.now(),
      inbox: () => [],
      reportError: (error) => {
        throw error;
      },
    },
    {
      draft: draftOf(600),
      brief: '',
      personas: PANEL.slice(0, 3),
      maxRounds: 3,
      mode: 'auto',
      editStyle: 'edits',
      strategy: 'self-refine',
      names: [],
      dismissed: [],
      lowered: [],
      limits: {},
      ...more,
    },
    new AbortController().signal,
  );
  for (;;) {
    const next = await loop.next();
    if (!next.done) continue;
    const { user, system } = process.cpuUsage(cpu);
    const wallMs = performance.now() - startedAt;
    return { result: next.value, asked, cpuMs: (user + system) / 1000, wallMs };
  }
}

/** A draft with a word in its middle that is marked every round. */
function draftOf(words: number): string {
  const sentences = makeDraft(words).split('. ');
  sentences.splice(Math.floor(sentences.length / 2), 0, 'We call it mark in all our notes');
  return sentences.join('. ');
}

async function measureCalls(): Promise<void> {
  let wrong = 0;
  let runs = 0;
  const expect = async (input: Partial<LoopInput>, calls: number) => {
    const { asked } = await run(input);
    runs += 1;
    if (asked.length === calls) return;
    wrong += 1;
    const about = JSON.stringify({ ...input, personas: input.personas?.length });
    process.stdout.write(`${about}: ${asked.length} calls and not ${calls}\n`);
  };
  for (const k of [1, 2, 3, 4]) {
    const personas = PANEL.slice(0, k);
    for (const n of [1, 2, 3]) {
      await expect({ personas, maxRounds: n }, k * (n + 1) + n);
    }
    await expect({ personas, strategy: 'three-step' }, k + 1);
    // The same words are found by every candidate, so there is nothing to choose from.
    await expect({ personas, strategy: 'best-of-n' }, k + CANDIDATES);
    const brief = { draft: null, brief: 'a notice', personas } as const;
    await expect({ ...brief, strategy: 'one-shot' }, 1);
    await expect({ ...brief, strategy: 'best-of-n' }, CANDIDATES + 2 * (CANDIDATES - 1));
  }
  print(
    'calls other than by their formulae, K 1–4, n 1–3, all strategies',
    { atMost: 0 },
    [wrong],
    `of ${runs}`,
  );
}

/** Everything said so far in front of each prompt: what a chat with the whole history sends. */
function historyBytes(asked: readonly Asked[]): number {
  let said = 0;
  let total = 0;
  for (const { prompt, answer } of asked) {
    total += said + Buffer.byteLength(prompt);
    said += Buffer.byteLength(prompt) + Buffer.byteLength(answer);
  }
  return total;
}

/** Every earlier draft and critique in one prompt that is built anew, without repeating the contract. */
function carriedBytes(asked: readonly Asked[]): number {
  let said = 0;
  let total = 0;
  let known = new Set<string>();
  for (const { prompt, answer } of asked) {
    total += said + Buffer.byteLength(prompt);
    const text = /<doc-[^>]+>\n([\s\S]*?)\n<\/doc-/.exec(prompt)?.[1] ?? '';
    said += (known.has(text) ? 0 : Buffer.byteLength(text)) + Buffer.byteLength(answer);
    known = known.add(text);
  }
  return total;
}

function prefixShare(asked: readonly Asked[]): number {
  let shared = 0;
  let total = 0;
  asked.forEach(({ prompt }, at) => {
    const longest = Math.max(
      0,
      ...asked.slice(0, at).map((each) => commonPrefix(each.prompt, prompt)),
    );
    shared += longest;
    total += prompt.length;
  });
  return shared / total;
}

function commonPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

const sum = (asked: readonly Asked[]) =>
  asked.reduce((bytes, { prompt }) => bytes + Buffer.byteLength(prompt), 0);
await measureCalls();
for (const words of [600, 1_500]) {
  const { asked } = await run({ draft: draftOf(words) });
  const about = `3 × 3, ${words.toLocaleString('en')} words`;
  const percent = (name: string, goal: Goal, share: number) =>
    print(`${name}, ${about}`, goal, [share * 100], '%');
  percent(
    'prompt bytes, of a chat with its history',
    { atMost: 60 },
    sum(asked) / historyBytes(asked),
  );
  percent(
    'prompt bytes, of prompts that carry all drafts and critiques',
    'no goal',
    sum(asked) / carriedBytes(asked),
  );
  percent(
    'prompt bytes that repeat an earlier prompt’s beginning',
    words === 1_500 ? { atLeast: 70 } : 'no goal',
    prefixShare(asked),
  );
}
for (let warm = 0; warm < 5; warm += 1) await run({});
const times: number[] = [];
for (let at = 0; at < 20; at += 1) {
  const { cpuMs, result } = await run({});
  times.push((cpuMs - result.comments.length) / (result.receipt.rounds + 1));
}
print('our computing a round, less 1 ms a comment', { under: 10 }, times);
const walls: number[] = [];
for (let at = 0; at < 3; at += 1) {
  const { result, wallMs } = await run({}, 2_000);
  walls.push((wallMs / (2_000 * (result.receipt.rounds * 2 + 1))) * 100);
}
print('wall time with a 2 s model, of the critical path', { atMost: 102 }, walls, '%');
