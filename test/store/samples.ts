import type { Comment } from '../../src/loop/comment.ts';
import type { Critique } from '../../src/loop/critique.ts';
import type { Receipt } from '../../src/loop/receipt.ts';
import { createRevision } from '../../src/loop/revision.ts';
import type { ModelCall } from '../../src/review/call-store.ts';
import { formatRef } from '../../src/review/refs.ts';
import type { ReviewRequest } from '../../src/review/reviews.ts';
import type { NewRun, RunEnd } from '../../src/review/run-store.ts';

/** Stands in every text of the samples, so that a test can look for it. */
export const SECRET = 'zanzibar';

export const DRAFT = `We recieve 12 invoices from ${SECRET} 👩🏽‍🚀, “may” — 発票.\r\n`;

/** A request that came with its words. */
export function reviewRequest(interactionId: string): ReviewRequest {
  return {
    workspace: 'local',
    platform: 'desk',
    channel: 'general',
    trigger: 'command',
    requester: formatRef<'member'>('desk', ['ada']),
    target: { type: 'draft', text: DRAFT, notRead: [] },
    thread: formatRef<'thread'>('desk', ['general']),
    choices: { personas: ['line-editor'] },
    interactionId,
  };
}

export function newRun(overrides: Partial<NewRun> = {}): NewRun {
  return {
    id: '3f6f3b1e-0d0e-4e6f-9a51-6a1f0c2b7d11',
    workspace: 'local',
    platform: 'desk',
    trigger: 'command',
    requester: null,
    status: 'running',
    planVersion: 1,
    options: { preset: 'general', rounds: 1, personas: ['line-editor'] },
    given: { draft: DRAFT },
    createdAt: 1_760_000_000_123,
    ...overrides,
  };
}

export function comment(overrides: Partial<Comment> = {}): Comment {
  return {
    id: '0.line-editor.1',
    fingerprint: `hash of ${SECRET}`,
    source: { persona: 'line-editor' },
    raisedBy: ['line-editor', 'copy-editor'],
    kind: 'rule',
    severity: 'minor',
    anchor: { type: 'quote', sentenceId: 'S1', quote: SECRET, match: 'exact', start: 3, end: 10 },
    problem: `Misspelt before ${SECRET}.`,
    why: `Readers of ${SECRET} stumble.`,
    suggestion: { action: 'replace', text: `receive ${SECRET}`, instruction: `Write ${SECRET}.` },
    status: 'open',
    ...overrides,
  };
}

export function critique(overrides: Partial<Critique> = {}): Critique {
  return {
    persona: 'line-editor',
    personaVersion: '3',
    revision: 1,
    verdict: 'revise',
    checks: [{ id: 'point-first', pass: false }],
    criteria: [{ id: 'clarity', score: 3 }],
    score: 2.75,
    strengths: [{ quote: SECRET, note: `Keep ${SECRET}.` }],
    comments: [comment()],
    rawCommentCount: 4,
    dropped: { generic: 2, unanchored: 1 },
    limits: [`${SECRET} could not be checked.`],
    ...overrides,
  };
}

export function receipt(): Receipt {
  return {
    rounds: 1,
    calls: 3,
    retries: 0,
    inputTokens: 100,
    cachedTokens: 10,
    outputTokens: 20,
    cost: 0.0125,
    durationMs: 42,
    filtered: { generic: 2 },
    facts: { kept: 3, lost: [SECRET], added: [] },
  };
}

export function runEnd(overrides: Partial<RunEnd> = {}): RunEnd {
  return {
    stopReason: 'max_rounds',
    bestRevision: 2,
    receipt: receipt(),
    finishedAt: 1_760_000_004_567,
    ...overrides,
  };
}

export const FIRST_REVISION = createRevision(1, DRAFT, null);
export const SECOND_REVISION = createRevision(2, DRAFT.replace('recieve', 'receive'), 1);

/** One call of a run in the channel `general`. */
export function modelCall(overrides: Partial<ModelCall> = {}): ModelCall {
  return {
    id: 'call-1',
    runId: 'run-1',
    workspace: 'local',
    channel: 'general',
    member: null,
    purpose: 'critique',
    model: 'm',
    requests: 1,
    inputTokens: 1000,
    cachedTokens: 400,
    outputTokens: 50,
    cost: 0.25,
    durationMs: 1200,
    outcome: 'answered',
    at: 1_760_000_000_000,
    ...overrides,
  };
}
