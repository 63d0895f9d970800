/**
 * An endpoint's pace in one process:
 *
 *     sending     → backing off  after the fifth failure in a row
 *     backing off → probing      when the time has passed
 *     probing     → sending      the single request succeeded
 *                 | backing off  it failed
 */
export interface EndpointPace {
  /** Most requests at the same time. */
  readonly maxConcurrent: number;
  readonly consecutiveFailures: number;
  readonly backOffUntilMs: number | null;
  /** Whether the delivery claimed last was a retry. */
  readonly lastWasRetry: boolean;
}

const MIN_CONCURRENT = 1;
const INITIAL_CONCURRENT = 4;
export const MAX_CONCURRENT_PER_ENDPOINT = 16;
const FAILURES_TO_BACK_OFF = 5;

export const FRESH_PACE: EndpointPace = {
  maxConcurrent: INITIAL_CONCURRENT,
  consecutiveFailures: 0,
  backOffUntilMs: null,
  lastWasRetry: true,
};

/** Each success adds one request, each failure halves them. */
export function advancePace(
  { maxConcurrent, consecutiveFailures, lastWasRetry }: EndpointPace,
  hasWorked: boolean,
  { nowMs, backOffMs }: { readonly nowMs: number; readonly backOffMs: number },
): EndpointPace {
  if (hasWorked) {
    const more = Math.min(maxConcurrent + 1, MAX_CONCURRENT_PER_ENDPOINT);
    return { maxConcurrent: more, consecutiveFailures: 0, backOffUntilMs: null, lastWasRetry };
  }
  const failures = consecutiveFailures + 1;
  return {
    maxConcurrent: Math.max(Math.floor(maxConcurrent / 2), MIN_CONCURRENT),
    consecutiveFailures: failures,
    backOffUntilMs: failures >= FAILURES_TO_BACK_OFF ? nowMs + backOffMs : null,
    lastWasRetry,
  };
}

/**
 * A failing endpoint gets retries first, so that its oldest deliveries end and are reported.
 * Otherwise, retries and first attempts alternate.
 */
export const shouldRetryFirst = ({ consecutiveFailures, lastWasRetry }: EndpointPace): boolean =>
  consecutiveFailures >= FAILURES_TO_BACK_OFF || !lastWasRetry;

export const isBackingOff = ({ backOffUntilMs }: EndpointPace, nowMs: number): boolean =>
  backOffUntilMs !== null && nowMs < backOffUntilMs;

export function countFreeSlots(pace: EndpointPace, openRequests: number, nowMs: number): number {
  if (isBackingOff(pace, nowMs)) return 0;
  const limit =
    pace.consecutiveFailures >= FAILURES_TO_BACK_OFF ? MIN_CONCURRENT : pace.maxConcurrent;
  return Math.max(limit - openRequests, 0);
}
