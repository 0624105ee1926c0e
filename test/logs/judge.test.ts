import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../store/temp-folder.ts';
import { judgeLogs } from './judge.ts';

const GATHER = resolve(import.meta.dirname, 'gather.js');

describe('the judge of the logs of a run', () => {
  let folder: ReturnType<typeof makeTempFolder>;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => folder.remove());

  const judge = (log: string, planted = '') => {
    writeFileSync(folder.file('test!some.test.ts.log'), log);
    writeFileSync(folder.file('test!some.test.ts.planted'), planted);
    return judgeLogs(folder.path);
  };

  it('counts lines and finds nothing in clean ones', () => {
    expect(judge('{"msg":"a"}\n{"msg":"b"}\n')).toEqual({ files: 1, lines: 2, problems: [] });
  });

  it.each([
    ['{"msg":"a"}\n{"msg":"of Ines Valtari"}\n', '"Ines Valtari"\n'],
    ['{"msg":"a"}\n{"msg":"zquandraft"}\n', ''],
    ['{"msg":"a"}\n{"msg":"xoxb-12-abcdefg"}\n', ''],
    ['{"msg":"a"}\n{"url":"postgres://me:secret@host/x"}\n', ''],
    ['{"msg":"a"}\nTypeError: x\n', ''],
  ])('names file and line of %j', (log, planted) => {
    const { problems } = judge(log, planted);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('test/some.test.ts, line 2 of its log');
  });

  it('hears child processes of child processes, with an environment of their own', async () => {
    const logs = folder.file('logs');
    mkdirSync(logs);
    const say = (line: string) =>
      `require('fs').writeSync(2, ${JSON.stringify(`${JSON.stringify({ msg: line })}\n`)})`;
    const script = `${say('outer')};
      require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(say('inner'))}], { env: {} });`;
    await promisify(execFile)(process.execPath, [`--import=${GATHER}`, '-e', script], {
      env: { ...process.env, GATHERED_LOGS: logs, GATHERED_FROM: 'test!x.test.ts' },
    });
    expect(judgeLogs(logs)).toMatchObject({ files: 1, lines: 2, problems: [] });
  });
});
