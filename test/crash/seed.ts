const wish = process.env.CRASH_SEED ?? '20261130';

/** The same deaths on every machine; `CRASH_SEED=random npm test` looks further, and prints its seed. */
export const SEED = wish === 'random' ? Date.now() % 1_000_000 : Number(wish);
