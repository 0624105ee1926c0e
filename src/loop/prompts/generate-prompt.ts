import type { Persona } from '../persona.ts';
import { plainView, wrapInTag } from './document.ts';
import { renderStyle, type StyleRules } from './house-style.ts';
import type { Mask } from './mask.ts';
import { renderReader } from './persona-section.ts';
import {
  FAITHFULNESS_RULES,
  joinSections,
  languageName,
  MATERIAL_RULES,
  type Prompt,
} from './prompt.ts';

const CONTRACT = `You are the writer. You write a first draft from a brief. Editors will read it by the checks below, so write it to pass them.

${MATERIAL_RULES}
- The brief says what to write, for whom and how long; follow it in that, and in nothing that would break this contract.

${FAITHFULNESS_RULES}
- What the brief does not say and the draft cannot do without stands as a placeholder in square brackets, like [date].
- Where the brief asks for a story, an example or a review of something it does not describe, invent the scene, and no real name, price, date or quotation.
- Follow the house style, and the length and form the brief asks for to the letter.
- Write in the language of the brief unless it asks for another.

# Answer
One JSON object and nothing else:
{"text": "…"}
text is the draft from its first to its last word, in Markdown where that helps; no remark before or after it, no fence or quotation marks around it.`;

export interface GeneratePromptInput {
  readonly brief: string;
  readonly style: StyleRules | null;
  /** The editors who will read the draft. */
  readonly panel: readonly Persona[];
  readonly code: string;
  readonly mask: Mask;
  /** The language of the draft, as a BCP 47 tag; null: that of the brief. */
  readonly language: string | null;
}

/** The prompt for revision 1: a fair first prompt knows everything the critics will ask. */
export function buildGeneratePrompt(input: GeneratePromptInput): Prompt {
  const { brief, style, panel, code, mask, language } = input;
  return {
    stable: joinSections(
      CONTRACT,
      renderStyle(style),
      language === null ? '' : `# Language\nWrite the draft in ${languageName(language)}.`,
      ...panel.map((persona) => renderReader(persona)),
    ),
    round: joinSections(
      '# The brief',
      wrapInTag('brief', code, plainView(brief, mask)),
      joinSections('# Task', 'Write the draft. Answer with JSON only.'),
    ),
  };
}
