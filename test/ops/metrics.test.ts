import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { STOP_REASONS } from '../../src/loop/stop.ts';
import { ACCEPT } from '../fakes/editor-replies.ts';
import {
  type FakeOpenAiServer,
  type FakeReply,
  startOpenAiServer,
} from '../fakes/openai-server.ts';
import { call, finishedRun } from '../platforms/desk/rig.ts';
import { makeTempFolder } from '../store/temp-folder.ts';

const PLANTED = 'Quetzalcoatl';
const DRAFT = `Hi all, ${PLANTED} moved the release to friday in order to alot more time for tests.`;

const POSTED = 'bluepencil_chat_calls_total{platform="desk",call="post",outcome="ok"}';

let folder: ReturnType<typeof makeTempFolder>;
let server: FakeOpenAiServer;
let service: Service;
let reply: FakeReply;
beforeEach(async () => {
  folder = makeTempFolder();
  reply = ACCEPT;
  server = await startOpenAiServer(() => reply);
  service = await startService(
    readConfig({
      DATABASE_URL: `file:${folder.file('desk.db')}`,
      PORT: '0',
      LOG_LEVEL: 'silent',
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'sk-canary-0123456789abcdef',
      OPENAI_MODEL: 'some-model',
      MODEL_API: 'chat',
    }),
    process.cwd(),
  );
});
afterEach(async () => {
  await service.stop(1_000);
  await server.close();
  folder.remove();
});

const get = (path: string) => fetch(new URL(path, service.url));

/** The value of each series, by its name with labels in order. */
async function metrics(): Promise<Map<string, number>> {
  const text = await (await get('/metrics')).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
}

async function shownReplies(messageId: string): Promise<readonly unknown[]> {
  const thread = await (await get(`/api/threads/${messageId}`)).json();
  const { messages } = thread as { readonly messages: readonly { readonly privateTo?: string }[] };
  return messages.slice(1).filter(({ privateTo }) => !privateTo);
}

describe('the metrics', () => {
  it('tell what may happen as 0 before it does, so that its first time counts', async () => {
    const told = await metrics();
    for (const reason of STOP_REASONS) {
      expect(told.get(`bluepencil_runs_ended_total{stop_reason="${reason}"}`)).toBe(0);
    }
    for (const series of [
      'bluepencil_run_attempts_total{attempt="again"}',
      'bluepencil_chat_calls_total{platform="desk",call="post",outcome="failed"}',
      'bluepencil_chat_rate_limits_total{platform="desk"}',
      'bluepencil_failures_total',
      POSTED,
    ]) {
      expect(told.get(series), series).toBe(0);
    }
  });

  it('tell of one review what it was, and nothing of what it said', async () => {
    const desk = { url: service.url, errors: [] };
    const path = '/api/channels/announcements/messages';
    const { answer } = await call(desk, 'POST', path, { author: 'ines', text: DRAFT });
    const asked = await call(desk, 'POST', `/api/messages/${answer.id}/review`, { member: 'ines' });
    const run = await finishedRun(desk, asked.answer.runId);

    // Its last words may still be on their way when the run has ended.
    let told = await metrics();
    while (told.get(POSTED) === 0 || told.get('bluepencil_queue_runs{state="active"}') !== 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      told = await metrics();
    }
    const sum = (name: string) =>
      [...told].reduce((total, [key, value]) => (key.startsWith(name) ? total + value : total), 0);
    expect(
      told.get('bluepencil_triggers_total{platform="desk",trigger="shortcut",outcome="accepted"}'),
    ).toBe(1);
    expect(told.get(`bluepencil_runs_ended_total{stop_reason="${run.stopReason}"}`)).toBe(1);
    expect(told.get('bluepencil_run_duration_seconds_count')).toBe(1);
    expect(told.get('bluepencil_run_wait_seconds_count{platform="desk"}')).toBe(1);
    expect(told.get('bluepencil_run_attempts_total{attempt="first"}')).toBe(1);
    expect(told.get('bluepencil_step_duration_seconds_count{step="plan"}')).toBe(1);
    expect(sum('bluepencil_model_calls_total')).toBe(run.receipt?.calls);
    expect(sum('bluepencil_model_requests_total')).toBe(server.requests.length);
    expect(told.get('bluepencil_model_tokens_total{model="some-model",kind="input"}')).toBe(
      run.receipt?.inputTokens,
    );
    expect(sum('bluepencil_model_calls_unpriced_total')).toBe(run.receipt?.calls);
    expect(told.get(POSTED)).toBe((await shownReplies(answer.id)).length);
    expect(told.get('bluepencil_ready')).toBe(1);
    expect(told.get('bluepencil_model_up')).toBe(1);
    expect(told.get('bluepencil_queue_runs{state="waiting"}')).toBe(0);
    expect(told.get('process_resident_memory_bytes')).toBeGreaterThan(0);

    const text = [...told.keys()].join('\n');
    for (const word of [PLANTED, 'ines', 'announcements', asked.answer.runId, 'sk-canary']) {
      expect(text).not.toContain(word);
    }
  });
});

describe('/readyz', () => {
  it('says no while the process hands its work back, and /healthz goes on saying yes', async () => {
    reply = { hang: 'silent' };
    const desk = { url: service.url, errors: [] };
    const path = '/api/channels/announcements/messages';
    const { answer } = await call(desk, 'POST', path, { author: 'ines', text: DRAFT });
    await call(desk, 'POST', `/api/messages/${answer.id}/review`, { member: 'ines' });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await get('/readyz')).status).toBe(200);
    const stopping = service.stop(60_000);
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/healthz')).status).toBe(200);
    await call(desk, 'DELETE', `/api/messages/${answer.id}`, { member: 'ines' });
    await stopping;
  });
});
