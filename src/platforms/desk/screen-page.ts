import { pageAddress, screenPage } from './addresses.ts';
import { type Html, html } from './html.ts';
import { type PageData, renderHead, renderSide } from './page.ts';

/** What a page of the settings shows. */
export interface ScreenPageData
  extends Pick<
    PageData,
    'viewer' | 'members' | 'channels' | 'channel' | 'unread' | 'isGuarded' | 'assets'
  > {
  readonly address: string;
  /** The screen, drawn. */
  readonly screen: Html;
}

const TABS = [
  ['settings', 'Settings'],
  ['emoji', 'Trigger emoji'],
  ['personas', 'Editors'],
  ['presets', 'Presets'],
  ['style', 'House style'],
  ['lessons', 'Lessons'],
  ['stats', 'Statistics'],
  ['log', 'Log'],
  ['forget', 'Forget'],
] as const;

/** Which tab an address belongs to. */
const TAB_OF: Readonly<Record<string, string>> = {
  reset: 'settings',
  persona: 'personas',
  preset: 'presets',
  lesson: 'lessons',
  lowered: 'lessons',
};

/** Draws a page of the settings. */
export function renderScreenPage(data: ScreenPageData): Html {
  const { viewer, channel, channels, screen, assets, address } = data;
  const tab = tabOf(address);
  const title = titleOf(tab);
  return html`<!doctype html>
<html lang="en">
${renderHead(title, assets)}
<body data-member="${viewer.id}" data-channel="${channel.id}" data-root="">
<a class="skip" href="#screen">Skip to the page</a>
<div class="app">
${renderSide(data)}
<main class="pane settings" aria-labelledby="settings-title">
  <header class="pane-head"><h1 id="settings-title">${title}</h1>
    <form class="place" method="get"><label for="place">As seen from</label>
      <select id="place" name="channel">${channels
        .filter(({ privateTo }) => privateTo === null)
        .map(
          ({ id, name }) =>
            html`<option value="${id}"${id === channel.id && html` selected`}>#${name}</option>`,
        )}</select>
      <noscript><button class="button">Show</button></noscript></form>
    <a class="button" href="${pageAddress(channel.id)}">Back to #${channel.name}</a></header>
  ${renderTabs(tab, channel.id)}
  <div class="scroll">${screen}</div>
</main>
</div>
<div id="announcer" class="unseen" role="status" aria-live="polite"></div>
</body>
</html>`;
}

/** Draws a page of the settings for an admin who signed in from elsewhere. */
export function renderAdminPage({
  address,
  screen,
  assets,
}: Pick<ScreenPageData, 'address' | 'screen' | 'assets'>): Html {
  const tab = tabOf(address);
  return html`<!doctype html>
<html lang="en">
${renderHead(titleOf(tab), assets)}
<body class="alone" data-member="" data-channel="" data-root="">
<a class="skip" href="#screen">Skip to the page</a>
<main class="pane settings" aria-labelledby="settings-title">
  <header class="pane-head"><h1 id="settings-title">${titleOf(tab)}</h1>
    <form method="post" action="/sign-out"><button class="button">Sign out</button></form></header>
  ${renderTabs(tab, null)}
  <div class="scroll">${screen}</div>
</main>
<div id="announcer" class="unseen" role="status" aria-live="polite"></div>
</body>
</html>`;
}

function tabOf(address: string): string {
  const [first = 'settings'] = address.split(/[/@]/);
  return TAB_OF[first] ?? first;
}

function titleOf(tab: string): string {
  return TABS.find(([id]) => id === tab)?.[1] ?? 'Settings';
}

function renderTabs(tab: string, channel: string | null): Html {
  return html`<nav class="tabs" aria-label="Settings"><ul>${TABS.map(
    ([id, label]) =>
      html`<li><a href="${screenPage(id, channel)}"${id === tab && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}
