/** How fast one sending process sends to an endpoint: how many requests at once, and whether any for now. */
export interface EndpointPace {
  /** Requests that the endpoint may get at once. */
  readonly cap: number;
  readonly consecutiveFailures: number;
  /** While its breaker is open: until when the endpoint is parked. */
  readonly parkedUntil: number | null;
  /** Whether the last delivery taken for it was a retry. */
  readonly tookRetry: boolean;
}

const MIN_CAP = 1;
const FIRST_CAP = 4;
export const MAX_CAP = 16;
const FAILURES_TO_PARK = 5;

export const FRESH_PACE: EndpointPace = {
  cap: FIRST_CAP,
  consecutiveFailures: 0,
  parkedUntil: null,
  tookRetry: true,
};

/** One more at a time after each success, half as many after a failure. */
export function paceAfter(
  { cap, consecutiveFailures, tookRetry }: EndpointPace,
  hasWorked: boolean,
  { nowMs, parkMs }: { readonly nowMs: number; readonly parkMs: number },
): EndpointPace {
  if (hasWorked) {
    const more = Math.min(cap + 1, MAX_CAP);
    return { cap: more, consecutiveFailures: 0, parkedUntil: null, tookRetry };
  }
  const failures = consecutiveFailures + 1;
  return {
    cap: Math.max(Math.floor(cap / 2), MIN_CAP),
    consecutiveFailures: failures,
    parkedUntil: failures >= FAILURES_TO_PARK ? nowMs + parkMs : null,
    tookRetry,
  };
}

/**
 * First attempts and retries take turns. An endpoint that fails gets its retries first, so that its
 * oldest deliveries are finished, and their failure is reported, however many new ones there are.
 */
export const retriesFirst = ({ consecutiveFailures, tookRetry }: EndpointPace): boolean =>
  consecutiveFailures >= FAILURES_TO_PARK || !tookRetry;

/** How many more requests the endpoint may get now; when its parking ends, a single one tries it again. */
export function freeSlotsOf(
  { cap, consecutiveFailures, parkedUntil }: EndpointPace,
  inFlight: number,
  nowMs: number,
): number {
  if (parkedUntil !== null && nowMs < parkedUntil) return 0;
  const limit = consecutiveFailures >= FAILURES_TO_PARK ? MIN_CAP : cap;
  return Math.max(limit - inFlight, 0);
}

export const isParked = ({ parkedUntil }: EndpointPace, nowMs: number): boolean =>
  parkedUntil !== null && nowMs < parkedUntil;
