import type { RawComment, Suggestion } from '../loop/comment.ts';
import type { Critic, CriticView, CritiqueReply } from '../loop/critic.ts';
import type { Persona } from '../loop/persona.ts';
import { orderFor } from '../loop/prompts/contracts.ts';
import { buildCritiquePrompt, type SectionView } from '../loop/prompts/critique-prompt.ts';
import { createDocumentView, createTagCode, type DocumentView } from '../loop/prompts/document.ts';
import { holdsInstructions } from '../loop/prompts/instructions.ts';
import type { Mask } from '../loop/prompts/mask.ts';
import {
  type CommentAnswer,
  type CritiqueAnswer,
  critiqueSchema,
} from '../loop/prompts/replies.ts';
import type { Revision } from '../loop/revision.ts';
import type { Usage } from '../loop/usage.ts';
import { expectedLanguage, findLanguageFault } from './answer-language.ts';
import { type EditorOptions, maskFor, PLAIN_OPTIONS } from './editor-options.ts';
import { joinCritiques } from './joined-critique.ts';
import { allPaidFor, withinWindow } from './learned-window.ts';
import type { Model } from './model.ts';
import { cleanWords } from './model-output.ts';
import { createTargetFilter, type TargetFilter } from './output-targets.ts';
import { fitsWindow, type ReadingSection, sectionsFor } from './reading-sections.ts';

/** Room for one critique: a dozen comments, and thinking before them. */
const CRITIQUE_TOKENS = 8_000;

export interface ModelCriticDeps {
  readonly modelFor: (persona: Persona) => Model;
  readonly options?: EditorOptions;
  /** The code of the tags, one for a run so that its prompts begin alike; random without it. */
  readonly code?: string;
}

/** A critic that asks a model: one call for each persona and revision, more for a text beyond its window. */
export function createModelCritic(deps: ModelCriticDeps): Critic {
  const options = deps.options ?? PLAIN_OPTIONS;
  const code = deps.code ?? createTagCode();
  return {
    async critique(persona, revision, view, signal) {
      const reading = prepareReading({ persona, revision, view, options, code, signal });
      const model = deps.modelFor(persona);
      const { answer, usage, sections } = await withinWindow(
        model,
        options.windowTokens,
        (windowTokens) => readAll(model, reading, { answerTokens: CRITIQUE_TOKENS, windowTokens }),
      );
      const reader = createReader(
        reading.document,
        reading.mask,
        createTargetFilter([revision.text]),
      );
      return {
        ...readAnswer(answer, persona, reader),
        followUps: answer.followUps.flatMap(({ id, fixed }) => {
          const comment = reading.asked.find((one) => one.id === id)?.comment;
          return comment === undefined ? [] : [{ commentId: comment.id, fixed }];
        }),
        limits: describeView(revision, reading.document, reading.mask, sections),
        usage,
      };
    },
  };
}

interface ReadingInput {
  readonly persona: Persona;
  readonly revision: Revision;
  readonly view: CriticView;
  readonly options: EditorOptions;
  readonly code: string;
  readonly signal: AbortSignal;
}

type Reading = ReturnType<typeof prepareReading>;

function prepareReading({ persona, revision, view, options, code, signal }: ReadingInput) {
  const mask = maskFor(options, [revision.text]);
  const document = createDocumentView(revision.text, code, mask);
  // Comment ids name the persona that made them, and no critic is to know of the others.
  const asked = view.planned.map((comment, at) => ({ id: `P${at + 1}`, comment }));
  const promptFor = (section: SectionView | null, before = view.thread ?? null) =>
    buildCritiquePrompt({
      persona,
      style: options.style,
      document,
      code,
      mask,
      facts: view.facts,
      asked,
      section,
      // The text comes first: one that is read in sections leaves no room for its thread.
      before: section === null ? before : null,
      language: options.critiqueLanguage,
      order: orderFor(revision.text),
      ...(view.reask === undefined ? {} : { reask: view.reask }),
    });
  const language = expectedLanguage(revision.text, options.critiqueLanguage);
  return { mask, document, text: revision.text, asked, promptFor, language, signal };
}

interface Room {
  readonly answerTokens: number;
  readonly windowTokens: number;
}

/** Reads a text in as many sections as fit the window. */
async function readAll(model: Model, reading: Reading, room: Room) {
  const { document, text, promptFor } = reading;
  const sections = await sectionsFor(document, text, {
    // What surrounds the text: measured with none of it.
    around: promptFor({ block: '', topics: [], at: 0 }),
    ...room,
  });
  const parts = sections.map((section) => readSection(model, reading, section, room));
  return { ...joinCritiques(await allPaidFor(parts)), sections: sections.length };
}

