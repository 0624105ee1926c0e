import { type Check, fail, ok, warn } from './finding.ts';

const ABOUT = 'Clock';
/** Slack and signed requests stop being believed when five minutes lie between two clocks. */
const FAIL_MS = 5 * 60_000;
const WARN_MS = 30_000;

/** Compares the clock of this machine with those of the servers it talks to; a silent one is asked about elsewhere. */
export function checkClock(urls: readonly string[], now: () => number = Date.now): Check {
  return async (signal) => {
    const apart = (await Promise.all(urls.map((url) => differenceTo(url, now, signal)))).filter(
      (ms) => ms !== null,
    );
    if (apart.length === 0) return [];
    // The nearest: one of them may itself be wrong.
    const least = apart.reduce((a, b) => (Math.abs(a) <= Math.abs(b) ? a : b));
    const seconds = Math.round(Math.abs(least) / 1000).toLocaleString('en');
    if (Math.abs(least) < WARN_MS) return [ok(ABOUT, 'It agrees with the servers asked.')];
    const says = `It is ${seconds} s ${least > 0 ? 'ahead of' : 'behind'} the servers asked.`;
    const fix = 'Let the machine set its clock by the network (NTP).';
    return [Math.abs(least) < FAIL_MS ? warn(ABOUT, says, fix) : fail(ABOUT, says, fix)];
  };
}

async function differenceTo(
  url: string,
  now: () => number,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const begun = now();
    const response = await fetch(url, { method: 'HEAD', signal });
    const theirs = Date.parse(response.headers.get('date') ?? '');
    // Halfway between asking and hearing, for a slow network.
    return Number.isNaN(theirs) ? null : (begun + now()) / 2 - theirs;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
