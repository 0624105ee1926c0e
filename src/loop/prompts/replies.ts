/*
 * What models answer, in one place. Every field is required and may be null where it can be absent:
 * servers that enforce a schema strictly know no optional fields. Labels are read leniently, because a
 * wrong label is no reason to lose a remark; words and quotes are never filled in.
 */
import { z } from 'zod';
import { KINDS, SEVERITIES } from '../comment.ts';

const word = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);
const textOrNull = z.preprocess((value) => value ?? null, z.string().nullable());
/** `S3`; models also write `[S3]` and `3`. */
const sentenceId = z.preprocess((value) => {
  const number = /^\[?\s*S?\s*(\d+)\s*\]?$/i.exec(String(value ?? ''))?.[1];
  return number === undefined ? null : `S${number}`;
}, z.string().nullable());
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => value ?? [], z.array(item));

const suggestion = z.object({
  action: z.preprocess(word, z.enum(['replace', 'delete', 'insert', 'move', 'ask'])),
  text: textOrNull,
  instruction: z.preprocess((value) => value ?? '', z.string()),
});

/** How bad a remark is comes after what it says: a judgement after its reasons is the better one. */
const comment = z.object({
  quote: z.preprocess((value) => value ?? '', z.string()),
  sentenceId,
  lastSentenceId: sentenceId,
  problem: z.string(),
  why: z.preprocess((value) => value ?? '', z.string()),
  kind: z.preprocess(word, z.enum(KINDS).catch('clarity')),
  severity: z.preprocess(word, z.enum(SEVERITIES).catch('minor')),
  suggestion,
});

/** One persona's answer. The verdict comes last: a judgement after its reasons is the better one. */
export const critiqueSchema = z.object({
  checks: listOf(z.object({ id: z.string(), pass: z.boolean() })),
  strengths: listOf(z.object({ quote: z.string(), sentenceId, note: z.string() })),
  comments: z.array(comment),
  followUps: listOf(z.object({ id: z.string(), fixed: z.boolean() })),
  criteria: listOf(z.object({ id: z.string(), score: z.number() })),
  verdict: z.string(),
});

/** Exact replacements, or why nothing is to be changed. */
export const editsSchema = z.object({
  edits: listOf(
    z.object({
      commentIds: listOf(z.string()),
      sentenceId,
      find: z.string(),
      replace: z.string(),
    }),
  ),
  notAddressed: listOf(z.object({ commentId: z.string(), why: z.string() })),
  noChange: textOrNull,
});

/** The whole text anew, or why nothing is to be changed. */
export const rewriteSchema = z.object({ text: textOrNull, noChange: textOrNull });

/** A first draft. */
export const draftSchema = z.object({ text: z.string() });

/** Which of two texts is better. The reason comes first: a judgement after its reasons is the better one. */
export const judgementSchema = z.object({
  reason: z.preprocess((value) => value ?? '', z.string()),
  better: z.preprocess(word, z.enum(['a', 'b', 'equal'])),
});

export type CritiqueAnswer = z.infer<typeof critiqueSchema>;
export type CommentAnswer = CritiqueAnswer['comments'][number];

/** The schema in the form that strict servers accept. */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      delete jsonSchema.default;
    },
  });
  return json;
}
