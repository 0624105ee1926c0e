/*
 * As somebody new walks through the desk: they paste a draft of their own or drop a file, let it be reviewed,
 * and take the refined text away. The program, its editors and its database are the real ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { findProtectedSpans } from '../../../src/text/protected-spans.ts';
import { makeDocx, wordParagraph } from '../../files/docx.ts';
import { sharedData } from '../../shared-data.ts';
import { makeTempFolder } from '../../store/temp-folder.ts';
import { chromiumPath, openBrowser } from './browser.ts';
import { finishedRun } from './rig.ts';

const OWN =
  'Hi all,\n\nthe the lift in building B is out of order until 3 March 2026 (see [the plan](https://example.com/lift?b=2)).\n\nPlease run `lift --status` before you recieve 12 visitors 👩‍👩‍👧‍👦.';

const drafts = sharedData === null ? null : join(sharedData, 'drafts');

describe.skipIf(chromiumPath === null)(
  'a first walk through the desk',
  { timeout: 120_000 },
  () => {
    const folder = makeTempFolder();
    const problems: string[] = [];
    let service: Service;
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      const environment = { DATABASE_URL: `file:${folder.file('desk.db')}`, PORT: '0' };
      [service, browser] = await Promise.all([
        startService(readConfig({ ...environment, LOG_LEVEL: 'silent' }), folder.path),
        openBrowser(),
      ]);
      const context = await browser.newContext({
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
      });
      page = await context.newPage();
      // The first review also starts the grammar checker, on a machine that may be busy.
      page.setDefaultTimeout(100_000);
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
    }, 120_000);
    afterAll(async () => {
      await browser.close();
      await service.stop(5_000);
      folder.remove();
    });

    const box = () => page.getByLabel('Message #announcements');

    /** Pastes words into the box where one writes, as the keyboard does. */
    const paste = async (text: string) => {
      await page.goto(`${service.url}/`);
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await box().focus();
      await page.keyboard.press('ControlOrMeta+V');
      expect(await box().inputValue()).toBe(text);
    };

    /** Waits for the end of the review in the open thread; what is kept of it, and what was copied with the button. */
    const takeAway = async () => {
      const thread = page.locator('#thread');
      const link = thread.getByRole('link', { name: 'Open the full review' });
      await link.waitFor();
      const address = (await link.getAttribute('href')) ?? '';
      const run = await finishedRun(
        { url: service.url, errors: problems },
        address.slice(address.lastIndexOf('/') + 1),
      );
      const shown = await thread.textContent();
      expect(shown).not.toMatch(/\uFFFD|Something went wrong|\[object/);
      expect(problems).toEqual([]);
      const button = thread.getByRole('button', { name: 'Copy', exact: true });
      if (run.best?.number === 1) {
        expect(await button.count()).toBe(0);
        return { run, copied: run.best.text ?? '' };
      }
      await button.click();
      await thread.getByRole('button', { name: 'Copied' }).waitFor();
      return { run, copied: await page.evaluate<string>('navigator.clipboard.readText()') };
    };

    const expectKept = (draft: string, refined: string) => {
      expect(refined.isWellFormed()).toBe(true);
      expect(keptIn(refined)).toEqual(keptIn(draft));
    };

    it('reviews a draft that was pasted and posted, and copies the refined text', async () => {
      await paste(OWN);
      await page.keyboard.press('Enter');
      const draft = page.locator('#channel-list .message').filter({ hasText: 'building B' });
      await draft.hover();
      await draft.getByRole('button', { name: 'Review' }).click();
      const { run, copied } = await takeAway();

      expect(copied).toBe(run.best?.text);
      expect(copied).toContain('\n\nthe lift in building B');
      expect(copied).toContain('receive');
      expectKept(OWN, copied);
    });

    describe.skipIf(drafts === null)('with drafts as people write them', () => {
      it.each(drafts === null ? [] : readdirSync(drafts))('reviews %s', async (name) => {
        const draft = readFileSync(join(drafts ?? '', name), 'utf8').trim();
        await paste(`/refine ${draft}`);
        await page.keyboard.press('Enter');
        const { run, copied } = await takeAway();

        expect(run.revisions[0]?.text).toBe(draft);
        expect(copied).toBe(run.best?.text);
        expectKept(draft, copied);
      });
    });

    it.each([
      ['lift.txt', 'text/plain', Buffer.from(OWN)],
      ['lift.md', 'text/markdown', Buffer.from(OWN)],
      [
        'lift.docx',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        Buffer.from(
          makeDocx(
            wordParagraph(OWN.split('\n\n')[0] ?? '') +
              wordParagraph('We recieve 12 visitors on 3 March 2026 👩‍👩‍👧‍👦.'),
          ),
        ),
      ],
    ])('reviews %s that was dropped on the box', async (name, type, bytes) => {
      await page.goto(`${service.url}/`);
      const dropped = await page.evaluateHandle(`(() => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (at) => at.charCodeAt(0));
          data.items.add(new File([bytes], '${name}', { type: '${type}' }));
          return data;
        })()`);
      await page.locator('.channel .composer').dispatchEvent('drop', { dataTransfer: dropped });
      await page.locator('.channel .composer .files').getByText(name).waitFor();
      await box().fill('/refine');
      await box().press('Enter');
      const { run, copied } = await takeAway();

      expect(copied).toBe(run.best?.text);
      expect(copied).toContain('receive 12 visitors');
      expectKept(run.revisions[0]?.text ?? '', copied);
    });
  },
);

/** What no review may touch unasked: addresses, numbers, dates, code. */
function keptIn(text: string): readonly string[] {
  const kinds = ['link', 'email', 'number', 'date', 'code'];
  return findProtectedSpans(text).flatMap((span) => (kinds.includes(span.kind) ? [span.text] : []));
}
