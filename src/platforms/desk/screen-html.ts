/* The screens of the settings as HTML: what other platforms show in steps and menus stands on one page here. */
import type { SvgPicture } from '../../review/stats-plots.ts';
import type {
  Field,
  FieldProblem,
  Form,
  HandedFile,
  Picture,
  Screen,
  ScreenButton,
  View,
  ViewPart,
} from '../../settings/screens.ts';
import { START } from '../../settings/screens.ts';
import { screenPage } from './addresses.ts';
import { type Html, html } from './html.ts';
import { renderMarkdown } from './markdown-html.ts';

/** What a screen is drawn with. */
export interface ScreenViewing {
  readonly channel: string | null;
  /** Who looks, of the desk's own members; null for an admin from elsewhere. */
  readonly viewer: string | null;
  /** Whom a field for people offers, as refs. */
  readonly people: readonly { readonly ref: string; readonly name: string }[];
}

/** Draws a screen; the page replaces it as a whole. */
export async function renderScreen(screen: Screen, viewing: ScreenViewing): Promise<Html> {
  switch (screen.type) {
    case 'view': {
      const plots = await Promise.all(screen.parts.map(({ picture }) => picture && plot(picture)));
      return html`<div id="screen" class="screen">${viewBody(screen, { ...viewing, plots })}</div>`;
    }
    case 'form':
      return html`<div id="screen" class="screen">${formBody(screen, viewing)}</div>`;
    case 'note':
      return html`<div id="screen" class="screen" data-done="${String(screen.isDone)}">
  <div class="outcome${screen.isDone ? '' : ' refused'}" tabindex="-1" role="${screen.isDone ? 'status' : 'alert'}">${renderMarkdown(screen.markdown)}
  ${screen.file !== undefined && fileLink(screen.file)}${buttons(screen.buttons.length > 0 ? screen.buttons : [BACK], viewing)}</div>
</div>`;
  }
}

const BACK: ScreenButton = {
  label: 'Back to the settings',
  address: 'settings',
  does: 'show',
  style: 'plain',
};

/** Where what can be chosen is told beside the names already. */
const NAMES_ALONE: readonly string[] = ['settings', 'lessons'];

/** What a view is drawn with: the plots stand under the numbers of their parts. */
interface ViewViewing extends ScreenViewing {
  readonly plots: readonly (Html | undefined)[];
}

function viewBody({ title, parts, address }: View, viewing: ViewViewing): Html {
  const files = address === START.stats && decisionsFile(viewing);
  const isShort = NAMES_ALONE.includes(address);
  return html`<h2 tabindex="-1">${title}</h2>${files}${parts.map(
    (part, at) => viewing.plots[at] ?? viewPart(part, viewing, isShort),
  )}`;
}

/** A file that stands in the page itself. */
function fileLink({ name, mediaType, text }: HandedFile): Html {
  const data = Buffer.from(text, 'utf8').toString('base64');
  return html`<p class="buttons"><a class="button primary" href="data:${mediaType};base64,${data}" download="${name}">Save ${name}</a></p>`;
}

/** Where the whole log is taken away from. */
function logFile(address: string, viewer: string | null): string | null {
  const [, format] = /^log\/(csv|jsonl)$/.exec(address) ?? [];
  return format === undefined ? null : `/api/screens/log?${memberQuery(viewer)}format=${format}`;
}

/** Decisions and votes, to be taken away by admins. */
function decisionsFile({ viewer }: ScreenViewing): Html {
  return html`<p class="buttons"><a class="button" href="/api/screens/decisions?${memberQuery(viewer)}" download>Download decisions and votes as JSONL</a></p>`;
}

/** An admin from elsewhere is known by their session. */
function memberQuery(viewer: string | null): string {
  return viewer === null ? '' : `member=${encodeURIComponent(viewer)}&`;
}

/** A picture of numbers as the screen can show it; its words are for those who do not see it. */
async function plot(picture: Picture): Promise<Html> {
  const { alt } = picture;
  const drawn = await picture.svg();
  if (drawn === null) return html`<section class="screen-part">${renderMarkdown(alt)}</section>`;
  const { wide, narrow } = drawn;
  return html`<picture class="stats-plot">${[
    plotSource(narrow.dark, `${NARROW} and (prefers-color-scheme: dark)`),
    plotSource(narrow.light, NARROW),
    plotSource(wide.dark, '(prefers-color-scheme: dark)'),
  ]}<img src="${dataAddress(wide.light)}" alt="${alt}" width="${wide.light.width}" height="${wide.light.height}"></picture>`;
}

const NARROW = '(max-width: 600px)';

function plotSource(picture: SvgPicture, media: string): Html {
  return html`<source media="${media}" srcset="${dataAddress(picture)}" width="${picture.width}" height="${picture.height}">`;
}

