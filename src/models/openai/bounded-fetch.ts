/** No model writes more; a server that goes on would fill the memory before its time is up. */
const MOST_BYTES = 16 * 1024 * 1024;

/** An answer that was given up because it had no end. */
export class EndlessAnswerError extends Error {
  override readonly name = 'EndlessAnswerError';
}

/**
 * `fetch` that keeps to the address it is given, so that no server sends a draft on to another one, and
 * that gives up an answer of more than 16 MB, counted as it is unpacked.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.body === null || response.status < 200 || response.status > 599) return response;
  let left = MOST_BYTES;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new EndlessAnswerError('too many bytes'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(bounded, { status, statusText, headers });
};
