/* Every way in which a model, or the server it runs on, is known to misbehave. */
import { MISBEHAVING_CRITICS, OFFERING } from './misbehaving-critics.ts';
import { REWORDING_WRITERS } from './misbehaving-rewording.ts';
import { ENVIRONMENTS, MISBEHAVING_SERVERS } from './misbehaving-servers.ts';
import { MISBEHAVING_WRITERS } from './misbehaving-writers.ts';
import type { FakeScript } from './openai-server.ts';
import { wellBehaved } from './well-behaved.ts';

/** What no draft holds; a result that does has let an invention through. */
export const INVENTED = ['evil.example', 'evil-zorblax.com', '4711', 'Zorblax'] as const;

/** By name, a script for each way. A new one each time: some remember what they did. */
export const MISBEHAVIOURS: Readonly<Record<string, () => FakeScript>> = {
  'does its job': () => wellBehaved,
  ...MISBEHAVING_WRITERS,
  ...REWORDING_WRITERS,
  ...MISBEHAVING_CRITICS,
  ...MISBEHAVING_SERVERS,
};

/** What has to be set for one of these ways beside the usual; most need nothing. */
export function environmentFor(way: string): Readonly<Record<string, string>> {
  return ENVIRONMENTS[way] ?? {};
}

/** True for a way in which people are shown an invention, as a suggestion they may refuse. */
export function isOffering(way: string): boolean {
  return OFFERING.has(way);
}

/** True for a way in which the words are wrong, not what carries them. */
export function isAboutText(way: string): boolean {
  return !Object.hasOwn(MISBEHAVING_SERVERS, way);
}
