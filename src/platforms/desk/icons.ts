import { type Html, trusted } from './html.ts';

const PATHS = {
  pencil: 'M4 20l1-4.5L16.5 4a2 2 0 0 1 3 3L8 18.5 4 20zM14.5 6l3.5 3.5',
  smile:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14c1.8 2.6 5.2 2.6 7 0M9 9.500h.010M15 9.500h.01',
  reply: 'M5 5h14v10H10l-5 4V5z',
  dots: 'M6 12h.010M12 12h.010M18 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  clip: 'M8 12.500l6-6a3 3 0 0 1 4.3 4.300l-8 8a5 5 0 0 1-7-7l7.5-7.5',
  send: 'M4 12l16-8-6 16-3-7-7-1z',
  back: 'M15 5l-7 7 7 7',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing beside words, or in a control that has a label. */
export function icon(name: IconName): Html {
  return trusted(
    `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${PATHS[name]}"/></svg>`,
  );
}
