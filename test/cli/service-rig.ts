/* The real program in processes of its own, with a model whose mood the test decides. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { ACCEPT } from '../fakes/editor-replies.ts';
import { type FakeReply, startOpenAiServer } from '../fakes/openai-server.ts';
import { makeTempFolder } from '../store/temp-folder.ts';

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');
const DRAFT = 'Hi all, the export was fixed in the time of the night, we think.';

const pause = () => new Promise((done) => setTimeout(done, 20));

/** One process. */
export interface Started {
  readonly child: ChildProcess;
  /** Where its pages are; empty when it has none. */
  readonly url: string;
  /** Everything it has printed. */
  readonly output: () => string;
}

export type ServiceRig = Awaited<ReturnType<typeof openServiceRig>>;

/** Opens the model and a folder to work in. */
export async function openServiceRig() {
  const folder = makeTempFolder();
  let reply: FakeReply = ACCEPT;
  let held: Promise<void> | null = null;
  const models = await startOpenAiServer(async () => {
    await held;
    return reply;
  });
  const children: ChildProcess[] = [];

  async function api(url: string, path: string, body?: object) {
    const response = await fetch(`${url}/api/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async function somebody(url: string) {
    const { channels } = (await api(url, 'channels')) as { channels: { id: string }[] };
    const { members } = (await api(url, 'members')) as { members: { id: string }[] };
    return { channel: channels[0]?.id ?? '', member: members[0]?.id ?? '' };
  }

  return {
    folder,
    models,
    api,
    setReply(next: FakeReply) {
      reply = next;
    },

    /** Lets the model think until the result is called. */
    holdReplies(): () => void {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },

    /** Starts a process and waits until it says that it is there, or has ended. */
    async start(
      databaseUrl: string,
      role = 'all',
      env: Record<string, string> = {},
    ): Promise<Started> {
      const child = spawn(
        process.execPath,
        ['--import', import.meta.resolve('tsx'), MAIN, 'start'],
        {
          cwd: folder.path,
          env: {
            PATH: process.env.PATH,
            PORT: '0',
            ROLE: role,
            DATABASE_URL: databaseUrl,
            OPENAI_BASE_URL: models.url,
            OPENAI_MODEL: 'fake',
            LOG_LEVEL: 'silent',
            ...env,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      children.push(child);
      let output = '';
      const isThere = new Promise<void>((there) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk) => {
            output += String(chunk);
            if (/http:\S+\n|at work/.test(output)) there();
          });
        }
      });
      await Promise.race([isThere, once(child, 'exit')]);
      return { child, url: /http:\/\/[\w.:]+/.exec(output)?.[0] ?? '', output: () => output };
    },

    /** Says so many things at the desk. */
    async say(url: string, count: number): Promise<{ member: string; messages: string[] }> {
      const { channel, member } = await somebody(url);
      const messages: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const said = await api(url, `channels/${channel}/messages`, {
          author: member,
          text: DRAFT,
        });
        messages.push(String(said.id));
      }
      return { member, messages };
    },

    /** Says something at the desk and asks for its review; `id` is the message, and its thread. */
    async ask(url: string): Promise<{ id: string; runId: string }> {
      const { channel, member } = await somebody(url);
      const said = await api(url, `channels/${channel}/messages`, { author: member, text: DRAFT });
      const asked = await api(url, `messages/${said.id}/review`, { member, scope: 'message' });
      return { id: String(said.id), runId: String(asked.runId) };
    },

    /** As `ask`, with a model that hangs; resolves once that has been asked. */
    async beginReview(url: string): Promise<string> {
      reply = { hang: 'silent' };
      const asked = models.requests.length;
      const { runId } = await this.ask(url);
      while (models.requests.length === asked) await pause();
      return runId;
    },

    /** Waits for the end of a run. */
    async finished(url: string, runId: string) {
      for (;;) {
        const run = await api(url, `runs/${runId}`).catch(() => null);
        if (run?.status === 'finished') return run;
        await pause();
      }
    },

    /** What Bluepencil has said in a thread. */
    async posts(url: string, id: string): Promise<readonly string[]> {
      const { messages } = (await api(url, `threads/${id}`)) as {
        messages: { kind: string; persona?: { name: string }; markdown: string }[];
      };
      return messages
        .filter(({ kind }) => kind === 'post')
        .map(
          ({ persona, markdown }) =>
            `${persona?.name}: ${markdown.replace(/\d[\d.,]* ?(ms|s)\b/g, 'N')}`,
        );
    },

    async exitOf({ child }: Started) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child.exitCode ?? child.signalCode;
    },

    /** Ends what is still there. */
    async killAll() {
      for (const child of children.splice(0)) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },

    async close() {
      await this.killAll();
      await models.close();
      folder.remove();
    },
  };
}

/** Waits for a condition of another process. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause();
}
