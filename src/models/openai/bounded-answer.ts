import type { Response as WireResponse } from 'undici';

/** No model writes more; a server that goes on would fill the memory before its time is up. */
const MOST_BYTES = 16 * 1024 * 1024;

/** An answer that was given up because it had no end. */
export class EndlessAnswerError extends Error {
  override readonly name = 'EndlessAnswerError';
}

/** The same answer, which is given up after 16 MB, counted as it is unpacked. */
export function boundAnswer({ body, status, statusText, headers }: WireResponse): Response {
  const init = { status, statusText, headers: [...headers] };
  if (body === null) return new Response(null, init);
  let left = MOST_BYTES;
  const bounded = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new EndlessAnswerError('too many bytes'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, init);
}
