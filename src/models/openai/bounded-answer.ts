import type { Response as WireResponse } from 'undici';

/** No model writes more; a server that goes on would fill the memory before its time is up. */
const MOST_BYTES = 16 * 1024 * 1024;

/** An answer that was given up because it had no end. */
export class EndlessAnswerError extends Error {
  override readonly name = 'EndlessAnswerError';
}

/** An answer with a status outside of HTTP, such as the 999 of some gateways. */
export class UnknownStatusError extends Error {
  override readonly name = 'UnknownStatusError';
}

/**
 * The same answer, which is given up after 16 MB, counted as it is unpacked.
 *
 * @throws {UnknownStatusError} for a status that HTTP does not have
 */
export function boundAnswer({ body, status, statusText, headers }: WireResponse): Response {
  if (status < 200 || status > 599) throw new UnknownStatusError(`status ${status}`);
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
