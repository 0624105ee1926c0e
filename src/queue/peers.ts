/*
 * What processes that share runs tell each other: a wish to stop reaches the process that works on the run,
 * wherever the button was pressed, and what is shown live is shown in every process.
 */
import { randomUUID } from 'node:crypto';
import type { RunsUnderWay } from '../review/runs-under-way.ts';
import type { Signals } from '../store/postgres-signals.ts';

/** Who works on a run answers within this time, or nobody does. */
const ANSWER_MS = 400;

type Told = Parameters<RunsUnderWay['tell']>[1];
type Reason = Parameters<RunsUnderWay['stop']>[1];

interface Question {
  readonly id: string;
  readonly runId: string;
  readonly stop?: Reason;
  readonly tell?: Told;
}

/** Lets this process stop runs of others and tell them remarks, and lets others do so with the runs of this one. */
export function shareRuns(
  local: RunsUnderWay,
  signals: Signals,
  reportError: (error: unknown) => void,
): RunsUnderWay {
  const asked = new Map<string, () => void>();
  signals.hear('ask', (payload) => {
    if (payload === null) return;
    const question = JSON.parse(payload) as Question;
    if (asked.has(question.id) || !carryOut(local, question)) return;
    signals.send('answer', question.id).catch(reportError);
  });
  signals.hear('answer', (id) => {
    if (id !== null) asked.get(id)?.();
  });

  const ask = (question: Omit<Question, 'id'>) =>
    new Promise<boolean>((resolve) => {
      const id = randomUUID();
      const settle = (answer: boolean) => {
        clearTimeout(patience);
        asked.delete(id);
        resolve(answer);
      };
      const patience = setTimeout(() => settle(false), ANSWER_MS);
      asked.set(id, () => settle(true));
      signals.send('ask', JSON.stringify({ ...question, id })).catch((error: unknown) => {
        reportError(error);
        settle(false);
      });
    });

  return {
    ...local,
    stopAnywhere: async (runId, stop) => local.stop(runId, stop) || ask({ runId, stop }),
    tellAnywhere: async (runId, tell) => local.tell(runId, tell) || ask({ runId, tell }),
  };
}

function carryOut(local: RunsUnderWay, { runId, stop, tell }: Question): boolean {
  if (stop !== undefined) return local.stop(runId, stop);
  return tell !== undefined && local.tell(runId, tell);
}

/** A wire to the other processes for what is shown live; one's own words do not come back. */
export function createWire(signals: Signals, reportError: (error: unknown) => void) {
  const self = randomUUID();
  return {
    tell(payload: string): void {
      signals.send('live', `${self} ${payload}`).catch(reportError);
    },
    hear(listener: (payload: string) => void): void {
      signals.hear('live', (text) => {
        if (text !== null && !text.startsWith(self)) listener(text.slice(self.length + 1));
      });
    },
  };
}
