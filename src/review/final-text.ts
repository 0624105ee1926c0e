/* What the ways a final text can go have in common: who decides, and which version of it is meant. */
import { type ClickDeps, isPrivate } from './click.ts';
import type { Button } from './message.ts';
import type { MemberRef } from './refs.ts';
import type { KnownRun } from './thread-reader.ts';

/** Which version of the text a button is about, as an action carries it. */
export function versionOf(revision: number): string {
  return `revision-${revision}`;
}

/** The author's text is the author's decision; where nobody wrote it, the requester's. */
export async function mayDecide(
  deps: Pick<ClickDeps, 'isAdmin'>,
  known: KnownRun,
  by: MemberRef,
): Promise<boolean> {
  const author = known.captured?.author ?? known.run.requester;
  if (by === author) return true;
  return !isPrivate(known) && deps.isAdmin(by, known.request.workspace);
}

/** A button of one of the steps, for the text as it stands; the last of them are what somebody came for. */
export function versionButton(
  label: string,
  verb: 'post' | 'post-now' | 'share-now' | 'replace',
  runId: string,
  revision: number,
): Button {
  const style = verb.endsWith('-now') ? 'primary' : 'plain';
  return { label, action: { verb, runId, commentId: versionOf(revision) }, style };
}
