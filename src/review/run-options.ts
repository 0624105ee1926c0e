import { z } from 'zod';

const runOptions = z.object({
  /** A preset's id; null: the channel's own. */
  preset: z.string().nullable().default(null),
  /** Ids of personas in place of a preset's. */
  personas: z.array(z.string()).nullable().default(null),
  rounds: z.number().int().nullable().default(null),
  editStyle: z.enum(['edits', 'rewrite']).nullable().default(null),
  delivery: z.enum(['thread', 'private']).nullable().default(null),
  /** Asked for knowing that the text has not changed. */
  again: z.boolean().default(false),
});

/** What was chosen for one run, stored with it; null follows the settings of the place. */
export type RunOptions = z.infer<typeof runOptions>;

/** Reads the options a run was stored with; those of other releases count where they are known. */
export function parseRunOptions(stored: unknown): RunOptions {
  const read = runOptions.safeParse(stored);
  return read.success ? read.data : runOptions.parse({});
}
