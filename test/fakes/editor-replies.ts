/* What a well-behaved model answers to an editor's prompts. */
import type { FakeReply, ReceivedRequest } from './openai-server.ts';

/** Nothing to fix. */
export const ACCEPT: FakeReply = {
  content: {
    checks: [],
    strengths: [],
    comments: [],
    followUps: [],
    criteria: [],
    verdict: 'accept',
  },
};

/** True for a request to the persona with this title. */
export function isAskedOf({ prompt }: ReceivedRequest, title: string): boolean {
  return prompt.includes(`# You are: ${title}`);
}

/** The text under review as the model sees it. */
export function textIn({ prompt }: ReceivedRequest): string {
  return /<doc-[0-9a-f]+>\n([\s\S]*?)\n<\/doc-/.exec(prompt)?.[1] ?? '';
}

/** One remark that says what to write instead. */
export function remark(
  quote: string,
  text: string,
  severity = 'major',
  words: { readonly problem: string; readonly why: string; readonly instruction: string } = {
    problem: `“${quote}” makes the reader work.`,
    why: 'Half of the readers stop here.',
    instruction: `Write “${text}”.`,
  },
): FakeReply {
  const comment = {
    quote,
    sentenceId: null,
    lastSentenceId: null,
    kind: 'clarity',
    severity,
    problem: words.problem,
    why: words.why,
    suggestion: { action: 'replace', text, instruction: words.instruction },
  };
  return {
    content: {
      checks: [],
      strengths: [],
      comments: [comment],
      followUps: [],
      criteria: [],
      verdict: 'revise',
    },
  };
}

/** Carries out every comment of the plan that gives the exact words. */
export function carryOut({ prompt }: ReceivedRequest): FakeReply {
  const records = /<plan-[0-9a-f]+>\n([\s\S]*?)\n<\/plan-/.exec(prompt)?.[1]?.split('\n') ?? [];
  const edits = records
    .map((line) => JSON.parse(line))
    .map(({ id, sentenceId, quote, suggestion }) => ({
      commentIds: [id],
      sentenceId,
      find: quote,
      replace: suggestion.text,
    }));
  return { content: { edits, notAddressed: [], noChange: null } };
}
