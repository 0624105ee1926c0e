/*
 * A lead sets up a channel for release notes on every platform there is, by what stands on its screens.
 * A platform brings its own `lead.ts`: with its folder its part of this test goes as well.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Persona } from '../../src/loop/persona.ts';
import { importLibrary } from '../../src/settings/library-exchange.ts';
import { writeLibraryYaml } from '../../src/settings/library-yaml.ts';
import { SETTING_RULES } from '../../src/settings/setting-rules.ts';
import { BUILT_IN_SETTINGS } from '../../src/settings/settings.ts';
import { importSettings } from '../../src/settings/settings-exchange.ts';
import { openHouse } from '../settings/house.ts';
import { type OpenLead, RELEASE_DRAFT, setUp } from './lead-script.ts';

const here = import.meta.dirname;
const platforms = readdirSync(here).filter((name) => existsSync(join(here, name, 'lead.ts')));
const rows = new Map<string, unknown>();
const counts = new Map<string, unknown>();

async function openLeadOn(name: string) {
  const file = pathToFileURL(join(here, name, 'lead.ts')).href;
  const { openLead } = (await import(file)) as { openLead: OpenLead };
  return openLead();
}

describe.each(platforms)('on %s', (name) => {
  it('a lead sets the channel up, the next review follows all of it, and the settings say why', async () => {
    const lead = await openLeadOn(name);
    try {
      counts.set(name, await setUp(lead));
      rows.set(name, await lead.rows());

      await lead.open('settings');
      const settings = lead.read().replace(/[*_]/g, '');
      for (const line of [
        'Preset: Release notes · set in this channel',
        '🚀 Release editor',
        'House style: 7 words · set in this channel',
        'Limits per UTC day: 2 reviews a member, 50,000 tokens a channel · set in this channel',
        'Rounds: 1 · built in',
      ]) {
        expect(settings).toContain(line);
      }
      for (const { label } of Object.values(SETTING_RULES)) {
        expect(settings).toMatch(
          new RegExp(`${label}: .+ · (?:set in this channel|from the workspace|built in)`),
        );
      }

      const review = await lead.review(RELEASE_DRAFT, 'rocket');
      expect(review).toContain('Release editor');
      const [heard] = lead.given;
      expect(heard?.personas.map(({ title }) => title)).toEqual(['Release editor']);
      expect(heard?.personas[0]?.checklist.map(({ question }) => question)).toContain(
        'Is every breaking change marked as one?',
      );
      expect(heard?.settings.houseStyle.value).toMatchObject({
        avoid: [
          { word: 'utilise', use: 'use' },
          { word: 'synergy', flagOnly: true },
          { word: 'in order to', use: 'to' },
          { word: 'log-in page', use: 'sign-in page' },
          { word: 'log in page', use: 'sign-in page' },
          { word: 'login page', use: 'sign-in page' },
        ],
        names: ['Timetable'],
      });
      expect(heard?.settings.preset.value).toBe('release-notes');

      await lead.review(`${RELEASE_DRAFT} Again.`, 'pencil2');
      expect(lead.given[1]?.personas.map(({ id }) => id)).toContain('audience-customer');
      expect(await lead.review(`${RELEASE_DRAFT} And again.`, 'rocket')).toContain(
        'You have asked for 2 reviews today, which is the limit here.',
      );
    } finally {
      await lead.close();
    }
  }, 120_000);
});

describe('the same change', () => {
  afterAll(() => rows.clear());

  it(`ends in the same rows on ${platforms.join(', ')}`, () => {
    const [first, ...others] = platforms.map((name) => rows.get(name));
    expect(first).toMatchObject([
      { kind: 'persona', key: 'release-editor' },
      { kind: 'settings', key: 'the channel', version: 3 },
      { kind: 'style', key: 'the channel', version: 2 },
    ]);
    for (const other of others) expect(other).toEqual(first);
    expect(others.length).toBeGreaterThan(0);
  });

  it('takes as many steps everywhere: few enough for three minutes', () => {
    for (const name of platforms) expect(counts.get(name)).toEqual({ clicks: 20, fields: 9 });
  });

  it('made in files ends in the same rows', async () => {
    const [name = ''] = platforms;
    const expected = rows.get(name) as { kind: string; body: object }[];
    const persona = expected.find(({ kind }) => kind === 'persona')?.body as { persona: Persona };
    const house = await openHouse();
    const library = writeLibraryYaml({ personas: [persona.persona], presets: [], resting: [] });
    const fromCsv = `houseStyle:
  names: [Timetable]
  avoid:
    - { word: utilise, use: use }
    - { word: synergy, use: '', flagOnly: true }`;
    const fromVale = `
    - { word: in order to, use: to }
    - { word: log-in page, use: sign-in page }
    - { word: log in page, use: sign-in page }
    - { word: login page, use: sign-in page }`;
    // A value is taken whole, so those that are built in stand beside the new one.
    const { triggerEmoji } = BUILT_IN_SETTINGS;
    const emoji = `triggerEmoji: ${JSON.stringify({ ...triggerEmoji, rocket: { persona: 'release-editor' } })}`;
    const limits = `budget:
  tokensPerRun: null
  reviewsPerMember: 2
  tokensPerMember: null
  tokensPerChannel: 50000
  tokensPerWorkspace: null
  costPerWorkspace: null`;
    const steps = ['preset: release-notes', fromCsv, fromVale, emoji, limits];
    try {
      await importLibrary(
        house.deps,
        { workspace: 'w', text: library, name: 'x' },
        { via: 'file' },
      );
      for (const at of steps.keys()) {
        const values = steps
          .slice(0, at + 1)
          .join('\n')
          .replace(/^/gm, '    ');
        const text = `channels:\n  the channel:\n${values}\n`;
        await importSettings(house.deps, { workspace: 'w', text, name: 'x' }, { via: 'file' });
      }
      const made = await house.store.current('w');
      expect(made.map(({ kind, key, version, body }) => ({ kind, key, version, body }))).toEqual(
        expected,
      );
    } finally {
      await house.close();
    }
  });
});
