import { request as httpRequest } from 'node:http';
import type { ReviewRequest, Reviews } from '../../../src/review/reviews.ts';

/** The core as the desk's own tests need it: it writes down what it is asked. */
export function listeningReviews() {
  const requests: ReviewRequest[] = [];
  const acted: unknown[] = [];
  const deleted: unknown[] = [];
  const said: unknown[] = [];
  const reviews: Reviews = {
    request: async (request) => {
      requests.push(request);
      return { type: 'accepted', runId: `run-${requests.length}` };
    },
    act: async (...click) => {
      acted.push(click);
      return null;
    },
    trySample: async () => null,
    say: async (...words) => {
      said.push(words);
      return { identity: null, parts: [{ markdown: 'Got it.', buttons: [] }] };
    },
    vote: async () => ({ identity: null, parts: [] }),
    listensIn: async () => true,
    endorse: async () => null,
    sourceDeleted: async (message) => {
      deleted.push(message);
    },
  };
  return { reviews, requests, acted, said, deleted };
}

/** Sends what `fetch` would not: any Host, any header. */
export function rawCall(
  url: string,
  options: { method?: string; path: string; headers: object; body?: string },
) {
  const { method = 'GET', path, headers, body } = options;
  const { port } = new URL(url);
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = httpRequest(
      // A connection of its own: what one call listens for, another one must not find there.
      { host: '127.0.0.1', port, path, method, headers: { ...headers }, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    sent.on('error', reject);
    // Whoever is refused in the middle of a long body is answered, and what is still being sent breaks off.
    sent.on('socket', (socket) => socket.on('error', () => undefined));
    sent.end(body);
  });
}
