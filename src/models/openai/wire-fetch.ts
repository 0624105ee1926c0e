/*
 * How requests get to a model server. Four things the client does not do by itself: it waits as long as
 * the operator says and not only five minutes, it sends no text on to an address nobody gave it, it gives up
 * an answer without end, and it reads one that comes as a stream although none was asked for.
 */
import { type Dispatcher, fetch, getGlobalDispatcher } from 'undici';
import { boundAnswer } from './bounded-answer.ts';
import { joinStream } from './streamed-answer.ts';

/** Opens a way of fetching; how long to wait is up to the signal of each request. */
export function createWireFetch(): typeof globalThis.fetch {
  // Composed over the program's own, which knows of a proxy that Node was told to use.
  const dispatcher = getGlobalDispatcher().compose(withoutTimeouts);
  return async (url, { method = 'GET', headers, body, signal = null } = {}) => {
    const answer = await fetch(url instanceof Request ? url.url : url, {
      method,
      headers: [...new Headers(headers)],
      // The client sends JSON.
      body: typeof body === 'string' ? body : null,
      signal,
      dispatcher,
      redirect: 'manual',
    });
    const response = boundAnswer(answer);
    if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return response;
    return Response.json(joinStream(await response.text()), { status: response.status });
  };
}

/** A model that thinks for long sends nothing until it has finished. */
function withoutTimeouts(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
}
