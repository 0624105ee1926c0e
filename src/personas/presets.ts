import type { Preset } from '../loop/persona.ts';

/**
 * The presets every workspace starts with. Only `general` has an emoji of its own: an everyday
 * reaction must not start a review unless the team chose that emoji.
 */
export const presets: readonly Preset[] = [
  {
    id: 'general',
    title: 'General',
    purpose: 'Anything a team writes when nothing more special fits.',
    personas: ['senior-editor', 'line-editor', 'skeptical-reader'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: ['pencil2'],
  },
  {
    id: 'announcement',
    title: 'Announcement',
    purpose: 'News for many readers at once, inside the team or outside.',
    personas: ['senior-editor', 'skeptical-reader', 'tone-and-inclusion'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'release-notes',
    title: 'Release notes',
    purpose: 'What changed in a version, for the people who use it.',
    personas: ['audience-customer', 'audience-engineer', 'line-editor'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'incident-post-mortem',
    title: 'Incident post-mortem',
    purpose: 'What broke, why, for whom, and what is done so that it stays fixed, without blame.',
    personas: ['fact-checker', 'audience-engineer', 'tone-and-inclusion'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'customer-email',
    title: 'Customer e-mail',
    purpose: 'A letter to customers that asks, tells or apologises.',
    personas: ['audience-customer', 'tone-and-inclusion', 'line-editor'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'job-ad',
    title: 'Job ad',
    purpose: 'A vacancy that the right people should recognise themselves in.',
    personas: ['tone-and-inclusion', 'skeptical-reader', 'line-editor'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'readme-docs',
    title: 'README & docs',
    purpose: 'Documentation that somebody follows with their hands on the keyboard.',
    personas: ['audience-engineer', 'senior-editor', 'line-editor'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'social-post',
    title: 'Social post',
    purpose: 'A few public lines for people who are scrolling past.',
    personas: ['line-editor', 'skeptical-reader', 'fact-checker'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
  {
    id: 'restaurant-review',
    title: 'Restaurant review',
    purpose: 'A meal told to people who have not eaten there.',
    personas: ['food-critic', 'line-editor', 'fact-checker'],
    rounds: 1,
    editStyle: 'edits',
    triggerEmoji: [],
  },
];

/** An emoji shortcode without colons that starts a review by one persona alone. */
export interface PersonaTrigger {
  readonly emoji: string;
  readonly persona: string;
}

/** The persona emoji every workspace starts with; `pencil2` starts the channel's preset instead. */
export const personaTriggers: readonly PersonaTrigger[] = [
  { emoji: 'scissors', persona: 'line-editor' },
  { emoji: 'mag', persona: 'fact-checker' },
];
