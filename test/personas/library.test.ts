import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RawComment } from '../../src/loop/comment.ts';
import { isGeneric } from '../../src/loop/generic.ts';
import type { PersonaExample } from '../../src/loop/persona.ts';
import { validateLibrary } from '../../src/loop/persona-validation.ts';
import { foldWords } from '../../src/loop/real-name.ts';
import {
  builtInPersonas,
  builtInPresets,
  findPersona,
  findPreset,
} from '../../src/personas/library.ts';
import { personaTriggers } from '../../src/personas/presets.ts';
import { fc } from '../fast-check.ts';

describe('the built-in personas', () => {
  it('keep their ids, titles and order', () => {
    expect(builtInPersonas.map(({ id, title }) => [id, title])).toEqual([
      ['senior-editor', 'Senior editor'],
      ['line-editor', 'Line editor'],
      ['skeptical-reader', 'Skeptical reader'],
      ['fact-checker', 'Fact checker'],
      ['tone-and-inclusion', 'Tone & inclusion'],
      ['copy-editor', 'Copy editor'],
      ['audience-customer', 'Audience: customer'],
      ['audience-executive', 'Audience: executive'],
      ['audience-engineer', 'Audience: engineer'],
      ['food-critic', 'Food critic'],
    ]);
  });

  it('pass the validation every team’s personas pass', () => {
    expect(validateLibrary(builtInPersonas)).toEqual([]);
  });

  it('stay valid whatever words are first names in the workspace', () => {
    const memberNames = [...new Set(JSON.stringify(builtInPersonas).match(/\p{L}{2,}/gu) ?? [])];
    expect(memberNames).toContain('May');
    expect(validateLibrary(builtInPersonas, { memberNames })).toEqual([]);
  });

  it('ask no question twice', () => {
    const questions = builtInPersonas.flatMap(({ checklist }) =>
      checklist.map(({ question }) => foldWords(question)),
    );
    expect(new Set(questions).size).toBe(questions.length);
  });

  it('have icons of their own', () => {
    expect(new Set(builtInPersonas.map(({ icon }) => icon)).size).toBe(builtInPersonas.length);
  });

  it.each(builtInPersonas)(
    '$id says what it leaves to others and shows two examples',
    (persona) => {
      expect(persona.ignores.length).toBeGreaterThan(0);
      expect(persona.examples).toHaveLength(2);
    },
  );

  it.each(builtInPersonas)('$id is scored, unless it runs without a model', (persona) => {
    expect(persona.criteria.length > 0).toBe(persona.id !== 'copy-editor');
  });

  it.each(builtInPersonas)('$id describes four different grades per criterion', (persona) => {
    for (const { anchors } of persona.criteria) {
      expect(new Set(anchors.map(foldWords)).size).toBe(4);
    }
  });

  it('can keep a draft from being sent only for what nobody could defend', () => {
    const blocking = builtInPersonas.flatMap(({ id, checklist }) =>
      checklist
        .filter(({ severityIfFailed }) => severityIfFailed === 'blocking')
        .map((check) => `${id}/${check.id}`),
    );
    expect(blocking).toEqual([
      'fact-checker/no-contradiction',
      'copy-editor/placeholders',
      'audience-engineer/breaking-marked',
    ]);
  });

  it('only ask, never fill in, when they check facts', () => {
    const suggestions = findPersona('fact-checker')?.examples.map(({ suggestion }) => suggestion);
    expect(suggestions?.every((suggestion) => /^Ask .*\?$/.test(suggestion))).toBe(true);
  });
});

describe('the examples', () => {
  const examples = builtInPersonas.flatMap(({ id, examples: own }) =>
    own.map((example) => ({ id, ...example })),
  );

  it.each(examples)('of $id quotes words of its draft, once: $quote', ({ draft, quote }) => {
    expect(draft.split(quote)).toHaveLength(2);
  });

  it.each(examples)('of $id keeps the draft’s numbers, links and names: $suggestion', (example) => {
    expect(factsOf(applied(example))).toEqual(factsOf(example.draft));
  });

  it.each(examples)('of $id brings no number, link or name of its own: $suggestion', (example) => {
    const added = factsOf(example.suggestion).filter((fact) => !example.draft.includes(fact));
    expect(added).toEqual([]);
  });

  it.each(examples)('of $id is specific: $problem', (example) => {
    expect(isGeneric(asComment(example))).toBe(false);
  });
});

