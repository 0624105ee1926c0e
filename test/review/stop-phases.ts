/* A review that is stopped in each of its phases, each of which would last for ever by itself. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../src/config.ts';
import { openEditorRoom, PLAIN_REQUEST } from '../../src/editors.ts';
import { NO_HOUSE_STYLE } from '../../src/models/offline/house-style.ts';
import { findPersona } from '../../src/personas/library.ts';
import type { Platform } from '../../src/review/platform.ts';
import type { Database } from '../../src/store/database.ts';
import { applyingWriter } from '../loop/harness.ts';
import { createFakePlatform } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

export const PHASES = [
  'waiting',
  'between two tries',
  'reading the message',
  'checking by rules',
  'asking a model that hangs',
  'waiting for a model that is busy',
  'posting to a slow platform',
] as const;
export type Phase = (typeof PHASES)[number];

/** They are asked at once. */
const EDITORS = 3;
const DRAFT = 'Hi all, the export was fixed in the time of the night, we think.';
const CRITIC = panelCritic({ 'senior-editor': [['in the time of the night', 'last night']] });

/** What came of a stop. */
export interface Stopped {
  /** From the click until the run has ended. */
  readonly endedMs: number;
  /** From the click until the model's server saw its request broken off; null where none was under way. */
  readonly abortedMs: number | null;
  readonly stopReason: string | undefined;
  readonly slots: readonly string[];
  readonly status: string | undefined;
  readonly note: string;
  readonly requestsAfter: number;
}

/** Brings a review into a phase, stops it there and waits for its end. */
export async function stopIn(phase: Phase, database: Database): Promise<Stopped> {
  const model = await openHangingModel(phase === 'waiting for a model that is busy');
  const reached = gate();
  const never = gate();
  const hang = async () => {
    reached.open();
    await never.passed;
  };
  const fake = createFakePlatform();
  const platform: Platform = {
    ...fake,
    source: {
      async read(...args) {
        if (phase === 'reading the message') await hang();
        if (phase === 'between two tries') throw new Error('the platform is away');
        return fake.source.read(...args);
      },
    },
    messenger: {
      ...fake.messenger,
      async post(...args) {
        if (phase === 'posting to a slow platform') await hang();
        return fake.messenger.post(...args);
      },
    },
  };
  const config = readConfig({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'm', MODEL_API: 'chat' });
  const models = openEditorRoom(config);
  const editor = findPersona('senior-editor');
  const asked = await models.editorsFor({
    ...PLAIN_REQUEST,
    personas: editor === null ? [] : [editor],
    house: NO_HOUSE_STYLE,
  });
  const isAsking = phase.includes('model');
  const room = await openRoom({
    platform,
    database,
    critic: isAsking ? asked.critic : CRITIC,
    // Posts are not waited for: the writer is asked meanwhile.
    writer: { ...applyingWriter(), refine: () => new Promise(() => {}) },
    ...(phase === 'checking by rules'
      ? { editors: { check: () => hang().then(() => ({ comments: [], limits: [] })) } }
      : {}),
  });
  const message = fake.write(DRAFT);
  const outcome = await room.review(message);
  if (outcome.type !== 'accepted') throw new Error('the review was not accepted');
  const { runId } = outcome;
  const working = phase === 'waiting' ? null : room.work(runId);
  const failed = working?.catch(() => undefined);
  if (phase === 'between two tries') await failed;
  else if (isAsking) await model.reached;
  else if (working !== null) await reached.passed;

  const clickedAt = performance.now();
  const note = await room.click('stop', runId);
  let run = await room.deps.runs.load(runId);
  while (run?.status !== 'finished') {
    await new Promise((resolve) => setTimeout(resolve, 1));
    run = await room.deps.runs.load(runId);
  }
  const endedMs = performance.now() - clickedAt;
  if (phase === 'asking a model that hangs') await model.broken;
  const requests = model.requests();
  never.open();
  if (phase !== 'between two tries') await working;
  // The queue hands it out once more.
  await room.work(runId, 2);
  asked.close();
  models.close();
  await model.close();
  return {
    endedMs,
    abortedMs: model.brokenAt() === null ? null : (model.brokenAt() ?? 0) - clickedAt,
    stopReason: run.end?.stopReason,
    slots: fake.posts.map(({ slot }) => slot.slot),
    status: fake.lastStatus(message),
    note: note?.parts[0]?.markdown ?? '',
    requestsAfter: model.requests() - requests,
  };
}

/** A model that accepts every request and never answers, or says that it is busy for half a minute. */
async function openHangingModel(isBusy: boolean) {
  const reached = gate();
  const broken = gate();
  let requests = 0;
  let arrived = 0;
  let brokenAt: number | null = null;
  const server = createServer((request, response: ServerResponse) => {
    requests += 1;
    request.resume();
    request.on('end', () => {
      arrived += 1;
      const isAll = arrived === EDITORS;
      if (isBusy) {
        response.writeHead(429, { 'retry-after': '30' }).end('{}', () => isAll && reached.open());
      } else if (isAll) reached.open();
    });
    response.on('close', () => {
      if (response.writableEnded) return;
      brokenAt = performance.now();
      broken.open();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    reached: reached.passed,
    broken: broken.passed,
    requests: () => requests,
    brokenAt: () => brokenAt,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}
