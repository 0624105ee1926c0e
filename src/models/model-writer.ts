import type { Comment } from '../loop/comment.ts';
import { orderFor } from '../loop/prompts/contracts.ts';
import type { SectionView } from '../loop/prompts/critique-prompt.ts';
import { createDocumentView, createTagCode, type DocumentView } from '../loop/prompts/document.ts';
import { buildGeneratePrompt } from '../loop/prompts/generate-prompt.ts';
import type { Mask } from '../loop/prompts/mask.ts';
import type { Prompt } from '../loop/prompts/prompt.ts';
import { buildRefinePrompt } from '../loop/prompts/refine-prompt.ts';
import { draftSchema, editsSchema, rewriteSchema } from '../loop/prompts/replies.ts';
import type { Revision } from '../loop/revision.ts';
import type { ThreadContext } from '../loop/thread-context.ts';
import { addUsage, NO_USAGE } from '../loop/usage.ts';
import type { EditProposal, RefineReply, Writer, WriterView } from '../loop/writer.ts';
import { expectedLanguage, findLanguageFault } from './answer-language.ts';
import { type EditorOptions, maskFor, PLAIN_OPTIONS } from './editor-options.ts';
import { allPaidFor, windowOf, withinWindow } from './learned-window.ts';
import type { Model } from './model.ts';
import { cleanWords, unwrapText } from './model-output.ts';
import { createTargetFilter, type TargetFilter } from './output-targets.ts';
import { assertFits, fitsWindow, type ReadingSection, sectionsFor } from './reading-sections.ts';

/** Room for thinking and for a handful of edits; a whole text comes on top of it. */
const BASE_TOKENS = 8_000;

export interface ModelWriterDeps {
  readonly model: Model;
  readonly options?: EditorOptions;
  /** The code of the tags, one for a run so that its prompts begin alike; random without it. */
  readonly code?: string;
}

/** A writer that asks a model: one call for a first draft, one for a refinement, more for a text beyond its window. */
export function createModelWriter(deps: ModelWriterDeps): Writer {
  const options = deps.options ?? PLAIN_OPTIONS;
  const code = deps.code ?? createTagCode();
  return {
    async generate({ brief, personas }, signal) {
      const mask = maskFor(options, [brief]);
      const language = options.draftLanguage;
      const prompt = buildGeneratePrompt({
        brief,
        style: options.style,
        panel: personas,
        code,
        mask,
        language,
      });
      await assertFits(
        prompt,
        { answerTokens: BASE_TOKENS, windowTokens: windowOf(deps.model, options.windowTokens) },
        'The brief, the house style and the editors’ questions are too long to write from',
      );
      const { value, usage } = await deps.model.complete({
        purpose: 'generate',
        prompt,
        schema: draftSchema,
        maxOutputTokens: BASE_TOKENS,
        findFault: ({ text }) =>
          language === null ? null : findLanguageFault(text, expectedLanguage(text, language)),
        signal,
      });
      const text = cleanWords(unwrapText(value.text, null), createTargetFilter([brief]));
      return { text: mask.restore(text), usage };
    },

    async refine(best, plan, view, signal) {
      const mask = maskFor(options, [best.text, view.brief]);
      const document = createDocumentView(best.text, code, mask);
      const call: RefineCall = {
        model: deps.model,
        options,
        best,
        view,
        signal,
        code,
        mask,
        document,
        targets: createTargetFilter([best.text, view.brief, ...wordsOfPeople(plan)]),
      };
      return withinWindow(deps.model, options.windowTokens, (windowTokens) =>
        refineWithin({ ...call, options: { ...options, windowTokens } }, plan),
      );
    },
  };
}

interface RefineCall {
  readonly model: Model;
  readonly options: EditorOptions;
  readonly best: Revision;
  readonly view: WriterView;
  readonly signal: AbortSignal;
  readonly code: string;
  readonly mask: Mask;
  readonly document: DocumentView;
  readonly targets: TargetFilter;
}

async function refineWithin(call: RefineCall, plan: readonly Comment[]): Promise<RefineReply> {
  const sections = await sectionsFor(call.document, call.best.text, {
    around: promptFor(call, plan, { block: '', topics: [], at: 0 }, null),
    answerTokens: BASE_TOKENS,
    windowTokens: call.options.windowTokens,
  });
  if (sections.length > 1) return refineSections(call, plan, sections);
  return call.view.editStyle === 'edits' ? refineByEdits(call, plan, null) : rewrite(call, plan);
}

/** Only the sections with something to do are sent, and only by edits: all the rest stays byte for byte. */
async function refineSections(
  call: RefineCall,
  plan: readonly Comment[],
  sections: readonly ReadingSection[],
): Promise<RefineReply> {
  const byEdits: RefineCall = { ...call, view: { ...call.view, editStyle: 'edits' } };
  const asked = sections.flatMap((section) => {
    const isLast = section === sections.at(-1);
    const here = plan.filter(({ anchor }) =>
      anchor.type === 'document'
        ? isLast
        : section.range.start <= anchor.start && anchor.start < section.range.end,
    );
    return here.length === 0 ? [] : [refineByEdits(byEdits, here, section.view)];
  });
  const replies = await allPaidFor(asked);
  const usage = replies.reduce((sum, reply) => addUsage(sum, reply.usage), NO_USAGE);
  const edits = replies.flatMap((reply) => (reply.type === 'edits' ? reply.edits : []));
  const notAddressed = replies.flatMap((reply) =>
    reply.type === 'edits' ? (reply.notAddressed ?? []) : [],
  );
  const [refusal] = replies.flatMap((reply) => (reply.type === 'no-change' ? [reply.why] : []));
  if (edits.length === 0 && refusal !== undefined)
    return { type: 'no-change', why: refusal, usage };
  return { type: 'edits', edits, notAddressed, usage };
}

