import { FILE_ENDINGS } from '../../files/text-file.ts';
import type { DeskChannel } from './desk-store.ts';
import type { Field, Form } from './forms.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';

/** Draws the form of a bare `/refine`; the page shows it when it is asked for. */
export function renderForm({ title, fields }: Form, { id, name }: DeskChannel): Html {
  const field = (wanted: string) => fields.find((each) => each.name === wanted);
  return html`<dialog id="form" aria-labelledby="form-title" data-channel="${id}">
<form method="dialog" class="review-form">
  <header><h2 id="form-title">${title}</h2>
    <button type="button" class="tool" data-do="close-form" aria-label="Close">${icon('close')}</button></header>
  <div class="fields">
    ${segments(field('type'))}
    <div class="field">
      <label for="form-text">Your text</label>
      <textarea id="form-text" name="text" rows="7" dir="auto" placeholder="Paste it here, or drop a file on it"></textarea>
      <div class="form-files"><ul class="files" hidden></ul>
      <button type="button" class="link" data-do="attach">Add a file (${FILE_ENDINGS.join(', ')})</button>
      <input type="file" class="file-input" accept="${FILE_ENDINGS.join(',')}" multiple hidden tabindex="-1" aria-label="Files"></div>
    </div>
    ${preset(field('preset'))}
    ${editors(field('personas'))}
    <div class="pair">${segments(field('rounds'))}${segments(field('editStyle'))}</div>
    ${segments(field('delivery'), (label) => label.replace('this channel', `#${name}`))}
  </div>
  <p class="error" role="alert" hidden></p>
  <footer><button type="button" class="button" data-do="close-form">Cancel</button>
    <button type="submit" class="button primary">${icon('pencil')}<span>Review it</span></button></footer>
</form></dialog>`;
}

function segments(field: Field | undefined, words = (label: string) => label): Html | null {
  if (field === undefined) return null;
  const { name, label, options = [], value } = field;
  return html`<fieldset class="field segments"><legend>${label}</legend><div class="row">${options.map(
    (option) =>
      html`<label><input type="radio" name="${name}" value="${option.value}"${
        option.value === value && html` checked`
      }><span>${words(option.label)}</span></label>`,
  )}</div></fieldset>`;
}

function preset(field: Field | undefined): Html | null {
  if (field === undefined) return null;
  const { label, options = [], value } = field;
  const purpose = options.find((option) => option.value === value)?.hint;
  return html`<div class="field"><label for="form-preset">${label}</label>
    <select id="form-preset" name="preset" aria-describedby="form-purpose">${options.map(
      (option) =>
        html`<option value="${option.value}" data-hint="${option.hint ?? ''}"${
          option.value === value && html` selected`
        }>${option.label}</option>`,
    )}</select><p class="quiet" id="form-purpose">${purpose}</p></div>`;
}

function editors(field: Field | undefined): Html | null {
  if (field === undefined) return null;
  const { label, options = [], name } = field;
  return html`<details class="field editors"><summary>${label}</summary><ul>${options.map(
    (option) =>
      html`<li><label><input type="checkbox" name="${name}" value="${option.value}"><span><b>${option.label}</b>
        <small>${option.hint}</small></span></label></li>`,
  )}</ul></details>`;
}