describe('the built-in presets', () => {
  it('keep their ids, titles and order', () => {
    expect(builtInPresets.map(({ id, title }) => [id, title])).toEqual([
      ['general', 'General'],
      ['announcement', 'Announcement'],
      ['release-notes', 'Release notes'],
      ['incident-post-mortem', 'Incident post-mortem'],
      ['customer-email', 'Customer e-mail'],
      ['job-ad', 'Job ad'],
      ['readme-docs', 'README & docs'],
      ['social-post', 'Social post'],
      ['restaurant-review', 'Restaurant review'],
    ]);
  });

  it('use the panel of the product’s default', () => {
    expect(builtInPresets[0]?.personas).toEqual([
      'senior-editor',
      'line-editor',
      'skeptical-reader',
    ]);
  });

  it.each(builtInPresets)('$id names existing, different personas by id', ({ personas }) => {
    expect(personas.map((id) => findPersona(id)?.id)).toEqual(personas);
    expect(new Set(personas).size).toBe(personas.length);
  });

  it('combine different panels', () => {
    const panels = builtInPresets.map(({ personas }) => [...personas].sort().join());
    expect(new Set(panels).size).toBe(panels.length);
  });

  it('give each trigger emoji one meaning', () => {
    const emoji = [
      ...builtInPresets.flatMap(({ triggerEmoji }) => triggerEmoji),
      ...personaTriggers.map((trigger) => trigger.emoji),
    ];
    expect(emoji).toEqual(['pencil2', 'scissors', 'mag']);
    expect(personaTriggers.map(({ persona }) => findPersona(persona)?.id)).toEqual([
      'line-editor',
      'fact-checker',
    ]);
  });
});

describe('finding by name', () => {
  it('finds a persona however its id or title is spelled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...builtInPersonas),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
        fc.constantFrom('', ' ', '-', '_', '  ', '\u00a0'),
        fc.constantFrom('&', 'and', 'AND'),
        (persona, byId, capitals, separator, and) => {
          const spelled = [...(byId ? persona.id : persona.title)]
            .map((char) => (capitals.next().value ? char.toUpperCase() : char.toLowerCase()))
            .join('')
            .replace(/&|\band\b/i, and)
            .replace(/[\s:-]+/g, separator);
          expect(findPersona(`“${spelled} ”`)).toBe(persona);
        },
      ),
    );
  });

  it('finds presets the same way', () => {
    expect(findPreset('readme and DOCS')?.id).toBe('readme-docs');
    expect(findPreset('Customer E-Mail')?.id).toBe('customer-email');
    expect(findPreset('incident postmortem')?.id).toBe('incident-post-mortem');
  });

  it.each(['', ' ', '&&', '—', 'senior', 'editor', 'general'])('finds no persona “%s”', (name) => {
    expect(findPersona(name)).toBeNull();
  });

  it('finds no preset by a persona’s name', () => {
    expect(findPreset('line editor')).toBeNull();
  });

  it('looks in the library it is given and prefers an id to a title', () => {
    const [first, second] = builtInPersonas;
    if (first === undefined || second === undefined) throw new Error('the library is empty');
    const borrowed = { ...first, id: 'borrowed', title: second.title };
    expect(findPersona('line-editor', [borrowed, second])).toBe(second);
    expect(findPersona('line-editor', [borrowed])).toBe(borrowed);
    expect(findPersona('fact checker', [borrowed])).toBeNull();
  });
});

describe('the room', () => {
  it('imports only types from the loop', () => {
    const folder = new URL('../../src/personas/', import.meta.url);
    const imports = readdirSync(folder).flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split('\n')
        .filter((line) => line.includes("from '../")),
    );
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((line) => !/^import type .* from '\.\.\/loop\//.test(line))).toEqual([]);
  });
});

/** The draft after the suggestion; a question and a move leave its words as they are. */
function applied({ draft, quote, suggestion }: PersonaExample): string {
  if (/^(?:Ask|Move) /.test(suggestion)) return draft;
  if (suggestion.startsWith('Delete ')) return draft.replace(quote, '');
  const replacement = /^Write “(.+)”\.?$/.exec(suggestion)?.[1];
  if (replacement === undefined) throw new Error(`Cannot apply: ${suggestion}`);
  return draft.replace(quote, replacement);
}

/** Links, numbers with what follows them, and capitalised words inside sentences. */
function factsOf(text: string): string[] {
  return [
    ...text.matchAll(/https?:\/\/\S+|[€$£]?\d[\d.,:]*\d|[€$£]?\d|(?<=[\p{Ll}\d,] )\p{Lu}\p{L}+/gu),
  ]
    .map(([fact]) => fact)
    .sort();
}

function asComment(example: PersonaExample): RawComment {
  return {
    kind: 'clarity',
    severity: 'minor',
    quote: example.quote,
    problem: example.problem,
    why: example.why,
    suggestion: {
      action: example.suggestion.startsWith('Ask ') ? 'ask' : 'replace',
      instruction: example.suggestion,
    },
  };
}