async function readSection(
  model: Model,
  { promptFor, language, signal }: Reading,
  section: ReadingSection,
  room: Room,
): Promise<{ readonly answer: CritiqueAnswer; readonly usage: Usage }> {
  const whole = promptFor(section.view);
  const { value, usage } = await model.complete({
    purpose: 'critique',
    prompt: (await fitsWindow(whole, room)) ? whole : promptFor(section.view, null),
    schema: critiqueSchema,
    maxOutputTokens: CRITIQUE_TOKENS,
    findFault: (answer) => findLanguageFault(wordsOf(answer), language),
    signal,
  });
  return { answer: value, usage };
}

/** What the editor says in its own words; suggestions are in the language of what they replace. */
function wordsOf({ comments, strengths }: CritiqueAnswer): string {
  return [
    ...comments.flatMap(({ problem, why, suggestion }) => [problem, why, suggestion.instruction]),
    ...strengths.map(({ note }) => note),
  ].join('\n');
}

/** Turns a model's words into words for people (`prose`) or into words for the draft (`draft`). */
interface Reader {
  quote(words: string, sentenceId: string | null): string;
  prose(words: string): string;
  draft(words: string): string;
}

function createReader(document: DocumentView, mask: Mask, targets: TargetFilter): Reader {
  return {
    quote: document.quoteOf,
    // A secret is not repeated in a remark: the placeholder says enough.
    prose: (words) => mask.reveal(cleanWords(clipRemark(words), targets)).trim(),
    draft: (words) => document.restore(cleanWords(words, targets)),
  };
}

/** A remark of more characters is none that anybody reads, and could take long to look through. */
const MOST_REMARK_CHARS = 2_000;

function clipRemark(words: string): string {
  if (words.length <= MOST_REMARK_CHARS) return words;
  return `${words.slice(0, MOST_REMARK_CHARS).toWellFormed()}…`;
}

function readAnswer(
  answer: CritiqueAnswer,
  persona: Persona,
  reader: Reader,
): Pick<CritiqueReply, 'verdict' | 'checks' | 'criteria' | 'strengths' | 'comments'> {
  const checkIds = new Set(persona.checklist.map(({ id }) => id));
  const criterionIds = new Set(persona.criteria.map(({ id }) => id));
  return {
    verdict: answer.verdict,
    checks: answer.checks.filter(({ id }) => checkIds.has(id)),
    criteria: answer.criteria.filter(
      // A score off the scale says nothing about the text.
      ({ id, score }) => criterionIds.has(id) && score >= 1 && score <= 4,
    ),
    strengths: answer.strengths.slice(0, 2).map(({ quote, sentenceId, note }) => ({
      quote: reader.quote(quote, sentenceId),
      ...(sentenceId === null ? {} : { sentenceId }),
      note: reader.prose(note),
    })),
    comments: answer.comments.map((comment) => readComment(comment, reader)),
  };
}

function readComment(answer: CommentAnswer, reader: Reader): RawComment {
  const { quote, sentenceId, lastSentenceId, kind, severity } = answer;
  return {
    kind,
    severity,
    quote: reader.quote(quote, sentenceId),
    ...(sentenceId === null ? {} : { sentenceId }),
    ...(lastSentenceId === null ? {} : { lastSentenceId }),
    problem: reader.prose(answer.problem),
    why: reader.prose(answer.why),
    suggestion: readSuggestion(answer.suggestion, reader),
  };
}

function readSuggestion(answer: CommentAnswer['suggestion'], reader: Reader): Suggestion {
  const { action, text } = answer;
  const mayHaveText = text !== null && (action === 'replace' || action === 'insert');
  const own = mayHaveText ? reader.draft(text) : '';
  // Of a suggestion that was nothing but a target nobody gave, nothing is left to put into a text.
  const hasText = mayHaveText && (own === text || /[\p{L}\p{N}]/u.test(own));
  return {
    action,
    ...(hasText ? { text: own } : {}),
    instruction: reader.prose(answer.instruction),
  };
}

function describeView(
  { text }: Revision,
  { hiddenCharacters }: DocumentView,
  mask: Mask,
  sections: number,
): string[] {
  const secrets = mask.countOf('secret');
  const addresses = mask.countOf('email');
  const names = mask.countOf('name');
  return [
    ...(hiddenCharacters === 0
      ? []
      : [
          `The draft holds ${hiddenCharacters} invisible ${hiddenCharacters === 1 ? 'character' : 'characters'}; the editors did not see them.`,
        ]),
    ...(holdsInstructions(text)
      ? [
          'The draft holds words that try to instruct an AI or its editors. They were read as text and not followed.',
        ]
      : []),
    ...(secrets === 0
      ? []
      : [
          `The draft seems to hold ${secrets === 1 ? 'a secret' : `${secrets} secrets`} (a key, token, password or card number); the model saw a placeholder.`,
        ]),
    ...(addresses + names === 0
      ? []
      : [
          `As set here, the model saw placeholders for ${addresses === 1 ? '1 e-mail address' : `${addresses} e-mail addresses`} and ${names === 1 ? '1 name' : `${names} names`}.`,
        ]),
    ...(sections === 1
      ? []
      : [`The draft is longer than the model's window, so it was read in ${sections} sections.`]),
  ];
}
