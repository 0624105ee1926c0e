import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the map at the head of the loop leads to files and tests that are there', () => {
  const [map = ''] = readFileSync('src/loop/loop.ts', 'utf8').split('*/');
  const named = [...new Set(map.match(/[\w-]+(?:\.test)?\.ts\b/g))];
  const folderOf = (file: string) => (file.endsWith('.test.ts') ? 'test/loop' : 'src/loop');
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(`${folderOf(file)}/${file}`))).toEqual([]);
});
