import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchHoldUps } from '../../src/ops/held-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that is held or free, as a writer tells it. */
function holdable() {
  const listeners = new Set<() => void>();
  let isHeld = false;
  return {
    hear(listener: () => void) {
      listeners.add(listener);
      if (isHeld) listener();
      return () => void listeners.delete(listener);
    },
    hold() {
      isHeld = true;
      for (const listener of [...listeners]) listener();
    },
    free() {
      isHeld = false;
    },
  };
}

it('warns of what lasts, once, and of nothing that passes', () => {
  const database = holdable();
  const warn = vi.fn();
  const end = watchHoldUps(database.hear, warn);

  database.hold();
  vi.advanceTimersByTime(500);
  database.free();
  vi.advanceTimersByTime(10_000);
  expect(warn).not.toHaveBeenCalled();

  database.hold();
  database.hold();
  vi.advanceTimersByTime(10_000);
  expect(warn).toHaveBeenCalledTimes(1);

  database.free();
  database.hold();
  end();
  vi.advanceTimersByTime(10_000);
  expect(warn).toHaveBeenCalledTimes(1);
});
