import { request as send } from 'node:http';
import type { Platform } from '../../src/review/platform.ts';
import { runChild } from './run-child.ts';

await runChild('desk', ({ platform: url }) => {
  function call(path: string, body: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const sent = send(`${url}/${path}`, { method: 'POST' }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${path}: ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }

  const remote =
    (name: string) =>
    async (...args: unknown[]) =>
      call(name, args);
  return {
    messenger: {
      post: remote('post'),
      find: remote('find'),
      update: remote('update'),
      status: remote('status'),
      whisper: remote('whisper'),
      privateThread: remote('privateThread'),
    },
    source: { read: remote('read') },
  } as unknown as Platform;
});
