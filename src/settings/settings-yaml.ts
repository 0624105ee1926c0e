/*
 * The settings of a workspace and its channels as YAML that people keep in git: what each place decided
 * itself, and nothing of what it inherits. What was not changed stays as it was written.
 */
import { isMap, LineCounter, parseDocument, stringify } from 'yaml';
import { same } from './change.ts';
import { isSettingName, readSetting, SETTING_NAMES, SETTING_RULES } from './setting-rules.ts';
import type { Settings } from './settings.ts';
import { readHouseStyle } from './style-form.ts';
import {
  type FileProblem,
  lineOf,
  notYaml,
  readKeysAsWritten,
  reconcile,
  STYLE,
  toValue,
} from './yaml-file.ts';

/** What a file of settings holds: what each place decided itself. */
export interface SettingsFile {
  /** Null: the file says nothing about the workspace. */
  readonly workspace: Partial<Settings> | null;
  /** By the channel's id. */
  readonly channels: Readonly<Record<string, Partial<Settings>>>;
}

/** Reads a file; every problem says its line, its setting and the fix. */
export function readSettingsYaml(text: string): {
  readonly file: SettingsFile;
  readonly problems: readonly FileProblem[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: false });
  const problems = notYaml(document, lines);
  if (problems.length > 0) return { file: NOTHING, problems };
  readKeysAsWritten(document);
  const value = toValue(document);
  if (value instanceof Error) {
    return {
      file: NOTHING,
      problems: [{ line: 1, message: `This cannot be read: ${value.message}` }],
    };
  }
  if (value === null || value === undefined) return { file: NOTHING, problems };
  const complain = (path: readonly string[], message: string) =>
    problems.push({ line: lineOf(document, lines, path), message });

  const fields = mapping(value, [], 'The file');
  for (const name of Object.keys(fields)) {
    if (name !== 'workspace' && name !== 'channels') {
      complain([name], `“${name}” is no part of such a file: use workspace and channels.`);
    }
  }
  const channels = mapping(fields.channels ?? {}, ['channels'], '“channels”');
  return {
    file: {
      workspace: 'workspace' in fields ? readPlace(fields.workspace, ['workspace']) : null,
      channels: Object.fromEntries(
        Object.entries(channels).map(([channel, given]) => [
          channel,
          readPlace(given, ['channels', channel]),
        ]),
      ),
    },
    problems,
  };

  function mapping(given: unknown, path: readonly string[], what: string) {
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      return given as Readonly<Record<string, unknown>>;
    }
    complain(path, `${what} has to hold names with values: see bluepencil settings export.`);
    return {};
  }

  function readPlace(given: unknown, path: readonly string[]): Partial<Settings> {
    const values: Record<string, unknown> = {};
    const what = path.length === 1 ? '“workspace”' : `The channel “${path.at(-1)}”`;
    // A place with nothing under it decides nothing.
    for (const [name, wanted] of Object.entries(mapping(given ?? {}, path, what))) {
      const message = readOne(name, wanted, path.length > 1);
      if (typeof message === 'string') complain([...path, name], message);
      else values[name] = message.value;
    }
    return values as Partial<Settings>;
  }
}

/** The value of one setting, or a sentence about what is wrong with it. */
function readOne(
  name: string,
  given: unknown,
  isChannel: boolean,
): { readonly value: unknown } | string {
  if (!isSettingName(name)) {
    return `“${name}” is no setting: choose from ${SETTING_NAMES.join(', ')}.`;
  }
  if (isChannel && SETTING_RULES[name].onlyWorkspace) {
    return `${name} holds for the whole workspace: move it there.`;
  }
  if (name === 'houseStyle') {
    const read = readHouseStyle(given);
    return 'style' in read ? { value: read.style } : `houseStyle: ${read.problems.join(' ')}`;
  }
  const read = readSetting(name, given);
  return 'problem' in read ? `${name}: ${read.problem}` : read;
}

const NOTHING: SettingsFile = { workspace: null, channels: {} };

const HEAD = `# Settings of Bluepencil: what the workspace and its channels decided themselves; the rest is inherited.
# \`bluepencil settings check\` says what is wrong with this file, \`bluepencil settings import\` brings it in: a
# place that stands here is then exactly as it says, others stay as they are. Every value is taken whole.
`;

/**
 * Writes a file. With what stood there before, whatever is still the same keeps its comments, order and
 * spelling; when nothing changed, the text is returned byte for byte.
 */
export function writeSettingsYaml(file: SettingsFile, before: string | null = null): string {
  const { workspace, channels } = file;
  const plain = {
    ...(workspace === null ? {} : { workspace: ordered(workspace) }),
    ...(Object.keys(channels).length === 0
      ? {}
      : {
          channels: Object.fromEntries(
            Object.entries(channels).map(([channel, values]) => [channel, ordered(values)]),
          ),
        }),
  };
  const fresh = () => HEAD + stringify(plain, STYLE);
  if (before === null) return fresh();
  const read = readSettingsYaml(before);
  if (read.problems.length === 0 && same(read.file, file)) return before;
  const document = parseDocument(before);
  if (document.errors.length > 0 || !isMap(document.contents)) return fresh();
  readKeysAsWritten(document);
  reconcile(document, document.contents, plain);
  return document.toString(STYLE);
}

/** Settings in the order people are shown them. */
function ordered(values: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}
