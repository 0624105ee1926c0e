import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectLanguage, textDirection } from '../../src/text/language.ts';
import { fc } from '../fast-check.ts';
import { sharedData } from '../shared-data.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

describe('detectLanguage', () => {
  it.each([
    'Deploy finished, checking logs now',
    'can you review my draft',
    'lgtm ship it today please',
    'Deploying version two to production',
    'Fixed login bug affecting Safari users',
    'New onboarding docs live, feedback welcome',
    'Build broken again, anyone investigating?',
    'Standup notes posted in channel',
    'Db migration done, rollback unnecessary',
    'We\u2019re moving the café meeting to Friday',
  ])('knows the English message %j', (text) => {
    expect(detectLanguage(text).language).toBe('en');
  });

  it.each([
    ['Nächste Woche fällt das Meeting aus', 'de'],
    ['merci beaucoup pour votre aide', 'fr'],
    ['No se puede acceder al servidor desde la oficina', 'es'],
    ['Questo è un messaggio molto breve', 'it'],
    ['Não foi possível acessar o servidor hoje', 'pt'],
    ['Dit is een kort bericht voor jullie', 'nl'],
    ['Привет, как дела?', 'ru'],
    ['Καλημέρα σας', 'el'],
    ['안녕하세요 여러분', 'ko'],
    ['私はGitHubを使います', 'ja'],
    ['欢迎使用 GitHub Actions', 'zh'],
    ['مرحبا بكم في الفريق', 'ar'],
    ['سلام، این پیام برای گروه است', 'fa'],
    ['ברוך הבא לצוות', 'he'],
  ])('knows %j as %s', (text, language) => {
    expect(detectLanguage(text).language).toBe(language);
  });

  it.each([
    '',
    'ok',
    'PR ready',
    '`let x = 1; the and of`',
    'https://example.com/the/and/of',
    '🎉🎉',
    '12345',
    'Lorem ipsum dolor sit amet consectetur',
  ])('does not guess at %j', (text) => {
    expect(detectLanguage(text).language).toBe('und');
  });

  it('does not count code and addresses', () => {
    const text = 'Bitte nicht vergessen, das ist für uns.\n\n```\nthe and of to in is that it\n```';
    expect(detectLanguage(text).language).toBe('de');
  });

  it.skipIf(sharedData === null)('is right about every shared draft', () => {
    const drafts = join(sharedData ?? '', 'drafts');
    for (const name of readdirSync(drafts)) {
      const text = readFileSync(join(drafts, name), 'utf8');
      expect(`${name} ${detectLanguage(text).language}`).toBe(`${name} ${name.slice(0, 2)}`);
    }
  });

  it('answers with a code and a share for any input', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        const { language, confidence } = detectLanguage(markdown);
        expect(language).toMatch(/^[a-z]{2,3}$/);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
    for (const markdown of HOSTILE) expect(() => detectLanguage(markdown)).not.toThrow();
  });
});

describe('textDirection', () => {
  it.each([
    ['**ברוך** hello', 'rtl'],
    ['123 … مرحبا', 'rtl'],
    ['# How to\n\nمرحبا', 'ltr'],
    ['`code` שלום', 'rtl'],
    ['漢字', 'ltr'],
    ['!!!', 'ltr'],
  ])('reads %j as %s', (text, direction) => {
    expect(textDirection(text)).toBe(direction);
  });
});
