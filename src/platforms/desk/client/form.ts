import { showError } from './errors.ts';
import { createFileTray } from './file-tray.ts';
import { find, state } from './page-state.ts';
import { Refusal, send } from './requests.ts';
import { openPage } from './threads.ts';

let formId = '';

/** Opens the form that asks for everything. */
export function openForm(): void {
  // One id per opening: sent twice, it asks once.
  formId = `review-${crypto.randomUUID()}`;
  find<HTMLDialogElement>('#form').showModal();
  find('#form-text').focus();
}

/** Brings the form to life. */
export function setUpForm(): void {
  const dialog = find<HTMLDialogElement>('#form');
  const form = find<HTMLFormElement>('form', dialog);
  const tray = createFileTray(form, (sentence) => showError(form, sentence));
  const preset = find<HTMLSelectElement>('#form-preset', form);
  preset.addEventListener('change', () => {
    find('#form-purpose').textContent = preset.selectedOptions[0]?.dataset.hint ?? '';
  });
  for (const button of dialog.querySelectorAll('[data-do="close-form"]')) {
    button.addEventListener('click', () => dialog.close());
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(dialog, form, tray.ids()).then((isDone) => {
      if (isDone) tray.clear();
    });
  });
}

async function submit(
  dialog: HTMLDialogElement,
  form: HTMLFormElement,
  files: readonly string[],
): Promise<boolean> {
  const fields = new FormData(form);
  const text = String(fields.get('text') ?? '');
  if (text.trim() === '' && files.length === 0) {
    showError(form, 'Paste a text or add a file first.');
    find('#form-text', form).focus();
    return false;
  }
  const button = find<HTMLButtonElement>('[type="submit"]', form);
  button.disabled = true;
  showError(form, '');
  try {
    const { member, channel } = state;
    const values = { ...Object.fromEntries(fields), text, personas: fields.getAll('personas') };
    const answer = await send('POST', `/api/forms/${formId}`, { member, channel, files, values });
    if (answer.isRefusal) {
      showError(form, (answer.note?.markdown ?? '').replace(/[`*_]/g, ''));
      return false;
    }
    dialog.close();
    find<HTMLTextAreaElement>('#form-text', form).value = '';
    if (answer.page) await openPage(answer.page);
    return true;
  } catch (error) {
    showError(
      form,
      error instanceof Refusal ? error.message : 'That did not work. Please try again.',
    );
    return false;
  } finally {
    button.disabled = false;
  }
}
