import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakePlatform } from '../review/fake-platform.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * The fake platform behind a socket of its own, so that it outlives who speaks on it. `accepted` hears of
 * every call that was carried out before its answer is sent; the answer waits for it.
 */
export async function openPlatformServer(accepted: (name: string) => Promise<void>) {
  const platform = createFakePlatform();
  const calls = { ...platform.messenger, ...platform.source } as unknown as Record<string, Call>;
  const server = createServer((request, response) => {
    void (async () => {
      const name = request.url?.slice(1) ?? '';
      try {
        const args = JSON.parse(await readBody(request)) as unknown[];
        const result = (await calls[name]?.(...args)) ?? null;
        await accepted(name);
        response.end(JSON.stringify(result));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    platform,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
