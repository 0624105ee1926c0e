import type { Writable } from 'node:stream';
import type { LoopEvent } from '../loop/events.ts';
import type { Persona } from '../loop/persona.ts';
import { count } from '../review/words.ts';
import { harmless } from './harmless.ts';
import type { Paint } from './paint.ts';

/** Tells a run on stderr as it happens, one short line a step. */
export function createProgress(
  stderr: Writable,
  paint: Paint,
  about: { readonly name: string; readonly personas: readonly Persona[] },
): (event: LoopEvent) => void {
  const title = (id: string) => about.personas.find((persona) => persona.id === id)?.title ?? id;
  const told = new Set<string>();
  return (event) => {
    const line = describe(event, { ...about, title, told });
    if (line !== null) stderr.write(`${paint.faint(harmless(line))}\n`);
  };
}

interface About {
  readonly name: string;
  readonly title: (persona: string) => string;
  /** Reasons of failures told so far: one server that is down fails every editor alike. */
  readonly told: Set<string>;
}

function describe(event: LoopEvent, about: About): string | null {
  const { name, title } = about;
  switch (event.type) {
    case 'started':
      return `Reading ${name} …`;
    case 'round_started':
      return event.round === 1 ? null : `Reading revision ${event.revision} once more …`;
    case 'critique_received': {
      const { comments, persona } = event.critique;
      return `${title(persona)}: ${comments.length === 0 ? 'nothing to mark' : count(comments.length, 'comment')}`;
    }
    case 'critique_failed':
      return describeFailure(title(event.persona), event.reason, about.told);
    case 'refinement_planned':
      return `Refining revision ${event.from}: ${count(event.planned.length, 'change')} planned …`;
    case 'refinement_refused':
      return `${event.retrying ? 'Trying once more' : 'Not used'}: ${event.diagnosis}`;
    case 'revision_refined':
      return `Revision ${event.revision.number} is written and passed the guard.`;
    default:
      return null;
  }
}

function describeFailure(title: string, reason: string, told: Set<string>): string {
  if (told.has(reason)) return `${title} could not finish either.`;
  told.add(reason);
  return `${title} could not finish: ${reason}`;
}
