import type { ClickDeps } from './click.ts';
import { NOTES } from './notes.ts';
import type { KnownRun } from './thread-reader.ts';

/**
 * Lets an editor that people find not useful too often say so to admins: privately, once for each of its
 * versions. Nobody's click fails over it.
 */
export async function speakUp(
  deps: ClickDeps,
  { run, request }: KnownRun,
  persona: string,
): Promise<void> {
  try {
    const complaint = await deps.lessons.complaintOf(request.workspace, persona);
    if (complaint === null) return;
    const messenger = deps.platform(run.platform)?.messenger;
    for (const admin of await deps.adminsOf(run.platform, request.workspace)) {
      await messenger?.whisper(admin, request.thread, NOTES.notUseful(complaint));
    }
  } catch (error) {
    deps.reportError(error, { runId: run.id, doing: 'tell admins how an editor fares' });
  }
}
