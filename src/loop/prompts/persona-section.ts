import type { Suggestion } from '../comment.ts';
import type { Persona } from '../persona.ts';
import { hideSecrets } from './mask.ts';

/** An editor as a section of a prompt: the reader, the questions, the scales and what it leaves alone; without secrets. */
export function renderPersona(persona: Persona): string {
  const { title, reader, criteria, ignores, maxComments } = persona;
  return hideSecrets(
    [
      `# You are: ${title}`,
      `The reader you stand for: ${reader}`,
      '',
      renderChecklist(persona),
      ...(criteria.length === 0
        ? []
        : [
            '',
            'Criteria, each scored 1, 2, 3 or 4:',
            ...criteria.map(
              ({ id, title: name, anchors }) =>
                `- ${id} (${name}): ${anchors.map((anchor, at) => `${at + 1} = ${anchor}`).join(' ')}`,
            ),
          ]),
      ...(ignores.length === 0
        ? []
        : ['', 'Not yours, so say nothing about it:', ...ignores.map(item)]),
      '',
      `At most ${maxComments} comments; fewer are better.`,
      ...renderExamples(persona),
    ].join('\n'),
  );
}

/** An editor as those see it who write for it or judge in its name; without secrets. */
export function renderReader(persona: Persona): string {
  const { title, reader } = persona;
  return hideSecrets(`# Editor: ${title}\nReads for: ${reader}\n${renderChecklist(persona)}`);
}

/** The yes/no questions with their severities. */
function renderChecklist({ checklist }: Pick<Persona, 'checklist'>): string {
  return [
    'Checks, each answered yes (pass) or no:',
    ...checklist.map(
      ({ id, question, severityIfFailed }) => `- ${id}: ${question} (if not: ${severityIfFailed})`,
    ),
  ].join('\n');
}

/** Two at most: critics copy the words of their examples. */
function renderExamples({ examples }: Persona): string[] {
  if (examples.length === 0) return [];
  return [
    '',
    'How specific a comment is. These are about other texts; none of their words belongs in your answer.',
    ...examples.slice(0, 2).map(({ draft, quote, problem, why, suggestion }) =>
      // In the form of the answer, as far as an example has it: what is shown whole is done whole.
      JSON.stringify({
        otherText: draft,
        quote,
        problem,
        why,
        suggestion: suggestionOf(suggestion),
      }),
    ),
  ];
}

/** An example's suggestion in the form of the answer; one that begins otherwise is an instruction alone. */
export function suggestionOf(suggestion: string): {
  readonly action?: Suggestion['action'];
  readonly text?: string | null;
  readonly instruction: string;
} {
  const instruction = suggestion;
  const text = /^Write “([^”]+)”\.?$/.exec(suggestion)?.[1];
  if (text !== undefined) return { action: 'replace', text, instruction };
  const verb = /^(?:Ask|Move|Delete)(?= )/.exec(suggestion)?.[0];
  const action = ACTIONS.find((known) => known === verb?.toLowerCase());
  return action === undefined ? { instruction } : { action, text: null, instruction };
}

const ACTIONS = ['ask', 'move', 'delete'] as const;

function item(line: string): string {
  return `- ${line}`;
}
