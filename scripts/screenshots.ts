/*
 * Makes the pictures in docs/screenshots: `node --import tsx scripts/screenshots.ts [name…]`. Needs an
 * installed Chromium and fonts for emoji and Japanese (Debian: fonts-noto-color-emoji, fonts-droid-fallback);
 * makes the files small where pngquant is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { RawComment } from '../src/loop/comment.ts';
import type { Critic } from '../src/loop/critic.ts';
import { SCRIPTED_USAGE } from '../src/models/scripted.ts';
import { openBrowser } from '../test/platforms/desk/browser.ts';
import { call, openRig, type Rig } from '../test/platforms/desk/rig.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots');
const WIDE = { width: 1360, height: 860 };
const PHONE = { width: 390, height: 844 };

const RTL_DRAFT = `שלום לכולם,

החל מיום ראשון **הכניסה למשרד** תהיה רק עם התג החדש. מי שעדיין לא קיבל תג, מוזמן לגשת לקבלה בין 09:00 ל-12:00.

- יש להביא תעודה מזהה
- התג הישן יפסיק לעבוד ב-15 במרץ
- שאלות: \`badge@example.com\`

تذكير للزملاء في مكتب الإسكندرية: نفس القواعد تسري عندكم أيضًا.

新しい入館証は日曜日から使えます。まだ受け取っていない人は、9時から12時の間に受付まで来てください。`;

const replace = (quote: string, text: string, problem: string, why: string): RawComment => ({
  kind: 'clarity',
  severity: 'major',
  quote,
  problem,
  why,
  suggestion: { action: 'replace', text, instruction: `Write “${text}”.` },
});

const effectFirst = (...given: Parameters<typeof replace>): RawComment => {
  const comment = replace(...given);
  const instruction = `Open with the effect: “${given[1]}”`;
  return { ...comment, suggestion: { ...comment.suggestion, instruction } };
};

/** What each editor says about the sample incident notice. */
const REMARKS: Readonly<Record<string, readonly RawComment[]>> = {
  'senior-editor': [
    effectFirst(
      'Due to some problems that were experienced with the ticket service yesterday evening, a number of passengers may have been charged twice.',
      'Some passengers may have been charged twice yesterday evening because of a problem with the ticket service.',
      'The reader learns that something happened before what it means for them.',
      'Someone who was charged twice is looking for that first.',
    ),
    {
      kind: 'structure',
      severity: 'major',
      quote: 'will be taking the neccessary steps as soon as possible',
      problem: 'Promises nothing that anyone can check.',
      why: 'Passengers who wait for money want to know when.',
      suggestion: {
        action: 'ask',
        instruction: 'Name one step and when, or leave the sentence out. What did you decide?',
      },
    },
  ],
  'line-editor': [
    replace(
      'a a configuration',
      'a configuration',
      'The word stands twice.',
      'It reads as a slip.',
    ),
    replace('neccessary', 'necessary', 'Misspelled.', 'Slips make readers doubt the figures too.'),
  ],
  'skeptical-reader': [
    replace(
      '(1 h 15 min)',
      '(1 h 25 min)',
      '18:40 to 20:05 is 1 h 25 min.',
      'Whoever counts stops trusting the rest.',
    ),
  ],
};

const critic: Critic = {
  async critique(persona, revision) {
    const remarks = REMARKS[persona.id] ?? [];
    const comments = remarks.filter(({ quote }) => revision.text.includes(quote));
    const strengths =
      persona.id === 'senior-editor' && revision.text.includes('18:40')
        ? [
            {
              quote: 'between 18:40 and 20:05',
              note: 'people can check their own tickets against it.',
            },
          ]
        : [];
    return {
      verdict: comments.length === 0 ? 'accept' : 'revise',
      comments,
      strengths,
      usage: SCRIPTED_USAGE,
    };
  },
};

interface Shot {
  readonly name: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly scheme?: 'light' | 'dark';
  take(page: Page, rig: Rig): Promise<void>;
}

