import { ApiError, NoAnswerError, UnexpectedAnswerError } from './errors';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** Spreads clients that received the same `Retry-After`. */
const SPREAD_MS = 250;

export interface MadeCall {
  readonly method: string;
  /** True if the call names the version that it changes, so a second attempt would be rejected. */
  readonly isConditional: boolean;
}

/**
 * Returns whether a failed call can be repeated safely. 429 is sent before any work is done. After an
 * unknown outcome only reads, POSTs (deduplicated by Idempotency-Key) and PUTs without a version are
 * repeated.
 */
export function canRetry(error: unknown, { method, isConditional }: MadeCall): boolean {
  if (error instanceof ApiError && error.status === 429) return true;
  if (error instanceof ApiError && error.code === 'idempotency_in_progress') return true;
  const isRepeatable =
    method === 'GET' || method === 'POST' || (method === 'PUT' && !isConditional);
  return isRepeatable && isPassing(error);
}

function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  const isAnswer = error instanceof ApiError || error instanceof UnexpectedAnswerError;
  return isAnswer && (error.status >= 500 || error.status === 408);
}

/** Delay before retry `number` (from 0); `random` is between 0 and 1. */
export function calculatePauseMs(error: unknown, number: number, random: number): number {
  const told = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (told !== undefined) return told * 1_000 + random * SPREAD_MS;
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** number);
  return (longest * (1 + random)) / 2;
}
