import type { Persona } from '../../src/loop/persona.ts';
import type { RunWorkerDeps } from '../../src/review/execute.ts';
import type { ResolvedSettings } from '../../src/settings/resolution.ts';
import type { Database } from '../../src/store/database.ts';
import { createSettingsRepository } from '../../src/store/settings-repository.ts';
import { panelCritic } from '../review/room.ts';

/** What a lead sees and does on one platform, as people there do: by what stands on the screen. */
export interface Lead {
  /** Opens what a command leads to, in the channel. */
  open(word: string): Promise<void>;
  /** Presses the first button with this label, or chooses the first entry of a menu with it. */
  follow(label: string): Promise<void>;
  /** Fills in the form that is open, step by step to its end; resolves to what it says then. */
  fill(values: Readonly<Record<string, string | readonly string[]>>): Promise<string>;
  /** Everything that stands on the screen. */
  read(): string;
  /** Posts a draft and reacts to it with an emoji, by its shortcode; resolves once a review of it is done, or to the refusal. */
  review(draft: string, emoji: string): Promise<string>;
  /** What the workspace keeps, with the channel by name. */
  rows(): Promise<unknown>;
  /** What the editors of the last review were given. */
  readonly given: readonly Given[];
  close(): Promise<void>;
}

export interface Given {
  readonly personas: readonly Persona[];
  readonly settings: ResolvedSettings;
}

export type OpenLead = () => Promise<Lead>;

/** Writes down what the editors of every review are given. */
export function listenTo(deps: RunWorkerDeps): readonly Given[] {
  const given: Given[] = [];
  const { editorsFor } = deps;
  const heard: RunWorkerDeps['editorsFor'] = (personas, settings, more) => {
    given.push({ personas, settings });
    return editorsFor(personas, settings, more);
  };
  Object.assign(deps, { editorsFor: heard });
  return given;
}

/** What is kept, told apart from where and when it was kept. */
export async function rowsOf(
  database: Database,
  workspace: string,
  channel: string,
): Promise<unknown> {
  return (await createSettingsRepository(database).current(workspace)).map(
    ({ kind, key, version, body }) => ({
      kind,
      key: key === channel ? 'the channel' : key,
      version,
      body,
    }),
  );
}

/** A word list of the prose linter Vale. */
const VALE_FILE = `extends: substitution
message: Use '%s' instead of '%s'.
ignorecase: true
swap:
  in order to: to
  log[- ]?in page: sign-in page
`;

/** Counts what a lead does, and plays the script: a channel for release notes, set up from nothing. */
export async function setUp(
  lead: Lead,
): Promise<{ readonly clicks: number; readonly fields: number }> {
  let [clicks, fields] = [0, 0];
  const open = async (word: string) => {
    clicks += 1;
    await lead.open(word);
  };
  const follow = async (label: string) => {
    clicks += 1;
    await lead.follow(label);
  };
  const fill = async (values: Parameters<Lead['fill']>[0], saying: string) => {
    clicks += 1;
    fields += Object.keys(values).length;
    const said = await lead.fill(values);
    if (!said.includes(saying)) throw new Error(`expected “${saying}”, and it said: ${said}`);
  };

  await open('settings');
  await follow('How texts are reviewed');
  await fill({ preset: 'release-notes' }, 'Release notes');

  await open('personas');
  await follow('Line editor');
  await follow('Make a copy');
  await fill(
    {
      title: 'Release editor',
      checklist: [
        'major: Does every line say what changed for the reader?',
        'major: Is every breaking change marked as one?',
        'minor: Does each line begin with its verb?',
      ].join('\n'),
    },
    'Release editor',
  );

  await open('style');
  await follow('Import words');
  await fill({ file: 'word,use,type\nutilise,use,\nsynergy,?,\nTimetable,,name' }, '3 added');
  await open('style');
  await follow('Import words');
  await fill({ file: VALE_FILE }, '4 added');

  await open('settings');
  await follow('Trigger emoji');
  await follow('Add for this channel');
  await fill({ emoji: '🚀', persona: 'release-editor' }, '🚀');

  await open('settings');
  await follow('Limits');
  await fill({ 'budget.reviewsPerMember': '2', 'budget.tokensPerChannel': '50,000' }, '50,000');
  return { clicks, fields };
}

/** What the editors say. */
export const LEAD_CRITIC = panelCritic({
  'release-editor': [['very very', 'very']],
  'line-editor': [['very very', 'very']],
});

export const RELEASE_DRAFT = 'You can now utilise the export on very very old phones.';
