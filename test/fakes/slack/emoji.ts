import { gemoji } from 'gemoji';
import type { WorkspaceRecord } from './world.ts';

/* Names the real one has and the data set does not, and those it names otherwise. */
const MORE = [
  'simple_smile',
  'heavy_check_mark',
  'white_check_mark',
  'thumbsup',
  'thumbsdown',
  'hourglass_flowing_sand',
  'black_square_for_stop',
  'octagonal_sign',
  'memo',
  'pencil',
  'pencil2',
  'lower_left_pencil',
  'lower_left_ballpoint_pen',
  'speech_balloon',
  'blue_book',
  'large_blue_circle',
];
const known = new Set([...gemoji.flatMap(({ names }) => names), ...MORE]);

/** Whether a workspace has an emoji of this name, with or without a skin tone. */
export function isEmoji(name: string, workspace: WorkspaceRecord | undefined): boolean {
  const [base = '', tone] = name.split('::');
  if (tone !== undefined && !/^skin-tone-[2-6]$/.test(tone)) return false;
  return known.has(base) || (workspace?.emoji.has(base) ?? false);
}
