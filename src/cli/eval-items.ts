import { z } from 'zod';
import type { Item } from '../evaluation/try-arm.ts';
import { UserError } from '../user-error.ts';
import { readDraft } from './draft-input.ts';
import type { CommandIo } from './io.ts';

/** A set of many drafts in one file. */
const MAX_SET_CHARS = 20_000_000;
const MAX_DRAFT_CHARS = 100_000;

const draftRow = z
  .object({ id: z.string().optional(), draft: z.string().optional(), brief: z.string().optional() })
  .refine(({ draft, brief }) => [draft, brief].filter((text) => text?.trim()).length === 1);

/** Drafts from text files, drafts and briefs from the lines of `.jsonl` files. Throws a `UserError` that names the line. */
export async function readItems(files: readonly string[], io: CommandIo): Promise<Item[]> {
  const items: Item[] = [];
  for (const file of files) {
    if (!file.endsWith('.jsonl')) {
      const { name, text } = await readDraft(file, { ...io, maxChars: MAX_DRAFT_CHARS });
      items.push({ id: name, draft: text, brief: '' });
      continue;
    }
    items.push(...(await readRows(file, io)).map(({ row, place }) => itemFrom(row, place)));
  }
  return items;
}

/** The rows of a file of JSON lines and where each stands, empty lines left out. Throws a `UserError` that names the line. */
export async function readRows(
  file: string,
  io: CommandIo,
): Promise<{ readonly row: unknown; readonly place: string }[]> {
  const { text } = await readDraft(file, { ...io, maxChars: MAX_SET_CHARS });
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${file}:${index + 1}`;
    try {
      return [{ row: JSON.parse(line), place }];
    } catch (cause) {
      throw problem(place, 'is no JSON', cause);
    }
  });
}

function itemFrom(row: unknown, place: string): Item {
  const { success, data } = draftRow.safeParse(row);
  if (!success) throw problem(place, 'has neither a “draft” nor a “brief”, or both');
  return { id: data.id ?? place, draft: data.draft ?? null, brief: data.brief ?? '' };
}

function problem(place: string, what: string, cause?: unknown): UserError {
  return new UserError(
    `${place} ${what}. One object a line: {"draft": "…"} or {"brief": "…"}, with an "id" if you like.`,
    { code: 'bad_input', cause },
  );
}
