import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/package-root.ts';
import { builtInPersonas, builtInPresets } from '../../src/personas/library.ts';
import { bluepencil } from './command.ts';

const run = promisify(execFile);

/** What the program prints to the shell; a process of its own, as the words go past our streams. */
async function complete(...args: string[]): Promise<string> {
  const main = pathTo('src/main.ts');
  const node = ['--import', import.meta.resolve('tsx'), main, 'complete', ...args];
  return (await run(process.execPath, node, { cwd: pathTo('.') })).stdout;
}

/** What is offered at a Tab, without descriptions; the last line is for the shell. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const lines = (await complete('--', ...words)).trimEnd().split('\n');
  return lines.slice(0, -1).map((line) => line.split('\t')[0] ?? '');
}

describe('bluepencil complete', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
    expect(await complete(shell)).toContain('bluepencil');
  });

  it('prints a script that bash can read', async () => {
    await run('bash', ['-n', '-c', await complete('bash')]);
  });

  it('offers commands, options, and the names of presets and personas', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(['review', 'doctor', 'personas']));
    expect(await offered('review', '--pre')).toEqual(['--preset']);
    expect(await offered('review', '--preset', '')).toEqual(builtInPresets.map(({ id }) => id));
    expect(await offered('review', '--persona', '')).toEqual(builtInPersonas.map(({ id }) => id));
    expect(await offered('review', '--format', '')).toContain('sarif');
  });

  it('offers files where a file belongs, and folders on the way to it', async () => {
    expect(await offered('review', 'READ')).toEqual(['README.md']);
    expect(await offered('review', 'doc')).toEqual(['docs/']);
    expect(await offered('review', 'docs/slac')).toEqual(['docs/slack.md']);
    expect(await offered('review', '--house-style', 'package.j')).toEqual(['package.json']);
    expect(await offered('review', 'no/such/folder/')).toEqual([]);
  });

  it('stands in the help, and asks for a shell it knows', async () => {
    expect((await bluepencil(['--help'])).stdout).toContain('complete <shell>');
    const { code, stderr } = await bluepencil(['complete', 'tcsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('zsh, bash, fish, powershell');
  });
});
