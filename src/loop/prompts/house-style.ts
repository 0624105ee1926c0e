import { hideSecrets } from './mask.ts';

/** What a workspace wants of its texts, as far as an editor has to know it. */
export interface StyleRules {
  /** The style guide in its own words. */
  readonly guide?: string;
  /** Names that are never changed. */
  readonly names: readonly string[];
  readonly avoid: readonly {
    readonly word: string;
    readonly use: string;
    readonly flagOnly?: boolean;
  }[];
  /** Words that are right although no dictionary has them. */
  readonly allowed: readonly string[];
  readonly dialect?: 'en-US' | 'en-GB';
  /** How readers are spoken to. */
  readonly register?: string;
}

/** Words of a list in the prompt; code checks all of them, whatever the model was told. */
const MAX_LISTED = 150;

/** The house style as a section of a prompt, without secrets; empty when there is none. */
export function renderStyle(style: StyleRules | null): string {
  if (style === null) return '';
  const { guide = '', names, avoid, allowed, dialect, register = '' } = style;
  const lines = [
    guide.trim(),
    dialect === undefined ? '' : `English is spelt as in ${DIALECTS[dialect]}.`,
    register.trim() === '' ? '' : `Readers are spoken to like this: ${register.trim()}.`,
    names.length === 0 ? '' : `Names, never changed: ${listed(names)}.`,
    allowed.length === 0 ? '' : `Right as they are: ${listed(allowed)}.`,
    ...avoid.slice(0, MAX_LISTED).map(avoidance),
  ].filter((line) => line !== '');
  return lines.length === 0 ? '' : hideSecrets(`# House style\n${lines.join('\n')}`);
}

function listed(words: readonly string[]): string {
  return words.slice(0, MAX_LISTED).join('; ');
}

function avoidance({ word, use, flagOnly = false }: StyleRules['avoid'][number]): string {
  if (flagOnly) return `Avoid “${word}”.`;
  return use === '' ? `Leave out “${word}”.` : `Write “${use}”, not “${word}”.`;
}

const DIALECTS = { 'en-US': 'the United States', 'en-GB': 'Britain' } as const;
