/**
 * An endpoint's pace in one process:
 *
 *     sending → paused   after the fifth failure in a row
 *     paused  → probing  when the pause has ended
 *     probing → sending  the single request succeeded
 *             | paused   it failed
 */
export interface EndpointPace {
  readonly cap: number;
  readonly consecutiveFailures: number;
  readonly pausedUntil: number | null;
  /** Whether the delivery taken last was a retry. */
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

/** Each success adds one request, each failure halves them. */
export function advancePace(
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
 * A failing endpoint gets retries first, so that its oldest deliveries end and are reported.
 * Otherwise, retries and first attempts alternate.
 */
export const shouldRetryFirst = ({ consecutiveFailures, tookRetry }: EndpointPace): boolean =>
  consecutiveFailures >= FAILURES_TO_PAUSE || !tookRetry;

export function countFreeSlots(
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
