import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium is installed; null where none is. */
export const chromiumPath: string | null = PLACES.find((path) => existsSync(path)) ?? null;

/** Starts the installed Chromium without a window and without calling home. */
export function openBrowser(): Promise<Browser> {
  if (chromiumPath === null) throw new Error(`no Chromium in ${PLACES.join(', ')}`);
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  });
}
