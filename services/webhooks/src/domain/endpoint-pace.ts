/** How an endpoint is treated by one sender: how much at once, and whether at all for now. */
export interface EndpointPace {
  /** Requests that the endpoint may get at once. */
  readonly cap: number;
  readonly consecutiveFailures: number;
  /** Parked until then: its breaker is open. */
  readonly parkedUntil: number | null;
  /** Whether what was taken for it last was a retry. */
  readonly tookRetry: boolean;
}

const MIN_CAP = 1;
const FIRST_CAP = 4;
const MAX_CAP = 16;
const FAILURES_TO_PARK = 5;
/** Taken ahead for an endpoint that gets as much as any, so that it need not wait for the next claim. */
const READY = 8;
/** Deliveries that are taken for an endpoint and not answered, at most. */
export const MOST_TAKEN = MAX_CAP + READY;

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
 * First attempts and retries take turns. To an endpoint that fails, retries are sent before anything
 * else, so that what it was sent first comes to its end, and tells of it, however much is new.
 */
export const retriesFirst = ({ consecutiveFailures, tookRetry }: EndpointPace): boolean =>
  consecutiveFailures >= FAILURES_TO_PARK || !tookRetry;

/** How many more requests the endpoint may get now; a single one tries a parked endpoint again. */
export function freeSlotsOf(
  { cap, consecutiveFailures, parkedUntil }: EndpointPace,
  inFlight: number,
  nowMs: number,
): number {
  if (parkedUntil !== null && nowMs < parkedUntil) return 0;
  const limit = consecutiveFailures >= FAILURES_TO_PARK ? MIN_CAP : cap;
  return Math.max(limit - inFlight, 0);
}

/** How many more deliveries may be taken for the endpoint. */
export const freeToTake = (pace: EndpointPace, taken: number, nowMs: number): number =>
  freeSlotsOf(pace, pace.cap === MAX_CAP ? taken - READY : taken, nowMs);

export const isParked = ({ parkedUntil }: EndpointPace, nowMs: number): boolean =>
  parkedUntil !== null && nowMs < parkedUntil;
