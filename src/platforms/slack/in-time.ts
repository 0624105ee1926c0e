/** Commands, shortcuts and clicks are answered within three seconds; a slow claim gets this much of them. */
const ANSWER_WITHIN_MS = 2_000;

/** What comes of work in time; `late` when it takes longer, and it goes on. */
export async function inTime<Result>(
  work: Promise<Result>,
  withinMs: number = ANSWER_WITHIN_MS,
): Promise<Result | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), withinMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
