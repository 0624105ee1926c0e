import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from './browser.ts';
import { openSignedDesk } from './signed-desk.ts';

const PUBLIC_URL = 'http://pencil.example';

let signed: Awaited<ReturnType<typeof openSignedDesk>>;
beforeAll(async () => {
  signed = await openSignedDesk({ publicUrl: PUBLIC_URL });
});
afterAll(() => signed.close());

describe.skipIf(chromiumPath === null)('an admin in a browser', () => {
  it('signs in, sees the settings, forgets, signs out and is out', async () => {
    const browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        `--host-resolver-rules=MAP pencil.example ${new URL(signed.url).host}`,
      ],
    });
    try {
      const page = await browser.newPage();
      const failures: unknown[] = [];
      page.on('pageerror', (error) => failures.push(error));
      await page.goto(`${PUBLIC_URL}${(await signed.link('sign-in')).path}`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Settings of the workspace' }).waitFor();

      await page.getByRole('link', { name: 'Forget', exact: true }).click();
      await page.getByRole('link', { name: 'Forget the workspace…' }).click();
      await page.getByRole('button', { name: 'Forget the words' }).click();
      await page.getByText('Gone: the words of 4 reviews.').waitFor();

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();
      await page.goto(`${PUBLIC_URL}/s/settings`);
      await page.getByText('Admins get a link to the settings there').waitFor();
      expect(failures).toEqual([]);
      expect(signed.errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
