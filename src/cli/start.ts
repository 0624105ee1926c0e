import type { Service } from '../app.ts';
import { readConfig } from '../config.ts';
import { readEnvSlips } from '../env-file.ts';
import type { CommandIo } from './io.ts';
import { createPaint, type Paint } from './paint.ts';

/** How long reviews under way may still take when the service is asked to stop. */
const GRACE_MS = 10_000;

/** Runs the desk until the process is asked to stop; resolves to 0 after a clean stop. */
export async function startCommand(io: CommandIo): Promise<number> {
  const config = readConfig(io.env);
  for (const slip of readEnvSlips(io.envFile)) io.stderr.write(`${slip}\n`);
  const { startService } = await import('../app.ts');
  const service = await startService(config, io.cwd);
  io.stdout.write(greeting(service, createPaint(io.stdout, io.env)));
  await aborted(io.signal);
  io.stdout.write(
    service.heardAt === 'desk' || service.heardAt === 'guarded desk'
      ? 'Closing the desk …\n'
      : 'Handing the work back …\n',
  );
  await service.stop(GRACE_MS);
  return 0;
}

function greeting({ url, heardAt }: Service, { faint, strong }: Paint): string {
  switch (heardAt) {
    case 'desk':
      return (
        `The desk is open at ${strong(url)}\n` +
        `${faint('Sample drafts are waiting there. Ctrl+C closes it; everything is kept.')}\n`
      );
    case 'guarded desk':
      return (
        `The desk is open at ${strong(url)} for who signs in\n` +
        `${faint('`npx bluepencil sign-in` prints a link that works once. Ctrl+C closes the desk; everything is kept.')}\n`
      );
    case 'chat':
      return `Bluepencil listens in your chat. ${faint(`${url}/healthz says whether it is well; Ctrl+C hands the work back.`)}\n`;
    case 'nowhere':
      return `The editors are at work; requests come in through other processes. ${faint(`${url}/healthz says whether it is well.`)}\n`;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