function dataAddress({ svg }: SvgPicture): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`;
}

/** Draws a part; on a page of many, the ways on are names alone. */
function viewPart(
  { markdown, buttons: ways, menu }: ViewPart,
  viewing: ScreenViewing,
  isShort: boolean,
): Html {
  return html`<section class="screen-part">${renderMarkdown(markdown)}${
    menu !== undefined &&
    html`<ul class="ways${isShort ? ' short' : ''}" aria-label="${menu.label}">${menu.options.map(
      ({ label, hint, address }) =>
        html`<li><a href="${screenPage(address, viewing.channel)}"><b>${label}</b>${!isShort && html`<small>${hint}</small>`}</a></li>`,
    )}</ul>`
  }${ways.length > 0 && buttons(ways, viewing)}</section>`;
}

function buttons(ways: readonly ScreenButton[], { channel, viewer }: ScreenViewing): Html {
  return html`<p class="buttons">${ways.map(({ label, address, does, style }) => {
    const look = style === 'plain' ? '' : ` ${style}`;
    const file = logFile(address, viewer);
    if (file !== null) return html`<a class="button${look}" href="${file}" download>${label}</a>`;
    return does === 'show'
      ? html`<a class="button${look}" href="${screenPage(address, channel)}">${label}</a>`
      : html`<button type="button" class="button${look}" data-screen="${address}">${label}</button>`;
  })}</p>`;
}

function formBody(form: Form, viewing: ScreenViewing): Html {
  const whole = form.problems.filter(({ field }) => !hasField(form, field));
  const count = form.problems.length;
  return html`<h2 tabindex="-1">${form.title}</h2>
<form class="screen-form" data-screen-form="${form.address}" novalidate>
  ${
    count > 0 &&
    html`<div class="error" role="alert" tabindex="-1">${
      whole.length > 0
        ? whole.map(({ message }) => renderMarkdown(message))
        : html`<p>${count === 1 ? 'One thing' : `${count} things`} to put right below; nothing you typed is lost.</p>`
    }</div>`
  }
  ${form.steps.map(
    (
      step,
      at,
    ) => html`<fieldset class="screen-step"><legend${step.title === form.title && html` class="unseen"`}>${step.title}</legend>
    ${step.intro !== '' && html`<div class="quiet">${renderMarkdown(step.intro)}</div>`}
    ${step.fields.map((field) => fieldHtml(field, { at, viewing, problems: form.problems }))}</fieldset>`,
  )}
  <p class="buttons screen-end"><button type="submit" class="button primary">${form.finish}</button>
  <a class="button" href="${screenPage(form.address.split('/')[0] ?? 'settings', viewing.channel)}">Back</a></p>
</form>`;
}

function hasField({ steps }: Form, name: string): boolean {
  return steps.some(({ fields }) => fields.some((field) => field.name === name));
}

interface FieldViewing {
  readonly at: number;
  readonly viewing: ScreenViewing;
  readonly problems: readonly FieldProblem[];
}

function fieldHtml(field: Field, { at, viewing, problems }: FieldViewing): Html {
  const id = `f-${at}-${field.name}`;
  const problem = problems.find((each) => each.field === field.name);
  const about = [
    field.hint === '' ? '' : `${id}-hint`,
    problem === undefined ? '' : `${id}-problem`,
  ]
    .filter(Boolean)
    .join(' ');
  const marks = html`${about !== '' && html` aria-describedby="${about}"`}${problem !== undefined && html` aria-invalid="true"`}`;
  const tail = html`${field.hint !== '' && html`<p class="quiet" id="${id}-hint">${field.hint}</p>`}${
    problem !== undefined && html`<p class="problem" id="${id}-problem">${problem.message}</p>`
  }`;
  if (field.name === 'sample' && field.type === 'text' && at > 0) {
    return html`<div class="field try"><label for="${id}">${field.label}</label>
<p class="quiet" id="${id}-hint">Paste a text to see what this editor would say about it, as it stands above; nothing is saved.</p>
<textarea id="${id}" name="sample" rows="5" maxlength="${field.maxChars}" dir="auto"${marks}>
${field.value}</textarea>
<p class="buttons"><button type="button" class="button" data-try>Try it</button></p>
<div class="tried" role="status" aria-live="polite"></div></div>`;
  }
  switch (field.type) {
    case 'text':
      return html`<div class="field"><label for="${id}">${field.label}${!field.isRequired && html` <span class="quiet">(may be empty)</span>`}</label>
${
  field.isLong
    ? html`<textarea id="${id}" name="${field.name}" rows="${Math.min(14, Math.max(3, field.value.split('\n').length + 1))}" maxlength="${field.maxChars}" placeholder="${field.placeholder}" dir="auto"${marks}>
${field.value}</textarea>`
    : html`<input id="${id}" name="${field.name}" value="${field.value}" maxlength="${field.maxChars}" placeholder="${field.placeholder}" autocomplete="off"${marks}>`
}${tail}</div>`;
    case 'choice':
      return html`<div class="field"><label for="${id}">${field.label}</label>
<select id="${id}" name="${field.name}"${marks}>${field.options.map(
        ({ value, label }) =>
          html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
      )}</select>${tail}</div>`;
    case 'choices':
      return checkboxes({ ...field, id, marks, tail });
    case 'people':
      return checkboxes({
        ...field,
        id,
        marks,
        tail,
        options: viewing.people.map(({ ref, name }) => ({ value: ref, label: name })),
      });
  }
}

function checkboxes({
  name,
  label,
  value,
  options,
  marks,
  tail,
}: {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: readonly string[];
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly hint?: string;
  }[];
  readonly marks: Html;
  readonly tail: Html;
}): Html {
  return html`<fieldset class="field editors"${marks}><legend>${label}</legend><ul>${options.map(
    (option) =>
      html`<li><label><input type="checkbox" name="${name}" value="${option.value}" data-many${
        value.includes(option.value) && html` checked`
      }><span><b>${option.label}</b>${option.hint !== undefined && html`<small>${option.hint}</small>`}</span></label></li>`,
  )}</ul>${tail}</fieldset>`;
}
