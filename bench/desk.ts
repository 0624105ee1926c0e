/* The desk as people meet it: the server is a process of its own, and this one is its browsers and its model. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { carryOut, remark, textIn } from '../test/fakes/editor-replies.ts';
import { startOpenAiServer } from '../test/fakes/openai-server.ts';
import { chromiumPath, openBrowser } from '../test/platforms/desk/browser.ts';
import { call, finishedRun, type Told } from '../test/platforms/desk/rig.ts';
import { makeTempFolder } from '../test/store/temp-folder.ts';
import { type DeskProcess, fillDesk, memberId, startDesk } from './tools/desk-server.ts';
import { openEventLine } from './tools/event-line.ts';
import { print, reportAsync } from './tools/report.ts';

const TRIGGERS = 500;
const PER_SECOND = 100;
const MESSAGES = 1_000;
/** Enough that nobody reaches the limit of a day, which would turn triggers into refusals. */
const MEMBERS = 60;
/** Reviews before the clock runs: a server that has just started is measured by its start. */
const WARM_UP = 40;
const REPLIES = 30;
const PAGES = 20;

const folder = makeTempFolder();
const file = join(folder.path, 'desk.db');
const ids = [...(await fillDesk(file, { members: MEMBERS, messages: MESSAGES }))];
try {
  await measureStart();
  await withDesk({}, async (desk) => {
    print('main process idle', { under: 130 }, [desk.residentMb()], 'MB');
    await measurePosting(desk);
    await measurePaint(desk);
    await finish(
      desk,
      await Promise.all(ids.splice(0, WARM_UP).map((id, at) => ask(desk, id, at))),
    );
    await measureTriggers(desk, ids.splice(0, TRIGGERS));
  });
  await measureReplies();
} finally {
  rmSync(folder.path, { recursive: true });
}

async function withDesk(
  env: Readonly<Record<string, string>>,
  work: (desk: DeskProcess) => Promise<void>,
): Promise<void> {
  const desk = await startDesk(file, env);
  try {
    await work(desk);
  } finally {
    await desk.stop();
  }
}

async function measureStart(): Promise<void> {
  await withDesk({}, async () => undefined);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await withDesk({}, async ({ readyMs }) => void times.push(readyMs));
  }
  print('process start to /readyz', { under: 1_000 }, times);
}

async function measurePosting(desk: DeskProcess): Promise<void> {
  const body = { author: memberId(1), text: 'Posted into a long channel.' };
  await reportAsync('a message posted among 1,000', 'instant', async () => {
    await call(desk, 'POST', '/api/channels/news/messages', body);
  });
  await reportAsync('the page of a channel with 1,000 messages', { under: 500 }, async () => {
    await (await fetch(`${desk.url}/c/news?as=${memberId(1)}`)).text();
  });
}

async function measurePaint({ url }: DeskProcess): Promise<void> {
  if (chromiumPath === null) {
    process.stdout.write('first paint: not measured, no Chromium found\n');
    return;
  }
  const browser = await openBrowser();
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const page = await browser.newPage();
    await page.goto(`${url}/c/news?as=${memberId(1)}`);
    const painted = 'performance.getEntriesByName("first-contentful-paint")[0]?.startTime';
    // A page may be loaded before it is painted.
    await page.waitForFunction(painted);
    times.push(await page.evaluate<number>(painted));
    await page.close();
  }
  await browser.close();
  print('first paint of a channel with 1,000 messages', { under: 500 }, times);
}

function ask(desk: DeskProcess, id: string, at: number) {
  const body = { member: memberId(at % MEMBERS), emoji: 'scissors' };
  return call(desk, 'POST', `/api/messages/${id}/reactions`, body);
}

/** Waits until what was begun has ended, so that it is not measured with what comes next. */
async function finish(
  { url }: DeskProcess,
  asked: readonly { readonly answer: Told }[],
): Promise<void> {
  for (const { answer } of asked) {
    if (answer.outcome !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`);
    await finishedRun({ url, errors: [] }, answer.runId);
  }
}

/** Asks for reviews at a steady rate while the earlier ones run. */
async function measureTriggers(desk: DeskProcess, messages: readonly string[]): Promise<void> {
  const times: number[] = [];
  const startedAt = performance.now();
  const asked = messages.map(async (id, at) => {
    await new Promise((resolve) => setTimeout(resolve, (at * 1000) / PER_SECOND));
    const sentAt = performance.now();
    const answer = await ask(desk, id, at);
    times.push(performance.now() - sentAt);
    return answer;
  });
  const answers = await Promise.all(asked);
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const rate = `${(messages.length / seconds).toFixed(0)} a second`;
  print(`a trigger at ${rate} acknowledged, reviews running`, 'no goal of its own', times);
  print('… 99th percentile', { under: 20 }, [
    sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  ]);
  await finish(desk, answers);
  print(
    'reviews by rules meanwhile and after',
    'no goal',
    [messages.length / ((performance.now() - startedAt) / 1000)],
    'a second',
  );
}

/** A model that answers at a known time: how long until a page shows the reply, and what 20 at once take. */
async function measureReplies(): Promise<void> {
  let answeredAt = 0;
  let delayMs = 30;
  const model = await startOpenAiServer((request) => {
    if (request.purpose !== 'critique') return carryOut(request);
    setTimeout(() => {
      answeredAt ||= performance.now();
    }, delayMs);
    const word = /\b(The|Our|Every|A) [a-z]+ [a-z]+/.exec(textIn(request))?.[0] ?? 'Note';
    return { ...remark(word, 'Our service'), delayMs };
  });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'fake' };
  await withDesk(env, async (desk) => {
    const line = await openEventLine(`${desk.url}/api/events?member=${memberId(2)}`);
    const times: number[] = [];
    for (const [at, id] of ids.splice(0, REPLIES).entries()) {
      answeredAt = 0;
      const seen = line.next((change) => change.root === id && change.message?.kind === 'post');
      const asked = await ask(desk, id, at);
      const seenAt = await seen;
      // The first reviews also load what reviews need.
      if (at >= 5) times.push(seenAt - answeredAt);
      await finish(desk, [asked]);
    }
    line.close();
    print('a critic’s answer until a page has the reply', { under: 100 }, times);

    delayMs = 3_000;
    const pages = await Promise.all(
      Array.from({ length: PAGES }, (_, at) =>
        openEventLine(`${desk.url}/api/events?member=${memberId(at)}`),
      ),
    );
    const asked = await Promise.all(ids.splice(0, PAGES).map((id, at) => ask(desk, id, at)));
    const resident: number[] = [];
    const watch = setInterval(() => resident.push(desk.residentMb()), 100);
    await finish(desk, asked);
    clearInterval(watch);
    for (const page of pages) page.close();
    print('main process with 20 pages and 20 reviews', { under: 200 }, resident, 'MB');
  });
  await model.close();
}
