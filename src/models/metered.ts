import type { CallWords, Meter, MeteredCall } from '../loop/metered-call.ts';
import { type Usage, usageOf } from '../loop/usage.ts';
import type { Model } from './model.ts';

/** The same model, with every question told to the meter, also those that failed. */
export function meterModel(model: Model, meter: Meter, now: () => number): Model {
  return {
    name: model.name,
    windowTokens: () => model.windowTokens?.() ?? null,
    async complete(request) {
      const startedAt = now();
      const { stable, round } = request.prompt;
      const tell = (usage: Usage, outcome: MeteredCall['outcome'], answer: CallWords['answer']) =>
        meter(
          {
            purpose: request.purpose,
            model: model.name,
            usage,
            durationMs: Math.max(0, Math.round(now() - startedAt)),
            outcome,
          },
          { prompt: `${stable}\n\n${round}`, answer },
        );
      try {
        const reply = await model.complete(request);
        await tell(reply.usage, 'answered', JSON.stringify(reply.value));
        return reply;
      } catch (error) {
        await tell(usageOf(error), 'failed', null);
        throw error;
      }
    },
  };
}
