import type { KeptCall } from '../review/call-store.ts';
import { UserError } from '../user-error.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';

/** Prints what models were asked and answered in one review; resolves to the exit code. */
export async function callsCommand(ref: string, io: CommandIo): Promise<number> {
  if (!/^[0-9a-f-]{8,36}$/i.test(ref)) {
    throw new UserError(
      `“${ref.slice(0, 60)}” is no id of a review. Give the eight characters after “ref” in its note, or all of its id.`,
      { code: 'usage' },
    );
  }
  return withSettings(io, async ({ calls }) => {
    const all = await calls.callsOf(ref.toLowerCase());
    if (all.length === 0) {
      io.stderr.write(`No model was asked for a review “${ref}”, or it is not in this database.\n`);
      return 1;
    }
    io.stdout.write(all.map((call, at) => describe(call, `${at + 1} of ${all.length}`)).join('\n'));
    if (all.every(({ words }) => words === null)) {
      io.stderr.write(
        'What was sent is not kept, or was forgotten with the review. From the next review on it is kept where the setting “Keep what models are sent” (Privacy) says so.\n',
      );
    }
    return 0;
  });
}

function describe(call: KeptCall, place: string): string {
  const { purpose, model, inputTokens, outputTokens, durationMs, outcome, words } = call;
  const tokens = `${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`;
  const title = `=== call ${place} · ${purpose} · ${harmless(model)} · ${tokens} · ${durationMs} ms · ${outcome}`;
  if (words === null) return `${title}\n`;
  const answer = words.answer ?? 'No answer could be used.';
  return `${title}\n\n--- sent\n${harmless(words.prompt)}\n\n--- answered\n${harmless(answer)}\n`;
}
