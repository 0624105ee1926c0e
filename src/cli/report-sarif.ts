import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, Notification, Region, ReportingDescriptor, Result } from 'sarif';
import type { Comment, Severity } from '../loop/comment.ts';
import { packageVersion } from '../package-root.ts';
import { adviceOf } from '../review/words.ts';
import { escapeControls } from './harmless.ts';
import { caveats, critiquesOf, type Report, titleOf } from './report.ts';

const LEVELS: Readonly<Record<Severity, Result.level>> = {
  blocking: 'error',
  major: 'warning',
  minor: 'note',
  nit: 'note',
};

/**
 * The result as a SARIF 2.1.0 log (OASIS), for code hosts and editors: every comment on the draft as it
 * was given, with its place in that file and, where a suggestion replaces words, the fix. Comments on
 * later revisions have no place in the file and are left out.
 */
export function renderSarif(report: Report): string {
  const draft = report.result.revisions[0]?.text ?? '';
  const uri = uriOf(report.name);
  const spoken = critiquesOf(report)
    .filter(({ revision }) => revision === 1)
    .flatMap(({ persona, comments }) => comments.map((comment) => ({ persona, comment })));
  const ruleIds = [...new Set(spoken.map(ruleIdOf))].sort();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Bluepencil',
            semanticVersion: packageVersion(),
            rules: ruleIds.map(describeRule),
          },
        },
        columnKind: 'utf16CodeUnits',
        artifacts: [{ location: { uri } }],
        invocations: [
          {
            executionSuccessful: report.result.failure === undefined,
            toolExecutionNotifications: notifications(report),
          },
        ],
        results: spoken.map((each): Result => {
          const { comment } = each;
          const ruleId = ruleIdOf(each);
          return {
            ruleId,
            ruleIndex: ruleIds.indexOf(ruleId),
            level: LEVELS[comment.severity],
            message: { text: messageOf(comment) },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri, index: 0 },
                  ...(comment.anchor.type === 'document'
                    ? {}
                    : { region: regionOf(draft, comment.anchor) }),
                },
              },
            ],
            ...fixesOf(comment, draft, uri),
          };
        }),
      },
    ],
  };
  return `${escapeControls(JSON.stringify(log, null, 2))}\n`;
}

/** The rule of the copy editor, else the persona and the kind of remark: what a reader may want to mute. */
function ruleIdOf({ persona, comment }: { persona: string; comment: Comment }): string {
  return 'rule' in comment.source
    ? `copy-editor/${comment.source.rule}`
    : `${persona}/${comment.kind}`;
}

function describeRule(id: string): ReportingDescriptor {
  const [persona = '', ...what] = id.split('/');
  return {
    id,
    shortDescription: { text: `${titleOf(persona)}: ${what.join(', ').replaceAll('-', ' ')}` },
  };
}

function messageOf(comment: Comment): string {
  return [comment.problem, comment.why, adviceOf(comment)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** SARIF counts lines and columns from 1, and ends a region after its last character. */
function regionOf(text: string, { start, end }: { start: number; end: number }): Region {
  const [from, to] = [placeOf(text, start), placeOf(text, end)];
  return {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    charOffset: start,
    charLength: end - start,
    snippet: { text: text.slice(start, end) },
  };
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function fixesOf(comment: Comment, draft: string, uri: string) {
  const { anchor, suggestion } = comment;
  if (anchor.type !== 'quote') return {};
  const { action, text = '' } = suggestion;
  if (action !== 'replace' && action !== 'delete' && action !== 'insert') return {};
  // An insertion goes right after the quote and deletes nothing.
  const place = action === 'insert' ? { start: anchor.end, end: anchor.end } : anchor;
  const { snippet: _, ...deletedRegion } = regionOf(draft, place);
  return {
    fixes: [
      {
        description: { text: adviceOf(comment) },
        artifactChanges: [
          {
            artifactLocation: { uri, index: 0 },
            replacements: [
              { deletedRegion, ...(action === 'delete' ? {} : { insertedContent: { text } }) },
            ],
          },
        ],
      },
    ],
  };
}

function notifications(report: Report): Notification[] {
  const { failure } = report.result;
  const failed: Notification[] =
    failure === undefined ? [] : [{ level: 'error', message: { text: failure.message } }];
  const told = caveats(report).map((text): Notification => ({ level: 'note', message: { text } }));
  return [...failed, ...told];
}

/** A path as a relative reference, so that a code host finds the file in its own tree. */
function uriOf(name: string | null): string {
  if (name === null || name === 'standard input') return 'stdin';
  if (isAbsolute(name)) return pathToFileURL(name).href;
  return name
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}
