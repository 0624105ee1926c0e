import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../store/temp-folder.ts';
import { chromiumPath, openBrowser } from './browser.ts';
import { call, openRig, type Rig } from './rig.ts';

const DRAFT = 'This is a very very long story about the lift.';

if (chromiumPath === null) console.log('The desk’s browser tests are skipped: no Chromium found.');

describe.skipIf(chromiumPath === null)('the desk in a browser', { timeout: 240_000 }, () => {
  let browser: Browser;
  let rig: Rig;
  let problems: string[];
  beforeAll(async () => {
    browser = await openBrowser();
    rig = await openRig();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await rig.close();
  });
  beforeEach(() => {
    problems = [];
  });

  /** A page of its own for a member; whatever goes wrong in it fails the test. */
  const open = async (member: string, path = '/c/announcements', at = rig.url) => {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      const isExpected = /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE/.test(
        message.text(),
      );
      if (message.type() === 'error' && !isExpected) problems.push(message.text());
    });
    await page.goto(`${at}${path}?as=${member}`);
    return page;
  };
  const close = async (...pages: Page[]) => {
    for (const page of pages) await page.context().close();
    expect(problems).toEqual([]);
  };
  const say = async (page: Page, text: string, label = 'Message #announcements') => {
    await page.getByLabel(label).fill(text);
    await page.getByLabel(label).press('Enter');
  };
  const message = (page: Page, text: string, list = '#channel-list') =>
    page.locator(`${list} .message`).filter({ hasText: text }).last();
  const receipt = (page: Page) => page.locator('#thread .receipt').last();

  it('shows one member what another writes, edits and deletes, without a reload', async () => {
    const ines = await open('ines');
    const tomek = await open('tomek');
    const hiring = await open('lars', '/c/hiring');

    await say(ines, 'Shall we meet at *noon*?');
    await message(tomek, 'Shall we meet at noon?').waitFor();
    expect(await hiring.locator('.unread:not([hidden])').textContent()).toMatch(/^1/);

    const own = message(ines, 'Shall we meet');
    await own.hover();
    await own.getByRole('button', { name: 'More for this message' }).click();
    await ines.getByRole('menuitem', { name: 'Edit' }).click();
    await ines.getByLabel('Edit the message').fill('Shall we meet at one?');
    await ines.getByRole('button', { name: 'Save' }).click();
    await message(tomek, 'Shall we meet at one?').waitFor();
    expect(await message(tomek, 'Shall we meet').textContent()).toContain('edited');

    const others = message(tomek, 'Shall we meet');
    await others.hover();
    await others.getByRole('button', { name: 'More for this message' }).click();
    expect(await tomek.getByRole('menuitem').allTextContents()).toEqual([
      'Review this message',
      'Review this thread',
    ]);
    await tomek.keyboard.press('Escape');

    await own.hover();
    await own.getByRole('button', { name: 'More for this message' }).click();
    await ines.getByRole('menuitem', { name: 'Delete' }).click();
    await ines.getByRole('button', { name: 'Delete', exact: true }).click();
    await message(tomek, 'Shall we meet').waitFor({ state: 'detached' });
    await close(ines, tomek, hiring);
  });

  it('reviews a draft from the menu and copies the refined text byte for byte', async () => {
    const text = `${DRAFT}\n\n\`\`\`\nlift --stop   \n\`\`\`\n- Zoë & “co” 👩‍👩‍👧‍👦 <b>`;
    await call(rig, 'POST', '/api/channels/announcements/messages', { author: 'lars', text });
    const page = await open('ines');
    const draft = message(page, DRAFT);
    await draft.hover();
    await draft.getByRole('button', { name: 'More for this message' }).click();
    await page.getByRole('menuitem', { name: 'Review this message' }).click();
    await receipt(page).waitFor();

    const editor = message(page, 'hard to follow', '#thread-list');
    expect(await editor.locator('.name').textContent()).toBe('Line editor');
    expect(await editor.locator('.label').textContent()).toBe('AI');
    expect(await editor.locator('q').textContent()).toBe('“very very”');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      text.replace('very very', 'very'),
    );

    await page.getByRole('button', { name: 'Show changes' }).click();
    expect(await page.locator('.changes del').textContent()).toBe('very ');
    await page.getByRole('button', { name: 'Hide changes' }).click();
    expect(await page.locator('.changes').count()).toBe(0);

    await editor.getByRole('button', { name: /^Undo/ }).click();
    await message(page, 'Undone', '#thread-list').waitFor();
    expect(page.url()).toContain('/t/');
    await page.reload();
    await receipt(page).waitFor();
    await close(page);
  });

  it('reviews what gets a pencil, found by searching, and toggles other reactions', async () => {
    await call(rig, 'POST', '/api/channels/hiring/messages', { author: 'noor', text: DRAFT });
    const page = await open('tomek', '/c/hiring');
    const draft = message(page, DRAFT);
    const pick = async (words: string) => {
      await draft.hover();
      await draft.getByRole('button', { name: 'Add a reaction' }).click();
      await page.getByLabel('Search reactions').fill(words);
      await page.locator('.picker .found button').first().click();
    };
    await pick('tada');
    const chip = draft.getByRole('button', { name: /party popper: Tomek/ });
    await chip.waitFor();
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    await chip.click();
    await chip.waitFor({ state: 'detached' });

    await pick('pencil2');
    await receipt(page).waitFor();
    await draft.getByRole('button', { name: /Bluepencil/ }).waitFor();
    await close(page);
  });

  it('takes a draft, a choice and an audience from the form', async () => {
    const page = await open('noor', '/c/hiring');
    await say(page, '/refine', 'Message #hiring');
    const form = page.getByRole('dialog', { name: 'Have a text reviewed' });
    await form.getByRole('button', { name: 'Review it' }).click();
    expect(await form.getByRole('alert').textContent()).toBe('Paste a text or add a file first.');
    await form.getByLabel('Your text').fill(DRAFT);
    await form.getByText('Or choose the editors yourself').click();
    await form.getByLabel(/Line editor/).check();
    await form.getByLabel('Everyone in #hiring').check();
    await form.getByRole('button', { name: 'Review it' }).click();
    await receipt(page).waitFor();

    const posts = page.locator('#thread .post .name');
    expect(await posts.allTextContents()).toEqual(['Line editor', 'Bluepencil']);
    await message(page, DRAFT).waitFor();
    await close(page);
  });

  it('shows what happened while a thread was on its way', async () => {
    const page = await open('noor', '/c/hiring');
    await page.route(/\/c\/hiring\/t\//, async (route) => {
      const drawn = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.fulfill({ response: drawn });
    });
    await say(page, '/refine', 'Message #hiring');
    const form = page.getByRole('dialog', { name: 'Have a text reviewed' });
    await form.getByLabel('Your text').fill(`On its way: ${DRAFT}`);
    await form.getByLabel('Everyone in #hiring').check();
    await form.getByRole('button', { name: 'Review it' }).click();
    await receipt(page).waitFor();
    await close(page);
  });

  it('keeps a command’s draft and its review to the one who asked', async () => {
    const noor = await open('noor');
    const ines = await open('ines');
    await say(noor, `/refine Just for me: ${DRAFT}`);
    await receipt(noor).waitFor();

    expect(noor.url()).toContain('/c/private-noor/t/');
    await noor.getByRole('link', { name: 'announcements' }).click();
    const note = message(noor, 'Your draft is with the editors');
    expect(await note.textContent()).toContain('Only you can see this');
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await note.waitFor({ state: 'detached' });
    expect(await ines.content()).not.toContain('Just for me');
    await ines.goto(`${rig.url}/c/private-noor?as=ines`);
    expect(await ines.content()).not.toContain('Just for me');
    await close(noor, ines);
  });

  it('keeps what was typed when there is nothing to review or a file cannot be read', async () => {
    const page = await open('lars');
    const box = page.getByLabel('Message #announcements');
    await say(page, '/refine :tada:');
    await message(page, 'There is no text in this to review').waitFor();
    expect(await box.inputValue()).toBe('/refine :tada:');

    const input = page.locator('.composer .file-input');
    const file = (name: string, bytes: Buffer) => ({ name, mimeType: 'text/plain', buffer: bytes });
    await input.setInputFiles(file('scan.png', Buffer.from([1, 2])));
    await page.getByText('“scan.png” is none of them').waitFor();
    await input.setInputFiles(file('latin.txt', Buffer.from([0xe4])));
    await page.getByText('“latin.txt” is not in UTF-8').waitFor();
    expect(await box.inputValue()).toBe('/refine :tada:');
    await page.reload();
    expect(await box.inputValue()).toBe('/refine :tada:');

    await input.setInputFiles(file('lift.txt', Buffer.from(DRAFT)));
    await page.getByText('lift.txt · 46 characters').waitFor();
    await say(page, '/refine');
    await receipt(page).waitFor();
    expect(await page.locator('#thread .file').textContent()).toContain('lift.txt');
    await close(page);
  });

  it('takes a double click for one wish', async () => {
    await call(rig, 'POST', '/api/channels/hiring/messages', {
      author: 'lars',
      text: `Twice: ${DRAFT}`,
    });
    const page = await open('lars', '/c/hiring');
    const draft = message(page, 'Twice');
    await draft.hover();
    await draft.getByRole('button', { name: 'Review' }).dblclick();
    await receipt(page).waitFor();
    expect(await page.locator('#thread .note').count()).toBe(0);
    await close(page);
  });

  it('goes on where it was after the desk was restarted', async () => {
    const folder = makeTempFolder();
    const file = folder.file('desk.db');
    const first = await openRig({ file });
    const port = Number(new URL(first.url).port);
    const page = await open('ines', '/c/announcements', first.url);
    await say(page, 'Before the restart.');
    await message(page, 'Before the restart.').waitFor();
    await page.getByLabel('Message #announcements').fill('Half a sentence');
    await first.close();
    await page.getByText('Not connected').waitFor();
    await page.getByLabel('Message #announcements').press('Enter');
    await page.getByText('The desk cannot be reached right now').waitFor();

    const second = await openRig({ file, port });
    await page.getByText('Not connected').waitFor({ state: 'hidden' });
    await message(page, 'Before the restart.').waitFor();
    const box = page.getByLabel('Message #announcements');
    expect(await box.inputValue()).toBe('Half a sentence');
    await box.press('Enter');
    await message(page, 'Half a sentence').waitFor();
    await close(page);
    await second.close();
    folder.remove();
  });

  it('can be used with the keyboard alone', async () => {
    await call(rig, 'POST', '/api/channels/hiring/messages', {
      author: 'noor',
      text: `By hand: ${DRAFT}`,
    });
    const page = await open('noor', '/c/hiring');
    const focused = () =>
      page.evaluate<string>(
        '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
      );
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the message box');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Typed without a mouse.');
    await page.keyboard.press('Enter');
    await message(page, 'Typed without a mouse.').waitFor();

    const draft = message(page, 'By hand');
    await draft.getByRole('button', { name: 'Review' }).focus();
    expect(
      await page.evaluate('getComputedStyle(document.activeElement.closest(".tools")).opacity'),
    ).toBe('1');
    for (const name of ['Add a reaction', 'Open the thread', 'More for this message']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Review this thread');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('More for this message');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await receipt(page).waitFor();
    expect(await focused()).toBe('Thread');
    await page.keyboard.press('Escape');
    await page.locator('#thread').waitFor({ state: 'detached' });
    await close(page);
  });

  it('harms nobody with a hostile draft', async () => {
    const page = await open('lars');
    const hostile = [
      '<img src=x onerror="document.title=1"><script>document.title=2</script>',
      `[link](javascript:document.title=3) ![p](https://evil.example/p.png)`,
      `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n|${'wide cell|'.repeat(60)}`,
      'x'.repeat(100_000),
    ];
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    for (const text of hostile) {
      await call(rig, 'POST', '/api/channels/announcements/messages', { author: 'noor', text });
    }
    await message(page, 'xxxxxxxxxx').waitFor();
    await page.reload();
    const before = hostile[3] ?? '';
    await message(page, before.slice(0, 50)).getByText('Show the whole text').click();

    expect(await page.title()).toBe('#announcements · Bluepencil');
    expect(requested.filter((url) => !url.startsWith(rig.url))).toEqual([]);
    const overflow = await page.evaluate<number>(
      'document.querySelector("#channel-list").scrollWidth - document.querySelector("#channel-list").clientWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.evaluate<number>('document.body.scrollWidth - innerWidth')).toBe(0);
    await close(page);
  });

  it('shows a long channel by its end and the rest on request', async () => {
    const folder = makeTempFolder();
    const long = await openRig({ file: folder.file('desk.db') });
    for (let number = 1; number <= 120; number += 1) {
      await long.desk.workspace.say({
        channel: 'hiring',
        root: null,
        author: 'lars',
        text: `Message ${number} of many.`,
      });
    }
    const page = await open('lars', '/c/hiring', long.url);
    expect(await page.locator('#channel-list .message').count()).toBe(50);
    await message(page, 'Message 120 of many.').waitFor();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await message(page, 'Message 21 of many.').waitFor();
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await message(page, 'Message 1 of many.').waitFor();
    await page
      .getByRole('button', { name: 'Show earlier messages' })
      .waitFor({ state: 'detached' });
    const ids = await page
      .locator('#channel-list .message')
      .evaluateAll((articles) => articles.map((article) => article.id));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(121);
    await close(page);
    await long.close();
    folder.remove();
  });

  describe('has nothing serious for axe to find', () => {
    const audit = async (page: Page) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
        );
    };

    it.each(['light', 'dark'] as const)('on its pages in %s', async (colorScheme) => {
      const text = `${DRAFT} שלום\n\n- [x] [a link](https://example.com)\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n\`\`\`\ncode\n\`\`\``;
      await call(rig, 'POST', '/api/channels/hiring/messages', { author: 'noor', text });
      const page = await open('ines', '/c/hiring');
      await page.emulateMedia({ colorScheme });
      expect(await audit(page)).toEqual([]);

      const draft = message(page, 'a link');
      await draft.hover();
      await draft.getByRole('button', { name: 'Review' }).click();
      await receipt(page).waitFor();
      await page.getByRole('button', { name: 'Show changes' }).click();
      await page.locator('.changes').waitFor();
      await say(page, '/refine help', 'Message #hiring');
      await message(page, 'Only you can see this').waitFor();
      expect(await audit(page)).toEqual([]);

      const full = page.getByRole('link', { name: 'Open the full review' });
      const address = await full.getAttribute('href');
      await page.getByRole('button', { name: 'Review a text…' }).click();
      await page.getByText('Or choose the editors yourself').click();
      expect(await audit(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await draft.hover();
      await draft.getByRole('button', { name: 'Add a reaction' }).click();
      await page.locator('.picker').waitFor();
      expect(await audit(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.keyboard.press('Escape');
      expect(await audit(page)).toEqual([]);

      await page.goto(`${rig.url}${address}`);
      await page.getByRole('heading', { name: 'Full review' }).waitFor();
      expect(await audit(page)).toEqual([]);
      await close(page);
    });
  });
});
