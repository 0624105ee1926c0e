import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bluepencil } from './command.ts';

const readme = readFileSync('README.md', 'utf8');

function fenced(language: string): string {
  return new RegExp(`\n\`\`\`${language}\\n([\\s\\S]*?)\`\`\`\\n`).exec(readme)?.[1] ?? '';
}

it('shows in the README what the command really prints', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bluepencil-readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'draft.md'), fenced('markdown'));
  const { code, stdout } = await bluepencil(['review', 'draft.md'], {
    cwd: folder,
    env: { NO_COLOR: '1' },
    isTTY: true,
    columns: 92,
  });
  expect(code).toBe(1);
  expect(fenced('text')).toBe(stdout);
});
