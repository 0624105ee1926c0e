import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from 'sarif';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathTo } from '../../src/package-root.ts';
import { bluepencil } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bluepencil-checks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('review --format sarif', () => {
  async function sarifOf(name: string, text: string) {
    writeFileSync(join(folder, name), text);
    const outcome = await bluepencil(['review', name, '--format', 'sarif'], { cwd: folder });
    const { runs } = JSON.parse(outcome.stdout) as Log;
    return { code: outcome.code, run: runs[0] };
  }

  it('places every comment in the file as it stands, and applying the fixes gives the refined draft', async () => {
    const text = '😀 Dear all,\r\n\r\nwe will recieve the the parcel on Monday.\r\n';
    const { code, run } = await sarifOf('a draft.md', text);
    expect(code).toBe(0);
    expect(run?.artifacts?.[0]?.location?.uri).toBe('a%20draft.md');
    const results = run?.results ?? [];
    expect(results.map(({ ruleId }) => ruleId).sort()).toEqual([
      'copy-editor/doubled-word',
      'copy-editor/spelling/listed',
    ]);

    const lines = text.split('\r\n');
    for (const { locations } of results) {
      const region = locations?.[0]?.physicalLocation?.region;
      const { startLine = 0, startColumn = 0, endColumn = 0, snippet } = region ?? {};
      expect(lines[startLine - 1]?.slice(startColumn - 1, endColumn - 1)).toBe(snippet?.text);
    }

    const replacements = results
      .flatMap(({ fixes }) => fixes?.[0]?.artifactChanges[0]?.replacements ?? [])
      .sort((a, b) => (b.deletedRegion.charOffset ?? 0) - (a.deletedRegion.charOffset ?? 0));
    const fixed = replacements.reduce((so_far, { deletedRegion, insertedContent }) => {
      const { charOffset = 0, charLength = 0 } = deletedRegion;
      return (
        so_far.slice(0, charOffset) +
        (insertedContent?.text ?? '') +
        so_far.slice(charOffset + charLength)
      );
    }, text);
    expect(fixed).toBe('😀 Dear all,\r\n\r\nwe will receive the parcel on Monday.\r\n');
  });

  it('says blocking as an error, with the exit code of a blocking comment', async () => {
    const { code, run } = await sarifOf('draft.md', 'We launch on [DATE TBD].\n');
    expect(code).toBe(1);
    expect(run?.results?.map(({ level }) => level)).toContain('error');
  });

  it('is a log with no result for a clean draft, and says what was not checked', async () => {
    const { code, run } = await sarifOf('draft.md', 'The office is closed on Friday.\n');
    expect(code).toBe(0);
    expect(run?.results).toEqual([]);
    expect(run?.invocations?.[0]?.executionSuccessful).toBe(true);
    const told = run?.invocations?.[0]?.toolExecutionNotifications ?? [];
    expect(told.map(({ message }) => message.text).join(' ')).toMatch(/need a model/);
  });
});

describe('the git hook of docs/checks.md', () => {
  const hook = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(
    readFileSync(pathTo('docs/checks.md'), 'utf8'),
  );

  it('stops a commit with a placeholder in it, and lets the corrected text through', () => {
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    git('init', '--quiet');
    const path = join(folder, '.git/hooks/pre-commit');
    writeFileSync(path, hook?.[1] ?? '');
    chmodSync(path, 0o755);
    const bin = join(folder, 'node_modules/.bin/bluepencil');
    mkdirSync(dirname(bin), { recursive: true });
    execFileSync(process.execPath, [pathTo('bin/bluepencil.js'), '--version']);
    symlinkSync(pathTo('bin/bluepencil.js'), bin);

    writeFileSync(join(folder, 'news.md'), 'We launch on [DATE TBD].\n');
    git('add', 'news.md');
    const refused = git('commit', '-m', 'news');
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('still a placeholder');

    writeFileSync(join(folder, 'news.md'), 'We launch on Friday.\n');
    git('add', 'news.md');
    expect(git('commit', '-m', 'news')).toMatchObject({ status: 0 });
  });
});
