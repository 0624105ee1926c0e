import type { Context } from 'hono';
import { pageAddress } from './addresses.ts';
import { type MessageView, viewOf } from './message-view.ts';
import type { Outcome } from './outcome.ts';

/** What came of a wish, as the HTTP interface tells it. */
export type OutcomeView =
  | {
      readonly outcome: 'accepted';
      readonly runId: string;
      /** The message at the head of the thread where the review appears, and its page. */
      readonly threadId: string;
      readonly page: string;
      readonly privateTo?: string;
    }
  | { readonly outcome: 'waiting'; readonly threadId: string; readonly page: string }
  | { readonly outcome: 'note'; readonly note: MessageView; readonly isRefusal: boolean }
  | { readonly outcome: 'form'; readonly formId: string }
  | { readonly outcome: 'page'; readonly page: string }
  | { readonly outcome: 'nothing' };

/** Answers 202 for what has not begun yet. */
export function answerWish(context: Context, outcome: Outcome): Response {
  return context.json(outcomeView(outcome), outcome.type === 'waiting' ? 202 : 200);
}

/** Turns an outcome into what the HTTP interface tells. */
export function outcomeView(outcome: Outcome): OutcomeView {
  switch (outcome.type) {
    case 'accepted': {
      const { channel, root, id, privateTo } = outcome.head;
      return {
        outcome: 'accepted',
        runId: outcome.runId,
        threadId: root ?? id,
        page: pageAddress(channel, root ?? id),
        ...(privateTo === null ? {} : { privateTo }),
      };
    }
    case 'waiting': {
      const { channel, root, id } = outcome.head;
      return { outcome: 'waiting', threadId: root ?? id, page: pageAddress(channel, root ?? id) };
    }
    case 'note':
      return { outcome: 'note', note: viewOf(outcome.note), isRefusal: outcome.isRefusal };
    case 'form':
      return { outcome: 'form', formId: outcome.formId };
    case 'page':
      return { outcome: 'page', page: outcome.page };
    case 'nothing':
      return { outcome: 'nothing' };
  }
}
