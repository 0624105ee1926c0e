/** Texts whose answers are kept at once: those of a few reviews that run together. */
const MAX_TEXTS = 24;
/** What they may come to, in characters; the last few are kept whatever their length. */
const MAX_CHARS = 200_000;
const ALWAYS_KEPT = 4;

/**
 * The same pure function, answering from memory for the last few texts: sentences, spans and facts of
 * a draft and of its refinement are asked for together and rest on the same reading. The answer is
 * shared, so nobody may change it.
 */
export function rememberLast<T>(read: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  let chars = 0;
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    answers.set(text, answer);
    chars += text.length;
    for (const oldest of answers.keys()) {
      if (answers.size <= ALWAYS_KEPT) break;
      if (answers.size <= MAX_TEXTS && chars <= MAX_CHARS) break;
      answers.delete(oldest);
      chars -= oldest.length;
    }
    return answer;
  };
}
