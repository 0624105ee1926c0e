/*
 * Personas and presets as YAML that people keep in git. What was not changed stays as it was written, with
 * its comments, its order and its spelling: only nodes whose value differs are touched.
 */
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import type { Persona, Preset } from '../loop/persona.ts';
import { readPersonaForm } from '../loop/persona-form.ts';
import { validatePersona } from '../loop/persona-validation.ts';
import { same } from './change.ts';
import { checkPreset, readPresetForm } from './preset-form.ts';
import { type FileProblem, lineOf, notYaml, reconcile, STYLE, toValue } from './yaml-file.ts';

/** What a file of personas and presets holds. */
export interface LibraryFile {
  readonly personas: readonly Persona[];
  readonly presets: readonly Preset[];
  /** Ids of personas and presets that rest. */
  readonly resting: readonly string[];
}

/** Reads a file; every problem says its line, its field and the fix. */
export function readLibraryYaml(text: string): {
  readonly file: LibraryFile;
  readonly problems: readonly FileProblem[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: false });
  const problems = notYaml(document, lines);
  if (problems.length > 0) return { file: NOTHING, problems };
  const value = toValue(document);
  if (value instanceof Error) {
    return {
      file: NOTHING,
      problems: [{ line: 1, message: `This cannot be read: ${value.message}` }],
    };
  }
  const line = (...path: (string | number)[]) => lineOf(document, lines, path);
  if (value === null || value === undefined) return { file: NOTHING, problems };
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message =
      'The file has to hold “personas:”, “presets:” or one of them alone: see bluepencil personas export.';
    return { file: NOTHING, problems: [{ line: 1, message }] };
  }
  const fields: Record<string, unknown> = { ...value };
  const alone = aloneIn(value);
  const { personas, presets, resting, ...rest } = alone ?? fields;
  for (const name of alone === null ? Object.keys(rest) : []) {
    problems.push({
      line: line(name),
      message: `“${name}” is no part of such a file: use personas, presets and resting.`,
    });
  }
  const at = (list: string, index: number) => (alone === null ? line(list, index) : 1);
  return {
    file: {
      personas: listOf('personas', personas).flatMap((each, index) => {
        const { persona, problems: found } = readPersonaForm(each);
        problems.push(
          ...found.map(({ message }) => ({
            line: at('personas', index),
            message: `${nameOf(each)}: ${message}`,
          })),
        );
        return persona === null ? [] : [persona];
      }),
      presets: listOf('presets', presets).flatMap((each, index) => {
        const read = readPresetForm(each);
        if ('preset' in read) return [read.preset];
        problems.push(
          ...read.problems.map(({ message }) => ({
            line: at('presets', index),
            message: `${nameOf(each)}: ${message}`,
          })),
        );
        return [];
      }),
      resting: listOf('resting', resting).map(String),
    },
    problems,
  };

  function listOf(name: string, given: unknown): readonly unknown[] {
    if (given === undefined || given === null) return [];
    if (Array.isArray(given)) return given;
    problems.push({ line: line(name), message: `“${name}” has to be a list.` });
    return [];
  }
}

const NOTHING: LibraryFile = { personas: [], presets: [], resting: [] };

function nameOf(given: unknown): string {
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : null;
  return typeof id === 'string' ? `“${id}”` : 'One without an id';
}

/** A file may hold one persona or preset alone. */
function aloneIn(value: object): Record<string, unknown> | null {
  if ('checklist' in value) return { personas: [value] };
  return 'purpose' in value ? { presets: [value] } : null;
}

/** What keeps the personas and presets of a file from being used together with `others`. */
export function checkLibrary(
  { personas, presets, resting }: LibraryFile,
  others: { readonly personas: readonly Persona[]; readonly presets: readonly Preset[] },
  memberNames: readonly string[] = [],
): string[] {
  const rest = others.personas.filter(({ id }) => !personas.some((each) => each.id === id));
  const all = [...personas, ...rest];
  const allPresets = [
    ...presets,
    ...others.presets.filter(({ id }) => !presets.some((each) => each.id === id)),
  ];
  const ids = new Set([...all, ...allPresets].map(({ id }) => id));
  return [
    ...personas.flatMap((persona) =>
      validatePersona(persona, all, { memberNames }).map(
        ({ message }) => `“${persona.id}”: ${message}`,
      ),
    ),
    ...presets.flatMap((preset) =>
      checkPreset(preset, { personas: all, presets: allPresets }).map(
        ({ message }) => `“${preset.id}”: ${message}`,
      ),
    ),
    ...twins(presets).map((id) => `“${id}” stands twice among the presets: remove one.`),
    ...resting
      .filter((id) => !ids.has(id))
      .map((id) => `resting names “${id}”, which is neither an editor nor a preset here.`),
  ];
}

function twins(items: readonly { readonly id: string }[]): string[] {
  const ids = items.map(({ id }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}

const HEAD = `# Editors and presets of Bluepencil. \`bluepencil personas check\` says what is wrong with this file;
# \`bluepencil personas import\` brings it in.
`;

/**
 * Writes a file. With what stood there before, whatever is still the same keeps its comments, order and
 * spelling; when nothing changed, the text is returned byte for byte.
 */
export function writeLibraryYaml(file: LibraryFile, before: string | null = null): string {
  const plain = {
    personas: file.personas,
    presets: file.presets,
    ...(file.resting.length === 0 ? {} : { resting: file.resting }),
  };
  if (before === null) return HEAD + stringify(plain, STYLE);
  const read = readLibraryYaml(before);
  if (read.problems.length === 0 && same(read.file, file)) return before;
  const document = parseDocument(before);
  if (document.errors.length > 0 || !isMap(document.contents))
    return HEAD + stringify(plain, STYLE);
  if (document.has('checklist') || document.has('purpose')) return HEAD + stringify(plain, STYLE);
  bringIn(document, 'personas', file.personas, (node) => readPersonaForm(node).persona);
  bringIn(document, 'presets', file.presets, (node) => {
    const preset = readPresetForm(node);
    return 'preset' in preset ? preset.preset : null;
  });
  if (file.resting.length > 0 || document.has('resting')) {
    if (
      !same(
        document.get('resting', true) === undefined ? undefined : toJs(document, 'resting'),
        file.resting,
      )
    ) {
      document.set('resting', document.createNode(file.resting, STYLE));
    }
  }
  return document.toString(STYLE);
}

function toJs(document: Document, name: string): unknown {
  const node: unknown = document.get(name, true);
  return isSeq(node) || isMap(node) || isScalar(node) ? node.toJS(document) : undefined;
}

/** Brings a list of things with ids in line, touching only those that differ. */
function bringIn(
  document: Document,
  name: string,
  wanted: readonly { readonly id: string }[],
  read: (value: unknown) => unknown,
): void {
  const list: unknown = document.get(name, true);
  if (!isSeq(list)) {
    if (wanted.length > 0) document.set(name, document.createNode(wanted, STYLE));
    return;
  }
  const known = new Map(
    list.items.flatMap((item) => (isMap(item) ? [[String(item.get('id')), item] as const] : [])),
  );
  list.items = wanted.map((thing) => {
    const node = known.get(thing.id);
    if (node === undefined) return document.createNode(thing, STYLE);
    if (!same(read(node.toJS(document)), thing)) reconcile(document, node, thing);
    return node;
  });
}
