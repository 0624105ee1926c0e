import { describe, expect, it } from 'vitest';
import { findPersona, findPreset } from '../../src/personas/library.ts';
import {
  type Place,
  type ResolvedSettings,
  resolveSettings,
  type StoredSettings,
} from '../../src/settings/resolution.ts';
import { BUILT_IN_SETTINGS, type Settings } from '../../src/settings/settings.ts';

const PLACE: Place = { workspace: 'w', channel: 'c', parent: 'p' };
const ofWorkspace: StoredSettings = { workspace: 'w', values: { rounds: 2, mode: 'guided' } };
const ofParent: StoredSettings = { workspace: 'w', channel: 'p', values: { rounds: 3 } };
const ofChannel: StoredSettings = { workspace: 'w', channel: 'c', values: { rounds: 4 } };

describe('resolveSettings', () => {
  it('gives every setting its built-in default and says so', () => {
    const settings = resolveSettings({ workspace: 'local' });

    for (const [name, { value, origin }] of Object.entries(settings)) {
      expect(value).toBe(BUILT_IN_SETTINGS[name as keyof Settings]);
      expect(origin).toBe('built-in default');
    }
    expect(Object.keys(settings)).toEqual(Object.keys(BUILT_IN_SETTINGS));
  });

  it('takes a limit that a budget of an older release lacks for one nobody set', () => {
    const { tokensPerMember, ...older } = { ...BUILT_IN_SETTINGS.budget, tokensPerChannel: 7 };
    const { budget } = resolveSettings({ workspace: 'local' }, [
      { workspace: 'local', values: { budget: older as typeof BUILT_IN_SETTINGS.budget } },
    ]);
    expect(tokensPerMember).toBeNull();
    expect(budget).toEqual({ value: { ...older, tokensPerMember: null }, origin: 'workspace' });
  });

  it('prefers the channel to its parent, that to the workspace, that to what is built in', () => {
    const rounds = (stored: readonly StoredSettings[]) => resolveSettings(PLACE, stored).rounds;

    // The order they are stored in decides nothing.
    expect(rounds([ofWorkspace, ofParent, ofChannel])).toEqual({ value: 4, origin: 'channel' });
    expect(rounds([ofWorkspace, ofParent])).toEqual({ value: 3, origin: 'parent' });
    expect(rounds([ofWorkspace])).toEqual({ value: 2, origin: 'workspace' });
    expect(rounds([])).toEqual({ value: 1, origin: 'built-in default' });
  });

  it('resolves each setting by itself', () => {
    expect(resolveSettings(PLACE, [ofChannel, ofWorkspace])).toMatchObject({
      rounds: { value: 4, origin: 'channel' },
      mode: { value: 'guided', origin: 'workspace' },
      delivery: { value: 'thread', origin: 'built-in default' },
    });
  });

  it('takes values that are false, zero, empty or null for decisions', () => {
    const stored = {
      workspace: 'w',
      channel: 'c',
      values: { publicStatus: false, retentionDays: 0, locks: [], personas: null },
    };

    const settings = resolveSettings(PLACE, [
      stored,
      { workspace: 'w', values: { personas: ['line-editor'] } },
    ]);

    expect(settings).toMatchObject({
      publicStatus: { value: false, origin: 'channel' },
      retentionDays: { value: 0, origin: 'channel' },
      locks: { value: [], origin: 'channel' },
      personas: { value: null, origin: 'channel' },
    });
  });

  it('leaves aside what other workspaces and channels decided', () => {
    const elsewhere: readonly StoredSettings[] = [
      { workspace: 'other', values: { rounds: 4 } },
      { workspace: 'other', channel: 'c', values: { rounds: 4 } },
      { workspace: 'w', channel: 'other', values: { rounds: 4 } },
    ];

    expect(resolveSettings(PLACE, elsewhere).rounds.origin).toBe('built-in default');
    expect(resolveSettings({ workspace: 'w' }, [ofChannel, ofParent]).rounds.origin).toBe(
      'built-in default',
    );
  });
});

describe('the built-in settings', () => {
  it('name presets and personas that exist', () => {
    const { preset, triggerEmoji }: Settings = BUILT_IN_SETTINGS;

    expect(findPreset(preset)?.id).toBe(preset);
    for (const target of Object.values(triggerEmoji)) {
      if ('persona' in target) expect(findPersona(target.persona)?.id).toBe(target.persona);
      else expect(target.preset).toBeNull();
    }
  });

  it('say the same as the preset they name', () => {
    const preset = findPreset(BUILT_IN_SETTINGS.preset);

    expect(BUILT_IN_SETTINGS).toMatchObject({
      rounds: preset?.rounds,
      editStyle: preset?.editStyle,
    });
    for (const emoji of preset?.triggerEmoji ?? []) {
      expect(BUILT_IN_SETTINGS.triggerEmoji[emoji]).toEqual({ preset: null });
    }
  });

  it('bound drafts at 24,000 characters in chat and 100,000 as a file', () => {
    const settings: ResolvedSettings = resolveSettings({ workspace: 'local' });

    expect(settings.maxDraftChars.value).toBe(24_000);
    expect(settings.maxFileChars.value).toBe(100_000);
  });
});
