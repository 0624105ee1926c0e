import { find } from './page-state.ts';

/** Shows what went wrong above the box; nothing that was typed is lost. */
export function showError(form: HTMLElement, sentence: string): void {
  const place = find('.error', form);
  place.textContent = sentence;
  place.hidden = sentence === '';
}
