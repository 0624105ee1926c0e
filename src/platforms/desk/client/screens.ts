import { announce, find, state } from './page-state.ts';
import { type Answer, Refusal, send } from './requests.ts';

/** Brings the pages of the settings to life. */
export function setUpScreens(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.screenForm === undefined) return;
    event.preventDefault();
    void submit(form.dataset.screenForm, toSave(form), form.querySelector('[type="submit"]'));
  });
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLButtonElement>('button[data-screen]');
    if (button?.dataset.screen !== undefined) void submit(button.dataset.screen, {}, button);
    const trying = target?.closest<HTMLButtonElement>('button[data-try]');
    if (trying?.form) void tryOut(trying.form, trying);
  });
  document.querySelector<HTMLSelectElement>('#place')?.addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement) event.target.form?.requestSubmit();
  });
  // On a phone the tabs are wider than the page.
  document
    .querySelector('.tabs [aria-current]')
    ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  addEventListener('popstate', () => location.reload());
}

/** What is saved: a text to try an editor on is no part of it. */
function toSave(form: HTMLFormElement): Record<string, string | string[]> {
  const values = valuesOf(form);
  return form.querySelector('[data-try]') === null ? values : { ...values, sample: '' };
}

let trial = 0;

/** Shows what an editor would say as the form stands, and again whenever the form has rested. */
async function tryOut(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const place = find('.tried', form);
  const mine = ++trial;
  if (form.dataset.live === undefined) {
    form.dataset.live = '';
    let rest = 0;
    form.addEventListener('input', () => {
      clearTimeout(rest);
      rest = window.setTimeout(() => void tryOut(form, button), 1_500);
    });
  }
  button.setAttribute('aria-busy', 'true');
  try {
    const { member, channel } = state;
    const address = form.dataset.screenForm ?? '';
    const values = valuesOf(form);
    if (values.sample === '') {
      place.textContent = 'Paste a text above first.';
      return;
    }
    const { html = '', screen } = await send('POST', '/api/screens', {
      member,
      channel,
      address,
      values,
    });
    // Whatever was typed meanwhile asks again.
    if (mine !== trial) return;
    const holder = document.createElement('template');
    holder.innerHTML = html;
    const shown =
      screen?.type === 'view'
        ? [...holder.content.querySelectorAll('.screen-part')].slice(0, -1)
        : [...holder.content.querySelectorAll('.problem, .error, .outcome')];
    place.replaceChildren(...shown);
  } catch (error) {
    place.textContent =
      error instanceof Refusal ? error.message : 'That did not work. Please try again.';
  } finally {
    button.removeAttribute('aria-busy');
  }
}

function valuesOf(form: HTMLFormElement): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.dataset.many !== undefined) {
      const list = values[control.name];
      const chosen = Array.isArray(list) ? list : [];
      values[control.name] = control.checked ? [...chosen, control.value] : chosen;
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    ) {
      if (control.name !== '') values[control.name] = control.value;
    }
  }
  return values;
}

async function submit(
  address: string,
  values: Record<string, string | string[]>,
  button: HTMLButtonElement | null,
): Promise<void> {
  button?.setAttribute('aria-busy', 'true');
  try {
    const { member, channel } = state;
    show(await send('POST', '/api/screens', { member, channel, address, values }));
  } catch (error) {
    announce(error instanceof Refusal ? error.message : 'That did not work. Please try again.');
    showFailure(error);
  } finally {
    button?.removeAttribute('aria-busy');
  }
}

function show({ html, page }: Answer): void {
  if (html === undefined) return;
  const holder = document.createElement('template');
  holder.innerHTML = html;
  find('#screen').replaceWith(holder.content);
  if (page !== undefined) history.pushState(null, '', page);
  const scroll = document.querySelector('.scroll');
  if (scroll !== null) scroll.scrollTop = 0;
  // Whoever does not see the page hears what came of it.
  const place = document.querySelector<HTMLElement>(
    '#screen [role="alert"], #screen [role="status"], #screen h2',
  );
  place?.focus();
}

function showFailure(error: unknown): void {
  const form = document.querySelector('.screen-form, #screen');
  if (form === null) return;
  const old = form.querySelector('.error.unsent');
  const words = document.createElement('p');
  words.className = 'error unsent';
  words.textContent =
    error instanceof Refusal ? error.message : 'That did not work. Please try again.';
  if (old === null) form.prepend(words);
  else old.replaceWith(words);
}
