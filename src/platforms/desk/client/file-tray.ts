import { find } from './page-state.ts';
import { Refusal, sendFile } from './requests.ts';

/** The files that go with what is being written. */
export interface FileTray {
  ids(): readonly string[];
  clear(): void;
}

const MAX_FILES = 5;

interface Held {
  readonly id: string;
  readonly item: HTMLElement;
}

/** Lets files be chosen or dropped on an element that has a `.files` list and a file input. */
export function createFileTray(holder: HTMLElement, report: (sentence: string) => void): FileTray {
  const list = find<HTMLUListElement>('.files', holder);
  const input = find<HTMLInputElement>('.file-input', holder);
  let held: Held[] = [];
  const drop = (file: Held) => {
    held = held.filter((each) => each !== file);
    file.item.remove();
    list.hidden = held.length === 0;
  };
  const add = async (file: File) => {
    report('');
    if (held.length >= MAX_FILES) {
      report(`A message carries up to ${MAX_FILES} files; “${file.name}” was left out.`);
      return;
    }
    holder.classList.add('loading');
    try {
      const { id, name, chars } = await sendFile(file);
      const item = document.createElement('li');
      const remove = document.createElement('button');
      remove.type = 'button';
      remove.className = 'tool';
      remove.textContent = '×';
      remove.ariaLabel = `Take ${name} out`;
      item.append(`${name} · ${chars.toLocaleString('en')} characters `, remove);
      const entry = { id, item };
      remove.addEventListener('click', () => drop(entry));
      held.push(entry);
      list.append(item);
      list.hidden = false;
    } catch (error) {
      report(error instanceof Refusal ? error.message : `“${file.name}” could not be added.`);
    } finally {
      holder.classList.remove('loading');
    }
  };
  const addAll = async (files: FileList | null | undefined) => {
    for (const file of files ?? []) await add(file);
  };
  input.addEventListener('change', () => {
    void addAll(input.files).then(() => {
      input.value = '';
    });
  });
  find('[data-do="attach"]', holder).addEventListener('click', () => input.click());
  acceptDrops(holder, addAll);
  return {
    ids: () => held.map(({ id }) => id),
    clear() {
      for (const file of held) drop(file);
    },
  };
}

function acceptDrops(
  holder: HTMLElement,
  take: (files: FileList | undefined) => Promise<void>,
): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  holder.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    holder.classList.add('dropping');
  });
  holder.addEventListener('dragleave', () => holder.classList.remove('dropping'));
  holder.addEventListener('drop', (event) => {
    holder.classList.remove('dropping');
    if (!hasFiles(event)) return;
    event.preventDefault();
    void take(event.dataTransfer?.files);
  });
}

/** A file that misses the box must not replace the page. */
export function ignoreStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const) {
    addEventListener(type, (event) => event.preventDefault());
  }
}
