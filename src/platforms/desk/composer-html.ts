import { FILE_ENDINGS } from '../../files/text-file.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';

/** Draws the box in which members write. */
export function renderComposer(options: {
  readonly place: 'channel' | 'thread';
  readonly label: string;
  readonly hint: string;
}): Html {
  const { place, label, hint } = options;
  return html`<form class="composer" data-place="${place}">
  <p class="error" role="alert" hidden></p>
  <div class="box">
    <ul class="files" hidden></ul>
    <label class="unseen" for="say-${place}">${label}</label>
    <textarea id="say-${place}" rows="1" dir="auto" placeholder="${hint}" autocomplete="off" spellcheck="true"
      aria-describedby="keys-${place}"></textarea>
    <div class="bar">
      <button type="button" class="tool" data-do="attach" aria-label="Add a file" title="Add a file (${FILE_ENDINGS.join(', ')})">${icon('clip')}</button>
      <input type="file" class="file-input" accept="${FILE_ENDINGS.join(',')}" multiple hidden tabindex="-1" aria-label="Files">
      ${
        place === 'channel' &&
        html`<button type="button" class="tool words" data-do="open-form" aria-haspopup="dialog">${icon('pencil')}<span>Review a text…</span></button>`
      }
      <span class="keys quiet" id="keys-${place}">Enter sends, Shift+Enter starts a line</span>
      <button type="submit" class="button primary send">${icon('send')}<span>Send</span></button>
    </div>
  </div>
  <div class="commands" hidden>
    <code>/refine <i>your draft</i></code><code>/refine write <i>what it should say</i></code><code>/refine</code> form <code>/refine help</code>
  </div>
</form>`;
}
