import type { Screen } from '../../src/settings/screens.ts';

/** Every address a screen leads to. */
export function addressesIn(screen: Screen): readonly string[] {
  if (screen.type === 'form') return [screen.address];
  const buttons = screen.type === 'note' ? screen.buttons : [];
  const parts = screen.type === 'view' ? screen.parts : [];
  return [
    ...buttons.map(({ address }) => address),
    ...parts.flatMap((part) => [
      ...part.buttons.map(({ address }) => address),
      ...(part.menu?.options ?? []).map(({ address }) => address),
    ]),
  ];
}
