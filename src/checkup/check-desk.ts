import { createServer } from 'node:net';
import { type Check, fail, ok, warn } from './finding.ts';

/** Whether the address the desk wants is free, or taken by the server that runs already. */
export function checkAddress(host: string, port: number): Check {
  return async () => {
    const about = 'Address';
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const code = await tryToListen(host, port);
    if (code === null) return [ok(about, `${url} is free for the desk.`)];
    if (code !== 'EADDRINUSE') {
      return [
        fail(about, `${url} cannot be opened (${code}).`, 'Choose others with HOST and PORT.'),
      ];
    }
    const isOurs = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3_000) })
      .then(async (response) => response.ok && (await response.text()) === 'ok')
      .catch(() => false);
    return isOurs
      ? [ok(about, `The desk answers at ${url}.`)]
      : [
          warn(
            about,
            `${url} is taken by another program.`,
            'Stop it, or choose another one with PORT.',
          ),
        ];
  };
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