const SHOTS: readonly Shot[] = [
  {
    name: 'first-visit',
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=ines`);
    },
  },
  { name: 'light', take: reviewed },
  { name: 'dark', scheme: 'dark', take: reviewed },
  { name: 'phone', size: PHONE, take: reviewed },
  {
    name: 'phone-channel',
    size: PHONE,
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=ines`);
    },
  },
  {
    name: 'refined',
    take: async (page, rig) => {
      await reviewed(page, rig);
      await page.locator('#thread .draft').evaluate((draft) => draft.scrollIntoView());
    },
  },
  {
    name: 'diff',
    take: async (page, rig) => {
      await reviewed(page, rig);
      await page.getByRole('button', { name: 'Show changes' }).click();
      const changes = page.locator('.changes');
      await changes.waitFor();
      await changes.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'decided',
    take: async (page, rig) => {
      await reviewed(page, rig);
      const thread = page.locator('#thread');
      await thread.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await thread.getByText('Undone; your words stand.').waitFor();
      await thread.getByRole('button', { name: 'Dismiss' }).first().click();
      await thread.getByText('If you like, say why').waitFor();
    },
  },
  {
    name: 'chosen',
    take: async (page, rig) => {
      await reviewed(page, rig, 'tomek');
      await page.getByRole('button', { name: 'Use this' }).click();
      await page.locator('#thread .note .draft').waitFor();
    },
  },
  {
    name: 'form',
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=ines`);
      await page.getByRole('button', { name: 'Review a text…' }).click();
      await page.getByLabel('Your text').fill('Dear all, the lift in building B is out of order.');
    },
  },
  {
    name: 'menu',
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=tomek`);
      const message = page.locator('#channel-list .message').last();
      await message.hover();
      await message.getByRole('button', { name: 'More for this message' }).click();
    },
  },
  {
    name: 'picker',
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=ines`);
      const message = page.locator('#channel-list .message').last();
      await message.hover();
      await message.getByRole('button', { name: 'Add a reaction' }).click();
      await page.locator('.picker').waitFor();
    },
  },
  {
    name: 'rtl',
    take: async (page, rig) => {
      await call(rig, 'POST', '/api/channels/hiring/messages', { author: 'noor', text: RTL_DRAFT });
      await page.goto(`${rig.url}/c/hiring?as=ines`);
    },
  },
  {
    name: 'error',
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=ines`);
      const box = page.getByLabel('Message #announcements');
      await box.fill('/refine :tada: :tada:');
      await box.press('Enter');
      await page.locator('.note').waitFor();
      const file = {
        name: 'minutes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from([0xe4, 0x20]),
      };
      await page.locator('.composer .file-input').setInputFiles(file);
      await page.locator('.composer .error').waitFor();
    },
  },
  {
    name: 'private',
    take: async (page, { url }) => {
      await page.goto(`${url}/c/announcements?as=ines`);
      const box = page.getByLabel('Message #announcements');
      await box.fill(
        '/refine The lift in building B is out of order until friday, sorry for that.',
      );
      await box.press('Enter');
      await page.locator('#thread .receipt').waitFor();
    },
  },
  {
    name: 'settings',
    take: async (page, { url }) => {
      await decideSome(url);
      await page.goto(`${url}/s/settings?channel=announcements&as=ines`);
    },
  },
  {
    name: 'settings-form',
    take: async (page, { url }) => {
      await decideSome(url);
      await page.goto(`${url}/s/settings/here/review?channel=announcements&as=ines`);
    },
  },
  {
    name: 'settings-phone',
    size: PHONE,
    take: async (page, { url }) => {
      await page.goto(`${url}/s/settings?channel=announcements&as=ines`);
    },
  },
  {
    name: 'settings-dark',
    scheme: 'dark',
    take: async (page, { url }) => {
      await page.goto(`${url}/s/personas?channel=announcements&as=ines`);
    },
  },
  {
    name: 'editor',
    take: async (page, { url }) => {
      await page.goto(`${url}/s/persona/line-editor?channel=announcements&as=ines`);
    },
  },
  {
    name: 'editor-try',
    take: async (page, { url }) => {
      await page.goto(`${url}/s/persona/line-editor/edit?channel=announcements&as=ines`);
      await page
        .getByLabel('Try it on a text first')
        .fill('The cause was a a configuration change. We take the neccessary steps.');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.locator('.tried .screen-part').first().waitFor();
      await page.locator('.tried').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'house-style',
    take: async (page, { url }) => {
      await decideSome(url);
      await page.goto(`${url}/s/style?channel=announcements&as=ines`);
    },
  },
  {
    name: 'audit',
    take: async (page, { url }) => {
      await decideSome(url);
      await page.goto(`${url}/s/log?channel=announcements&as=ines`);
    },
  },
];

/** What a lead decides in the first minutes. */
async function decideSome(url: string): Promise<void> {
  const send = (address: string, values: object) =>
    call({ url }, 'POST', '/api/screens', {
      member: 'ines',
      channel: 'announcements',
      address,
      values,
    });
  await send('settings/here/review', {
    preset: 'announcement',
    rounds: '2',
    mode: '',
    editStyle: '',
  });
  await send('settings/all/budget', { 'budget.reviewsPerMember': '30' });
  await send('emoji/here/add', { emoji: '📣', preset: 'announcement', persona: '' });
  await send('style/all/words', {
    'avoid.1': 'utilise -> use\nleverage -> use\nsynergy -> ?',
    'avoid.2': '',
    names: 'Saltholm line\nTimetable app',
    allowed: 'webinar',
    dialect: 'en-GB',
  });
  await send('style/all/guide', {
    'guide.1':
      '## Voice\n\nSay what changes for the passenger first, then why.\n\n- Times as 18:40, never “twenty to seven”.\n- One thank-you is enough.',
    'guide.2': '',
    'guide.3': '',
    'guide.4': '',
    register: 'plain, “you”, no exclamation marks',
  });
}

async function reviewed(page: Page, { url }: Rig, member = 'ines'): Promise<void> {
  await page.goto(`${url}/c/announcements?as=${member}`);
  const message = page.locator('#channel-list .message').filter({ hasText: 'Hi all' });
  await message.hover();
  await message.getByRole('button', { name: 'Review' }).first().click();
  await page.locator('#thread .receipt').waitFor();
  await page.mouse.move(0, 0);
}

await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser();
  const wanted = SHOTS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const shot of wanted) await takeShot(browser, shot);
  await browser.close();
}

async function takeShot(browser: Browser, { name, size = WIDE, scheme = 'light', take }: Shot) {
  const rig = await openRig({ critic });
  const page = await browser.newPage({
    viewport: size,
    colorScheme: scheme,
    deviceScaleFactor: 1.5,
    hasTouch: size === PHONE,
    reducedMotion: 'reduce',
  });
  page.on('console', (message) => {
    if (message.type() === 'error') console.warn(`${name}: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.warn(`${name}: ${error.message}`));
  await take(page, rig);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path });
  await page.close();
  await rig.close();
  spawnSync('pngquant', ['--force', '--ext', '.png', '--quality', '70-95', '--strip', path]);
  console.log(`docs/screenshots/${name}.png`);
}
