import type { RunRequest } from './request-store.ts';
import type { StoredRun } from './run-store.ts';
import type { Captured, Source } from './source.ts';

/**
 * The words a run is about: those that came with the request, or what stands at its source now. Null
 * when the source was deleted or may not be read; also null for a brief, which has no words yet.
 */
export async function captureDraft(
  source: Source,
  run: Pick<StoredRun, 'given' | 'requester'>,
  request: Pick<RunRequest, 'source' | 'scope'>,
): Promise<Captured | null> {
  if (run.given !== null) {
    if ('brief' in run.given) return null;
    const { draft, notRead = [], fromFile = false, author = run.requester } = run.given;
    return {
      text: draft,
      author,
      notRead,
      // Words that came with a request are never compared with those of another.
      hash: '',
      fromFile,
      ...(run.given.around ?? { context: [], scope: 'message' }),
    };
  }
  if (request.source === null) return null;
  const captured = await source.read(request.source, request.scope ?? 'message');
  return captured === null ? null : boundContext(captured);
}

/** More of a thread than this is not kept: no prompt has room for it. */
const MOST_CONTEXT_CHARS = 20_000;

/** Keeps the root and the newest messages. */
function boundContext(captured: Captured): Captured {
  const { context, contextLeftOut = 0, scope } = captured;
  const [root, ...rest] = context;
  const first = scope === 'message' && root !== undefined ? [root] : [];
  const others = first.length > 0 ? rest : context;
  const newest: string[] = [];
  let left = MOST_CONTEXT_CHARS - (first[0]?.length ?? 0);
  for (const message of others.toReversed()) {
    left -= message.length;
    if (left < 0) break;
    newest.unshift(message);
  }
  const leftOut = contextLeftOut + others.length - newest.length;
  return {
    ...captured,
    context: [...first, ...newest],
    ...(leftOut === 0 ? {} : { contextLeftOut: leftOut }),
  };
}
