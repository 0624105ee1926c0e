/** A copy, or a look at the database, holds it for less; whoever is kept waiting for longer wants to know why. */
const WORTH_TELLING_MS = 2_000;

/**
 * Warns once for each time that another program holds the database for two seconds and more. `hear` calls when it
 * is held, at once where it is already. The result ends the watching.
 */
export function watchHoldUps(
  hear: (listener: () => void) => () => void,
  warn: () => void,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  const isHeld = () => {
    let held = false;
    hear(() => {
      held = true;
    })();
    return held;
  };
  const end = hear(() => {
    timer ??= setTimeout(() => {
      timer = null;
      if (isHeld()) warn();
    }, WORTH_TELLING_MS).unref();
  });
  return () => {
    end();
    if (timer !== null) clearTimeout(timer);
  };
}
