/** How fast one sending process sends to an endpoint: how many requests at once, and whether any for now. */
export interface EndpointPace {
  /** Requests that the endpoint may get at once. */
  readonly cap: number;
  readonly consecutiveFailures: number;
  /** While its breaker is open: until when the endpoint is paused. */
  readonly pausedUntil: number | null;
  /** Whether the last delivery taken for it was a retry. */
  readonly tookRetry: boolean;
}

const MIN_CAP = 1;
const FIRST_CAP = 4;
export const MAX_CAP = 16;
const FAILURES_TO_PAUSE = 5;

export const FRESH_PACE: EndpointPace = {
  cap: FIRST_CAP,
  consecutiveFailures: 0,
  pausedUntil: null,
  tookRetry: true,
};

/** One more at a time after each success, half as many after a failure. */
export function paceAfter(
  { cap, consecutiveFailures, tookRetry }: EndpointPace,
  hasWorked: boolean,
  { nowMs, pauseMs }: { readonly nowMs: number; readonly pauseMs: number },
): EndpointPace {
  if (hasWorked) {
    const more = Math.min(cap + 1, MAX_CAP);
    return { cap: more, consecutiveFailures: 0, pausedUntil: null, tookRetry };
  }
  const failures = consecutiveFailures + 1;
  return {
    cap: Math.max(Math.floor(cap / 2), MIN_CAP),
    consecutiveFailures: failures,
    pausedUntil: failures >= FAILURES_TO_PAUSE ? nowMs + pauseMs : null,
    tookRetry,
  };
}

/**
 * First attempts and retries take turns. An endpoint that fails gets its retries first, so that its
 * oldest deliveries are finished, and their failure is reported, however many new ones there are.
 */
export const retriesFirst = ({ consecutiveFailures, tookRetry }: EndpointPace): boolean =>
  consecutiveFailures >= FAILURES_TO_PAUSE || !tookRetry;

/** How many more requests the endpoint may get now; when its pause ends, a single one tries it again. */
export function freeSlotsOf(
  { cap, consecutiveFailures, pausedUntil }: EndpointPace,
  inFlight: number,
  nowMs: number,
): number {
  if (pausedUntil !== null && nowMs < pausedUntil) return 0;
  const limit = consecutiveFailures >= FAILURES_TO_PAUSE ? MIN_CAP : cap;
  return Math.max(limit - inFlight, 0);
}

export const isPaused = ({ pausedUntil }: EndpointPace, nowMs: number): boolean =>
  pausedUntil !== null && nowMs < pausedUntil;
