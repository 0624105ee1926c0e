import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { isLoopback } from '../platforms/desk/loopback.ts';
import { type Check, fail, ok } from './finding.ts';

/** Whether the address the desk wants is free, or taken by the server that runs already. */
export function checkAddress(
  config: Pick<Config, 'host' | 'port' | 'slack' | 'discord' | 'publicUrl' | 'encryptionKeys'>,
): Check {
  const { host, port, slack, discord, publicUrl, encryptionKeys } = config;
  return async () => {
    const about = 'Address';
    const isDesk = slack === null && discord === null && !isLoopback(host);
    if (isDesk && (publicUrl === null || encryptionKeys === null)) {
      return [
        fail(
          about,
          `HOST is "${host}", so other machines could reach the desk and speak as anybody.`,
          'Leave HOST out; or set PUBLIC_URL and ENCRYPTION_KEY, and it opens for signed-in admins alone.',
        ),
      ];
    }
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
          fail(
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
