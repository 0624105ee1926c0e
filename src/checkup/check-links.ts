import { type Check, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'Links';

/** Whether what people elsewhere are to open can be opened: an address, a key, and a server behind it. */
export function checkLinks({
  publicUrl,
  hasKey,
}: {
  readonly publicUrl: string | null;
  readonly hasKey: boolean;
}): Check {
  return async (signal) => {
    if (publicUrl === null) {
      const says = 'PUBLIC_URL is not set, so threads offer no link to the full review.';
      return [warn(ABOUT, says, 'Set it to the address people reach this server under.')];
    }
    const findings: Finding[] = [];
    if (!hasKey) {
      const says = 'PUBLIC_URL is set and ENCRYPTION_KEY is not, so no link can be signed.';
      findings.push(warn(ABOUT, says, 'Set ENCRYPTION_KEY to 64 hexadecimal digits.'));
    }
    if (isOpenToReaders(publicUrl)) {
      const says = 'PUBLIC_URL is not https: whoever is on the way can read what is opened.';
      findings.push(warn(ABOUT, says, 'Put https in front, and name it in PUBLIC_URL.'));
    }
    findings.push(await checkAnswer(publicUrl, signal));
    return findings;
  };
}

function isOpenToReaders(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(hostname);
}

async function checkAnswer(publicUrl: string, signal: AbortSignal): Promise<Finding> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  const isUp = await fetch(`${publicUrl}/healthz`, { signal: limit })
    .then(async (response) => response.ok && (await response.text()) === 'ok')
    .catch(() => false);
  if (isUp) return ok(ABOUT, 'Bluepencil answers under PUBLIC_URL.');
  return warn(
    ABOUT,
    'Bluepencil does not answer under PUBLIC_URL.',
    'Start it; if it runs, check the name and the proxy in front. From inside a network its own name may not be reachable.',
  );
}
