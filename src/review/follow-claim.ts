/*
 * What a run holds that goes on from another one with words of its own, e.g. `wish/RUN`: it says which run that
 * is, and that nobody goes on from it in the same way twice.
 */

/** What the claim begins with, for each way of going on: with the words that were given, with what was accepted, with a wish. */
const HEADS = { again: 'again/', refine: 'refine/', wish: 'wish/' } as const;

export type FollowClaimHeads = typeof HEADS;
export type Following = keyof FollowClaimHeads;

const WAYS = Object.keys(HEADS) as Following[];

/** What a run holds that goes on from this one. */
export function followClaim(how: Following, runId: string): string {
  return HEADS[how] + runId;
}

/** How and from which run the holder of a claim goes on; null for one that began by itself. */
export function readFollowClaim(
  claim: string,
): { readonly how: Following; readonly runId: string } | null {
  const how = WAYS.find((each) => claim.startsWith(HEADS[each]));
  return how === undefined ? null : { how, runId: claim.slice(HEADS[how].length) };
}

/** The run that another one goes on from, as its claim says; null for one that began by itself. */
export function followedRun(claim: string): string | null {
  return readFollowClaim(claim)?.runId ?? null;
}
