/*
 * Some servers stream although nobody asked them to. What they send in pieces is put together into the
 * answer they would have sent at once; one that breaks off before its end is a failure and no answer.
 */

/** One answer, or the error in its place, from the lines of a stream of events. */
export function joinStream(lines: string): object {
  const events = readEvents(lines);
  const failed = events.find((event) => 'error' in event && isObject(event.error));
  if (failed !== undefined) return failed;
  const whole = events.find(isLastOfResponse);
  if (whole !== undefined && isObject(whole.response)) return whole.response;
  return joinChunks(events);
}

type Event = Readonly<Record<string, unknown>>;

function readEvents(lines: string): Event[] {
  return lines.split(/\r?\n/).flatMap((line) => {
    const data = /^data:\s?(\{.*)$/.exec(line)?.[1];
    const event = data === undefined ? null : parse(data);
    return isObject(event) ? [event] : [];
  });
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // What a broken event would have said shows in the answer's missing end.
    return null;
  }
}

/** The responses form ends with the whole answer. */
function isLastOfResponse({ type }: Event): boolean {
  return typeof type === 'string' && /^response\.(?:completed|incomplete|failed)$/.test(type);
}

function joinChunks(events: readonly Event[]): object {
  const choices = events.flatMap(({ choices: of }) => (Array.isArray(of) ? of.slice(0, 1) : []));
  const deltas = choices.map((choice) => choice?.delta ?? choice?.message);
  const joined = (key: string) =>
    deltas.map((delta) => (typeof delta?.[key] === 'string' ? delta[key] : '')).join('');
  const finish = choices.map((choice) => choice?.finish_reason).findLast((of) => of != null);
  if (finish === undefined) return { error: { code: 502, message: 'the stream ended early' } };
  return {
    choices: [
      {
        finish_reason: finish,
        message: { content: joined('content'), refusal: joined('refusal') },
      },
    ],
    usage: events.findLast(({ usage }) => isObject(usage))?.usage ?? null,
  };
}

function isObject(value: unknown): value is Event {
  return typeof value === 'object' && value !== null;
}
