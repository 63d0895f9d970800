import { ApiError, NoAnswerError, UnexpectedAnswerError } from './errors';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Those who were told the same number of seconds do not all come back in the same moment. */
const SPREAD_MS = 250;

/** How a call was made, as far as it matters for whether it may be made again. */
export interface Made {
  readonly method: string;
  /** It names the version that it changes: once that is done, it would be refused. */
  readonly isConditional: boolean;
}

/**
 * Whether a call that failed in this way may be made again without the risk of doing it twice.
 *
 * 429 is answered before anything is done. Where it is unknown what was done, only reads, a POST
 * (whose Idempotency-Key the API knows) and a PUT that depends on no version are made again: a
 * change of status that had been made would be refused the second time.
 */
export function mayRepeat(error: unknown, { method, isConditional }: Made): boolean {
  if (error instanceof ApiError && error.status === 429) return true;
  if (error instanceof ApiError && error.code === 'idempotency_in_progress') return true;
  const isRepeatable =
    method === 'GET' || method === 'POST' || (method === 'PUT' && !isConditional);
  return isRepeatable && isPassing(error);
}

/** Whether a failure may be over when the call is made again. */
function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  const isAnswer = error instanceof ApiError || error instanceof UnexpectedAnswerError;
  return isAnswer && (error.status >= 500 || error.status === 408);
}

/** How long to wait before repetition `number` (from 0), `random` being between 0 and 1. */
export function pauseMs(error: unknown, number: number, random: number): number {
  const told = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (told !== undefined) return told * 1_000 + random * SPREAD_MS;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** number);
  return (longest * (1 + random)) / 2;
}
