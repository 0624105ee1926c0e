import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { hasModel, openEditors } from '../../src/editors.ts';
import { NO_HOUSE_STYLE } from '../../src/models/offline/house-style.ts';
import { findPersona } from '../../src/personas/library.ts';
import { buttonsOf, createFakePlatform, textOf } from './fake-platform.ts';
import { openRoom, type Room } from './room.ts';

let room: Room | undefined;
afterEach(() => room?.database.close());

it('reviews with rules alone, says that it does, and who rests', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  expect(hasModel(config)).toBe(false);
  const asked = ['senior-editor', 'line-editor'].flatMap((id) => findPersona(id) ?? []);
  const { reportError, ...editors } = await openEditors(config, asked, NO_HOUSE_STYLE);
  const platform = createFakePlatform();
  room = await openRoom({ critic: editors.critic, platform, editors });
  const message = platform.write(
    'We recieve the the parcels on Monday. Please send [NAME] the list; `pnpm recieve` stays.',
  );
  await room.review(message);
  await room.workAll();

  expect(platform.posts.map(({ slot }) => slot.slot)).toEqual(['critique/1/copy-editor', 'result']);
  const [reply, result] = platform.posts.map((post) => post.message);
  expect(reply?.identity).toMatchObject({ name: 'Copy editor', label: 'rules, no AI' });
  const text = reply === undefined ? '' : textOf(reply);
  expect(text).toContain('“recieve” → “receive”');
  expect(text).toContain('`/refine status`');
  expect(text).toMatch(/senior editor and line editor rest/);
  const buttons = reply === undefined ? [] : buttonsOf(reply);
  expect(buttons.filter(({ action }) => action.verb === 'undo')).toHaveLength(2);
  expect(buttons.filter(({ action }) => action.verb === 'dismiss').length).toBeGreaterThan(0);
  const draft = result?.parts.find(({ isDraft }) => isDraft)?.markdown;
  expect(draft).toBe(
    'We receive the parcels on Monday. Please send [NAME] the list; `pnpm recieve` stays.',
  );
  expect(result?.parts.at(-1)?.markdown).toContain('no model used');
  expect(platform.lastStatus(message)).toBe('done');
}, 60_000);
