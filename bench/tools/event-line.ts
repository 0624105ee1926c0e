interface Change {
  readonly id: string;
  readonly root: string | null;
  readonly message?: { readonly kind: string };
}

/** A page's open line to the desk. */
export interface EventLine {
  /** Resolves to the time of the next change that fits, on the clock of `performance.now`. */
  next(fits: (change: Change) => boolean): Promise<number>;
  close(): void;
}

/** Opens a line of server-sent events and waits until it stands. */
export async function openEventLine(url: string): Promise<EventLine> {
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  if (response.body === null) throw new Error(`${url} sends nothing`);
  const waiting = new Set<(change: Change, at: number) => void>();
  const opened = Promise.withResolvers<void>();
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) hear(event);
    }
  };
  const hear = (event: string) => {
    if (/^event: hello$/m.test(event)) opened.resolve();
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (data === undefined || !/^event: change$/m.test(event)) return;
    for (const listener of waiting) listener(JSON.parse(data), performance.now());
  };
  read(response.body).catch((error: unknown) => {
    if (!abort.signal.aborted) opened.reject(error);
  });
  await opened.promise;
  return {
    next: (fits) =>
      new Promise((resolve) => {
        const listener = (change: Change, at: number) => {
          if (!fits(change)) return;
          waiting.delete(listener);
          resolve(at);
        };
        waiting.add(listener);
      }),
    close: () => abort.abort(),
  };
}
