import type { ReviewRequest } from './reviews.ts';

/** A request that was answered and has not begun its ordinary way. */
export interface WaitingRequest {
  readonly id: number;
  readonly request: ReviewRequest;
}

/** Keeps requests where they are safe while the database is held up. */
export interface IntakeStore {
  /** Writes a request down: it is on disk when this returns. What is kept already is not kept twice. */
  keep(request: ReviewRequest): WaitingRequest;
  /** Forgets a request, with its words. */
  remove(id: number): void;
  /** What waits, oldest first. */
  all(): readonly WaitingRequest[];
}
