import { describe, expect, it } from 'vitest';
import { emojiIdentity, settingIdentity } from '../../../src/platforms/discord/emoji.ts';

describe('RC-011: the same emoji in every spelling', () => {
  it.each([
    ['✏️', { id: null, name: '✏' }],
    ['✏', { id: null, name: '✏️' }],
    ['pencil2', { id: null, name: '✏️' }],
    [':scissors:', { id: null, name: '✂️' }],
    ['👍', { id: null, name: '👍🏽' }],
    ['👍🏿', { id: null, name: '👍' }],
    ['<a:polish:111122223333444455>', { id: '111122223333444455', name: 'polish_v2' }],
    ['<:polish:111122223333444455>', { id: '111122223333444455', name: null }],
    ['polish:111122223333444455', { id: '111122223333444455', name: 'polish' }],
    ['111122223333444455', { id: '111122223333444455', name: 'polish' }],
  ])('%s is what the event brings', (setting, event) => {
    expect(settingIdentity(setting)).toBe(emojiIdentity(event));
  });

  it.each([
    ['<:polish:111122223333444455>', { id: '999922223333444455', name: 'polish' }],
    ['✏️', { id: null, name: '✂️' }],
    ['👍', { id: null, name: '👎' }],
  ])('%s is not another one', (setting, event) => {
    expect(settingIdentity(setting)).not.toBe(emojiIdentity(event));
  });

  it('knows what is no emoji', () => {
    expect(settingIdentity('not_an_emoji_at_all')).toBeNull();
  });
});
