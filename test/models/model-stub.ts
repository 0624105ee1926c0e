import type { Model, ModelRequest } from '../../src/models/model.ts';
import { SCRIPTED_USAGE } from '../../src/models/scripted.ts';

export interface Asked {
  readonly purpose: ModelRequest<unknown>['purpose'];
  readonly stable: string;
  readonly round: string;
  readonly maxOutputTokens: number;
  /** What the caller finds wrong with the answer it is about to get. */
  readonly fault: string | null;
}

/** A model that gives one answer after the other, in the form that was asked for; `asked` lists the questions. */
export function createModelStub(
  answers: readonly object[],
): Model & { readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  return {
    name: 'stub',
    asked,
    async complete(request) {
      const value = request.schema.parse(answers[asked.length]);
      const { purpose, prompt, maxOutputTokens, findFault } = request;
      asked.push({ purpose, ...prompt, maxOutputTokens, fault: findFault?.(value) ?? null });
      return { value, usage: SCRIPTED_USAGE, finish: 'stop' };
    },
  };
}
