import type { SettingsDoor } from '../../../src/settings/screens.ts';

/** Settings that are not to be looked at, for tests of other things. */
export const NO_DOOR: SettingsDoor = {
  show: async () => ({ type: 'note', markdown: 'No settings here.', isDone: false, buttons: [] }),
  exportDecisions: async () => ({ type: 'note', markdown: '', isDone: false, buttons: [] }),
  exportLog: async () => ({
    type: 'note',
    markdown: 'No settings here.',
    isDone: false,
    buttons: [],
  }),
  submit: async () => ({ type: 'note', markdown: 'No settings here.', isDone: false, buttons: [] }),
};
