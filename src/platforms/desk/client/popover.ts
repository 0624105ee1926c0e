let close: (() => void) | null = null;

/** Closes what is open above the page. */
export function closePopover(): void {
  close?.();
}

/** Shows an element beside a button until Escape, a click elsewhere or its own work closes it. */
export function openPopover(button: HTMLElement, content: HTMLElement): void {
  closePopover();
  button.ariaExpanded = 'true';
  content.classList.add('popover');
  document.body.append(content);
  position(button, content);
  const onPointer = (event: Event) => {
    const { target } = event;
    if (target instanceof Node && !content.contains(target) && !button.contains(target))
      finish(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') finish(true);
    if (event.key === 'Tab' && content.role === 'menu') finish(true);
  };
  const finish = (withFocus: boolean) => {
    close = null;
    removeEventListener('pointerdown', onPointer, true);
    removeEventListener('keydown', onKey, true);
    content.remove();
    button.ariaExpanded = 'false';
    if (withFocus) button.focus();
  };
  close = () => finish(true);
  addEventListener('pointerdown', onPointer, true);
  addEventListener('keydown', onKey, true);
}

function position(button: HTMLElement, content: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = content;
  const below = bottom + 4 + height < innerHeight;
  const above = Math.max(8, top - height - 4);
  content.style.top = `${below ? bottom + 4 : above}px`;
  content.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, right - width))}px`;
}

/** Moves the focus among buttons with the arrow keys. */
export function moveWithArrows(within: HTMLElement, columns: () => number): void {
  within.addEventListener('keydown', (event) => {
    const buttons = [...within.querySelectorAll<HTMLElement>('button')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns(),
      ArrowUp: -columns(),
    };
    const step = steps[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  });
}
