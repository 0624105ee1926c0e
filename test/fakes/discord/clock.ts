const EPOCH = 1_420_070_400_000n;

/** Discord's time, which tests may put forward, and its ids, which grow with it. */
export function createClock() {
  let ahead = 0;
  let last = 0n;
  const now = () => Date.now() + ahead;
  return {
    now,
    iso: () => new Date(now()).toISOString().replace('Z', '000+00:00'),
    /** How much of the time was let pass by tests. */
    ahead: () => ahead,
    /** Lets time pass at once, e.g. the fifteen minutes of a token. */
    pass(ms: number) {
      ahead += ms;
    },
    /** A snowflake greater than every one before. */
    newId(): string {
      const fresh = (BigInt(now()) - EPOCH) << 22n;
      last = fresh > last ? fresh : last + 1n;
      return String(last);
    },
  };
}

export type Clock = ReturnType<typeof createClock>;

/** When a snowflake was made, in milliseconds since 1970. */
export function madeAt(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH);
}
