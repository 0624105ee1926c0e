/** How many links that open nothing are looked at a minute, whoever brings them. */
const MOST = 60;
const WINDOW_MS = 60_000;

/**
 * Bounds the work that guessing causes. Nobody guesses a signed link; the addresses of callers behind a
 * proxy are its own, so failures are counted together, and links that open something cost nothing.
 */
export function createFailureLimit({ now = Date.now }: { readonly now?: () => number } = {}) {
  let failures: number[] = [];
  const recent = () => {
    const from = now() - WINDOW_MS;
    failures = failures.filter((at) => at > from);
    return failures.length;
  };
  return {
    isReached: () => recent() >= MOST,
    count: () => void failures.push(now()),
  };
}
