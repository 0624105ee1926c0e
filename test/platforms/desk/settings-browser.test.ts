import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openBrowser } from './browser.ts';
import { openRig, type Rig } from './rig.ts';

const PAGES = [
  'settings',
  'settings/here/review',
  'emoji',
  'persona/line-editor',
  'persona/line-editor/edit',
  'preset/general/edit',
  'style',
  'style/all/words',
  'lessons',
  'log',
];

describe.skipIf(chromiumPath === null)('the settings in a browser', { timeout: 120_000 }, () => {
  let browser: Browser;
  let rig: Rig;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    rig = await openRig();
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await rig.close();
  });

  const open = async (address: string): Promise<Page> => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`${rig.url}/s/${address}?channel=announcements&as=ines`);
    return page;
  };
  const close = async (page: Page) => {
    await page.context().close();
    expect(problems).toEqual([]);
  };

  it('have nothing that keeps people out who read them otherwise', async () => {
    const page = await open('settings');
    for (const address of PAGES) {
      await page.goto(`${rig.url}/s/${address}?channel=announcements&as=ines`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [address, id, nodes[0]?.html])).toEqual([]);
    }
    await close(page);
  });

  it('are read as well in the dark, and on a phone the tab one is on is seen', async () => {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    for (const address of ['settings', 'lessons', 'style', 'log']) {
      await page.goto(`${rig.url}/s/${address}?channel=announcements&as=ines`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [address, id, nodes[0]?.html])).toEqual([]);
      const box = await page.locator('.tabs [aria-current]').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await context.close();
  });

  it('are changed with the keyboard alone, and say what came of it', async () => {
    const page = await open('settings/here/review');
    await page.getByLabel('Rounds').focus();
    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    const outcome = page.getByRole('status').filter({ hasText: 'Saved for this channel' });
    await outcome.waitFor();
    expect(await page.evaluate('document.activeElement.className')).toContain('outcome');
    await page.getByRole('link', { name: 'All settings' }).click();
    await page.getByText('Rounds: 3 · set in this channel').waitFor();
    await close(page);
  });

  it('hand the log out as a file', async () => {
    const form = await open('settings/here/review');
    await form.getByLabel('Mode').selectOption('guided');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('status').filter({ hasText: 'Saved for this channel' }).waitFor();
    await close(form);
    const page = await open('log');
    const link = page.getByRole('link', { name: 'Download as CSV' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('bluepencil-log.csv');
    await close(page);
  });

  it('tell a mistake at its field and keep what was typed', async () => {
    const page = await open('persona-new');
    await page.getByLabel('Title').fill('Line editor');
    await page.getByLabel('The reader it stands for').fill('Somebody on the quay.');
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const questions = page.getByLabel('Questions');
    expect(await questions.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Title').inputValue()).toBe('Line editor');
    await close(page);
  });

  it('show what an editor would say while it is being written, and save nothing of it', async () => {
    const page = await open('persona/line-editor/edit');
    const before = await rig.decided.library('local');
    await page.getByLabel('Try it on a text first').fill('This is a very very long story.');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.locator('.tried').getByText('very very').first().waitFor();
    // Typed on, it is asked again by itself.
    await page.getByLabel('Try it on a text first').fill('It is short.');
    await page.locator('.tried').getByText('Nothing to mark').waitFor();
    expect(await rig.decided.library('local')).toEqual(before);
    await close(page);
  });

  it('open from the message box and lead back', async () => {
    const page = await open('log');
    await page.goto(`${rig.url}/c/hiring?as=ines`);
    await page.getByLabel('Message #hiring').fill('/refine style');
    await page.getByLabel('Message #hiring').press('Enter');
    await page.waitForURL(/\/s\/style\?channel=hiring/);
    await page.getByRole('link', { name: 'Back to #hiring' }).click();
    await page.waitForURL(/\/c\/hiring/);
    await close(page);
  });
});
