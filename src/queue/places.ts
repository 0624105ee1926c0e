/** Who has no more runs than this under way finds a place also where others have taken all that are for everybody. */
export const FEW = 2;

/** How many of a process's places are for everybody: the last quarter is for workspaces that have few runs under way. */
export function placesForAll(concurrency: number): number {
  return concurrency - Math.floor(concurrency / 4);
}
