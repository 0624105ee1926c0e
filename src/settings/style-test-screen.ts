import { findPersona } from '../personas/library.ts';
import { formatAddress } from './address.ts';
import { pack } from './log-screen.ts';
import type { ScreenContext } from './screen-context.ts';
import { button } from './screen-parts.ts';
import type { FieldProblem, FormValues, Screen } from './screens.ts';
import { textOf } from './setting-fields.ts';
import { refill } from './settings-screens.ts';
import { long } from './text-field.ts';

/** The form that asks for a text. */
export function showStyleTest(again: {
  readonly values: FormValues;
  readonly problems: readonly FieldProblem[];
}): Screen {
  return {
    type: 'form',
    address: formatAddress(['style', 'test'], { step: 0, version: 0 }),
    title: 'Which rules fire?',
    steps: [
      {
        title: 'A text to check',
        intro: 'Rules alone read it: no model, and nothing is kept. Only you see the answer.',
        fields: [
          refill(
            long('sample', 'A text', { hint: 'A few sentences are enough.', isRequired: true }),
            again.values,
          ),
        ],
      },
    ],
    at: 0,
    submit: 'Check it',
    finish: 'Check it',
    problems: again.problems,
  };
}

/** Which rules fire on a text. */
export async function submitStyleTest(context: ScreenContext, values: FormValues): Promise<Screen> {
  const sample = textOf(values.sample ?? '');
  if (sample === '') {
    return showStyleTest({
      values,
      problems: [{ field: 'sample', message: 'There is no text to check: paste a few sentences.' }],
    });
  }
  const rules = findPersona('copy-editor');
  const markdown =
    rules === null ? '' : await context.deps.tryPersona(rules, sample, context.place, 'offline');
  return {
    type: 'view',
    address: formatAddress(['style', 'test']),
    title: 'Which rules fire?',
    parts: [
      ...pack(markdown.split('\n\n'), '\n\n'),
      {
        markdown: 'Only you see this.',
        buttons: [button('Another text', ['style', 'test']), button('House style', ['style'])],
      },
    ],
  };
}
