/* The whole service over a scripted model server, spoken to through its desk. */
import { startService } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type FakeScript, startOpenAiServer } from './fakes/openai-server.ts';
import { call, finishedRun } from './platforms/desk/rig.ts';
import { makeTempFolder } from './store/temp-folder.ts';

/** Starts server and service; `close` ends both. */
export async function openModelDesk(script: FakeScript, environment: Record<string, string> = {}) {
  const server = await startOpenAiServer(script);
  const folder = makeTempFolder();
  const service = await startService(
    readConfig({
      OPENAI_BASE_URL: server.url,
      OPENAI_MODEL: 'usual',
      MODEL_API: 'chat',
      MODEL_NAMES: 'deep=model-deep cheap=model-cheap strong=model-strong fair=model-fair',
      DATABASE_URL: `file:${folder.file('desk.db')}`,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    }),
    process.cwd(),
  );
  const desk = { url: service.url ?? '', errors: [] };
  const send = async (method: string, path: string, body?: object) =>
    (await call(desk, method, path, body)).answer;
  const write = (author: string, text: string, on?: string) =>
    send(
      'POST',
      on === undefined ? '/api/channels/announcements/messages' : `/api/messages/${on}/replies`,
      { author, text },
    );
  /** What stands in a message's thread once its review is over, and its status says so. */
  const toldAbout = async (message: string) => {
    for (;;) {
      const { messages } = await send('GET', `/api/threads/${message}`);
      const source = messages.find(({ id }) => id === message);
      const isOver = source?.reactions.some(({ emoji }) => emoji !== 'eyes') ?? false;
      if (isOver) return JSON.stringify(messages);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** What stands in a message's thread as soon as these words are among it. */
  const threadHolding = async (message: string, words: string) => {
    for (;;) {
      const told = JSON.stringify((await send('GET', `/api/threads/${message}`)).messages);
      if (told.includes(words)) return told;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    server,
    threadHolding,
    url: service.url,
    async close() {
      await service.stop(5_000);
      await server.close();
      folder.remove();
    },
    file: folder.file('desk.db'),
    write,
    async review(message: string, scope: 'message' | 'thread' = 'message') {
      const path = `/api/messages/${message}/review`;
      const { runId } = await send('POST', path, { member: 'ines', scope });
      const run = await finishedRun(desk, runId);
      return { runId, run, told: await toldAbout(message) };
    },
    async command(text: string) {
      const asked = { channel: 'announcements', member: 'ines', command: '/refine', text };
      const { runId } = await send('POST', '/api/commands', asked);
      if (runId === undefined) throw new Error(JSON.stringify(asked));
      return finishedRun(desk, runId);
    },
    /** What only one member sees in a message's thread. */
    async notesIn(message: string) {
      const { messages } = await send('GET', `/api/threads/${message}`);
      return messages.filter(({ kind }) => kind === 'note');
    },
    /** What a command answers that asks for no review. */
    async answerTo(text: string) {
      const asked = { channel: 'announcements', member: 'ines', command: '/refine', text };
      return JSON.stringify(await send('POST', '/api/commands', asked));
    },
    async set(group: string, values: Record<string, string>) {
      const place = { member: 'ines', channel: 'announcements' };
      const query = `member=ines&channel=announcements&address=settings/here/${group}`;
      const form = (await send('GET', `/api/screens?${query}`)) as unknown as {
        readonly screen: { readonly address: string };
      };
      return send('POST', '/api/screens', { ...place, address: form.screen.address, values });
    },
  };
}

export type ModelDesk = Awaited<ReturnType<typeof openModelDesk>>;