async function refineByEdits(
  call: RefineCall,
  plan: readonly Comment[],
  section: SectionView | null,
): Promise<RefineReply> {
  const { value, usage } = await call.model.complete({
    purpose: 'refine',
    prompt: await promptThatFits(call, plan, section),
    schema: editsSchema,
    maxOutputTokens: BASE_TOKENS,
    signal: call.signal,
  });
  const edits = value.edits.map((edit) => readEdit(call, edit));
  const notAddressed = value.notAddressed.map(({ commentId, why }) => ({
    commentId,
    why: call.mask.reveal(cleanWords(why, call.targets)).trim(),
  }));
  if (edits.length > 0) return { type: 'edits', edits, notAddressed, usage };
  const reasons = [
    call.mask.reveal(cleanWords(value.noChange ?? '', call.targets)),
    ...notAddressed.map(({ why }) => why),
  ];
  const why = reasons.find((reason) => reason.trim() !== '');
  // Neither an edit nor a reason is no answer; as an empty list it gets its second try.
  if (why === undefined) return { type: 'edits', edits, usage };
  return { type: 'no-change', why: why.trim(), usage };
}

async function rewrite(call: RefineCall, plan: readonly Comment[]): Promise<RefineReply> {
  const { best, mask, document, targets } = call;
  const needed = mask
    .placeholdersIn(document.block)
    .filter((placeholder) => !plan.some((comment) => mayTakeOut(comment, placeholder, mask)));
  const language = expectedLanguage(best.text, null);
  const { value, usage } = await call.model.complete({
    purpose: 'refine',
    prompt: await promptThatFits(call, plan, null),
    schema: rewriteSchema,
    maxOutputTokens: BASE_TOKENS + best.text.length,
    findFault: ({ text, noChange }) => {
      if (text === null) return noChange === null ? 'text and noChange are both null' : null;
      const lost = needed.filter((placeholder) => !text.includes(placeholder));
      if (lost.length > 0) return `the text must still hold ${lost.join(' and ')}`;
      return findLanguageFault(text, language);
    },
    signal: call.signal,
  });
  if (value.text === null) {
    return {
      type: 'no-change',
      why: mask.reveal(cleanWords(value.noChange ?? '', targets)).trim(),
      usage,
    };
  }
  const text = cleanWords(unwrapText(value.text, best.text), targets);
  return { type: 'text', text: document.restore(text), usage };
}

/** The text comes first: where its thread has no room beside it, or it is read in sections, the thread is left out. */
async function promptThatFits(
  call: RefineCall,
  plan: readonly Comment[],
  section: SectionView | null,
): Promise<Prompt> {
  const thread = section === null ? (call.view.thread ?? null) : null;
  const whole = promptFor(call, plan, section, thread);
  const { windowTokens } = call.options;
  const fits = await fitsWindow(whole, { answerTokens: BASE_TOKENS, windowTokens });
  return fits ? whole : promptFor(call, plan, section, null);
}

function promptFor(
  { options, best, view, document, code, mask }: RefineCall,
  plan: readonly Comment[],
  section: SectionView | null,
  context: ThreadContext | null,
) {
  return buildRefinePrompt({
    section,
    context,
    order: orderFor(best.text),
    style: options.style,
    editStyle: view.editStyle,
    document,
    code,
    mask,
    plan,
    brief: view.brief,
    ledger: view.ledger,
    protectedSpans: view.protectedSpans,
    ...(view.diagnosis === undefined ? {} : { diagnosis: view.diagnosis }),
  });
}

function readEdit(
  { document, targets }: RefineCall,
  edit: {
    readonly commentIds: readonly string[];
    readonly sentenceId: string | null;
    readonly find: string;
    readonly replace: string;
  },
): EditProposal {
  const { commentIds, sentenceId, find, replace } = edit;
  return {
    commentIds,
    find: document.quoteOf(find, sentenceId),
    replace: document.restore(cleanWords(replace, targets)),
    ...(sentenceId === null ? {} : { sentenceId }),
  };
}

/** A person, or a comment on the words around it, may want a secret out of the text. */
function mayTakeOut({ source, anchor }: Comment, placeholder: string, mask: Mask): boolean {
  if ('human' in source) return true;
  return anchor.type === 'quote' && mask.hide(anchor.quote).includes(placeholder);
}

/** Links and names that a person or code asked for may enter the draft. */
function wordsOfPeople(plan: readonly Comment[]): string[] {
  return plan.flatMap(({ source, problem, suggestion }) =>
    'persona' in source ? [] : [problem, suggestion.instruction, suggestion.text ?? ''],
  );
}
