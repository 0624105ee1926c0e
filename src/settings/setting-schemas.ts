import { z } from 'zod';
import type { Settings } from './settings.ts';
import { houseStyleSchema } from './style-form.ts';

/** Ids of personas and presets. */
const id = z.string().min(1).max(60);
const limit = z.int().positive().max(1_000_000_000).nullable();
const languageTag = z
  .string()
  .max(35)
  .refine((tag) => isLanguageTag(tag))
  .nullable();
const delivery = z.enum(['thread', 'private', 'digest']);
const editStyle = z.enum(['edits', 'rewrite']);
/** A shortcode, or the name of a custom emoji, perhaps with its id behind a colon. */
const emojiName = z.string().regex(/^[^\s:]{1,64}(?::\d{1,20})?$/);

/** The form of every setting's value; whether what it names exists is asked where it is changed. */
export const SETTING_SCHEMAS: { readonly [Name in keyof Settings]: z.ZodType<Settings[Name]> } = {
  preset: id,
  personas: z.array(id).min(1).max(6).nullable(),
  rounds: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  mode: z.enum(['auto', 'guided', 'critique-only']),
  editStyle,
  briefEditStyle: editStyle,
  delivery,
  commandDelivery: delivery,
  consent: z.enum(['anyone', 'author-only', 'ask-author']),
  triggerEmoji: z.record(
    emojiName,
    z.union([z.strictObject({ preset: id.nullable() }), z.strictObject({ persona: id })]),
  ),
  capture: z.enum(['message', 'thread']),
  critiqueLanguage: languageTag,
  draftLanguage: languageTag,
  strategy: z.enum(['self-refine', 'three-step', 'one-shot', 'best-of-n']),
  publicStatus: z.boolean(),
  appPosts: z.enum(['ignore', 'review']),
  embeds: z.enum(['ignore', 'read']),
  finalDraftOnly: z.boolean(),
  blindVote: z.boolean(),
  voteHours: z.int().min(1).max(336),
  exportDecisions: z.boolean(),
  keepCallWords: z.boolean(),
  externalPeople: z.enum(['read', 'trigger']),
  masking: z.strictObject({ emails: z.boolean(), names: z.boolean() }),
  locks: z.array(z.string().min(1).max(40)).max(60),
  managers: z.array(z.string().min(1).max(200)).max(50),
  model: z.string().trim().min(1).max(100),
  budget: z.strictObject({
    tokensPerRun: limit,
    reviewsPerMember: limit,
    // Values written down by an older release lack it.
    tokensPerMember: limit.default(null),
    tokensPerChannel: limit,
    tokensPerWorkspace: limit,
    costPerWorkspace: z.number().positive().max(1_000_000).nullable(),
  }),
  maxDraftChars: z.int().min(500).max(24_000),
  maxFileChars: z.int().min(500).max(100_000),
  retentionDays: z.int().min(0).max(3650),
  houseStyle: houseStyleSchema,
};

/** True for a tag that names a language this runtime knows, such as `de-AT`. */
function isLanguageTag(tag: string): boolean {
  try {
    const locale = new Intl.Locale(tag);
    const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return name.of(locale.language) !== undefined;
  } catch {
    return false;
  }
}
