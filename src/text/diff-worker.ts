import { parentPort } from 'node:worker_threads';
import { diffWords } from './word-diff.ts';

/** What the worker is sent; it answers with the parts, or dies. */
export interface DiffRequest {
  readonly before: string;
  readonly after: string;
}

parentPort?.on('message', ({ before, after }: DiffRequest) => {
  parentPort?.postMessage(diffWords(before, after));
});
