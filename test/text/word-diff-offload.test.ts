import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createDiffer, type Differ, type DifferOptions } from '../../src/text/diff-offload.ts';
import { diffBlocks, diffWords } from '../../src/text/word-diff.ts';

const open: Differ[] = [];
function makeDiffer(options: DifferOptions = {}): Differ {
  const differ = createDiffer(options);
  open.push(differ);
  return differ;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((differ) => differ.close()));
});

/** A worker that runs the given lines with `port` as its end of the line. */
function scripted(code: string): Worker {
  return new Worker(`const { parentPort: port } = require('node:worker_threads');${code}`, {
    eval: true,
  });
}
const ECHO = "port.on('message', () => port.postMessage([{ type: 'same', text: 'worker' }]));";
const answer = [{ type: 'same', text: 'worker' }];

describe('createDiffer', () => {
  it('compares small texts at once and large ones in its worker, with the same result', async () => {
    const before = 'We ship the update \ud800 today. '.repeat(600);
    const after = before.replaceAll('today', 'now');
    const differ = makeDiffer();
    await expect(differ.diff('a b c', 'a X c')).resolves.toEqual(diffWords('a b c', 'a X c'));
    await expect(differ.diff(before, after)).resolves.toEqual(diffWords(before, after));
  });

  it('starts one worker, and only when texts are large', async () => {
    let started = 0;
    const differ = makeDiffer({
      inlineMaxChars: 10,
      startWorker: () => {
        started += 1;
        return scripted(ECHO);
      },
    });
    await differ.diff('a', 'b');
    expect(started).toBe(0);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((word) => differ.diff(word, 'long enough')),
    );
    expect(answers).toEqual([answer, answer, answer]);
    expect(started).toBe(1);
  });

  it('RC-061 answers with blocks when comparing fails, here or in the worker', async () => {
    const failing = makeDiffer({
      compare: () => {
        throw new Error('odd mark');
      },
    });
    const before = 'abc \u0300X def\n\n\nend';
    const after = 'abc \u0300Y ghi\n\nend';
    await expect(failing.diff(before, after)).resolves.toEqual(diffBlocks(before, after));
    const crashing = makeDiffer({
      inlineMaxChars: 0,
      startWorker: () => scripted("port.on('message', () => { throw new Error('odd mark'); });"),
    });
    await expect(crashing.diff(before, after)).resolves.toEqual(diffBlocks(before, after));
    const missing = makeDiffer({
      inlineMaxChars: 0,
      startWorker: () => {
        throw new Error('no threads');
      },
    });
    await expect(missing.diff(before, after)).resolves.toEqual(diffBlocks(before, after));
  });

  it('replaces a worker that died or took too long, and only its texts suffer', async () => {
    for (const fault of ['process.exit(1)', 'for (;;) {}']) {
      let started = 0;
      const differ = makeDiffer({
        inlineMaxChars: 0,
        timeoutMs: 1_000,
        startWorker: () => {
          started += 1;
          return scripted(started === 1 ? `port.on('message', () => { ${fault} });` : ECHO);
        },
      });
      const [first, second] = await Promise.all([differ.diff('a', 'b'), differ.diff('c', 'd')]);
      expect(first).toEqual(diffBlocks('a', 'b'));
      expect(second).toEqual(answer);
      expect(started).toBe(2);
    }
  });

  it('rejects with the reason when stopped, before, while waiting or while comparing', async () => {
    const differ = makeDiffer({
      inlineMaxChars: 0,
      startWorker: () => scripted("port.on('message', () => {});"),
    });
    await expect(differ.diff('a', 'b', AbortSignal.abort('early'))).rejects.toBe('early');
    const running = new AbortController();
    const queued = new AbortController();
    const first = differ.diff('a', 'b', running.signal);
    const second = differ.diff('c', 'd', queued.signal);
    queued.abort('queued');
    running.abort('running');
    await expect(second).rejects.toBe('queued');
    await expect(first).rejects.toBe('running');
  });

  it('goes on with the texts behind one that was stopped', async () => {
    let started = 0;
    const differ = makeDiffer({
      inlineMaxChars: 0,
      startWorker: () => {
        started += 1;
        return scripted(started === 1 ? "port.on('message', () => {});" : ECHO);
      },
    });
    const running = new AbortController();
    const first = differ.diff('a', 'b', running.signal);
    const second = differ.diff('c', 'd');
    running.abort('stopped');
    await expect(first).rejects.toBe('stopped');
    await expect(second).resolves.toEqual(answer);
  });

  it('ends an idle worker and starts another when needed', async () => {
    const workers: Worker[] = [];
    const differ = makeDiffer({
      inlineMaxChars: 0,
      idleMs: 1,
      startWorker: () => {
        const worker = scripted(ECHO);
        workers.push(worker);
        return worker;
      },
    });
    await differ.diff('a', 'b');
    await new Promise((resolve) => workers[0]?.once('exit', resolve));
    await expect(differ.diff('c', 'd')).resolves.toEqual(answer);
    expect(workers).toHaveLength(2);
  });

  it('answers what is still waiting when closed, and can be used again', async () => {
    let started = 0;
    const differ = makeDiffer({
      inlineMaxChars: 0,
      startWorker: () => {
        started += 1;
        return scripted(started === 1 ? "port.on('message', () => {});" : ECHO);
      },
    });
    const waiting = [differ.diff('a', 'b'), differ.diff('c', 'd')];
    await differ.close();
    await expect(Promise.all(waiting)).resolves.toEqual([
      diffBlocks('a', 'b'),
      diffBlocks('c', 'd'),
    ]);
    await expect(differ.diff('e', 'f')).resolves.toEqual(answer);
  });

  it('lets the process end with an idle worker, but not before an awaited answer', async () => {
    const source = new URL('../../src/text/diff-offload.ts', import.meta.url).href;
    const code = `
      const { createDiffer } = await import(${JSON.stringify(source)});
      const parts = await createDiffer({ inlineMaxChars: 0 }).diff('a b', 'a c');
      process.stdout.write(String(parts.length));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      code,
    ]);
    expect(stdout).toBe('3');
  });
});
