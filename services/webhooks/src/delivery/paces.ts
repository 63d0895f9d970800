import {
  FRESH_PACE,
  isPaused,
  paceAfter,
  retriesFirst,
  freeSlotsOf,
  type EndpointPace,
} from '../domain/endpoint-pace';

/** The pace of each endpoint in this process, by the outcomes of its earlier attempts. */
export interface Paces {
  /** How many more requests an endpoint may get, in addition to those that it is being sent. */
  freeSlots(endpointId: number, sending: number): number;
  /** Whether its retries come before its first attempts. */
  retriesFirst(endpointId: number): boolean;
  /** A delivery was taken for it. */
  took(endpointId: number, isRetry: boolean): void;
  /** An attempt has ended. */
  ended(endpointId: number, hasWorked: boolean): void;
  /** How many endpoints are paused. */
  paused(): number;
}

/** Endpoints that nothing was sent to for long are forgotten. */
const REMEMBERED = 10_000;

/** `pauseMs` is for how long an endpoint is paused while its breaker is open. */
export function rememberedPaces(pauseMs: number, now: () => Date): Paces {
  /** In the order of their last attempts, the oldest first. */
  const paces = new Map<number, EndpointPace>();
  const of = (endpointId: number): EndpointPace => paces.get(endpointId) ?? FRESH_PACE;
  const nowMs = (): number => now().getTime();
  return {
    freeSlots: (endpointId, sending) => freeSlotsOf(of(endpointId), sending, nowMs()),
    retriesFirst: (endpointId) => retriesFirst(of(endpointId)),
    took(endpointId, isRetry) {
      const pace = of(endpointId);
      if (pace.tookRetry !== isRetry) paces.set(endpointId, { ...pace, tookRetry: isRetry });
    },
    ended(endpointId, hasWorked) {
      const before = of(endpointId);
      paces.delete(endpointId);
      paces.set(endpointId, paceAfter(before, hasWorked, { nowMs: nowMs(), pauseMs }));
      const [oldest] = paces.keys();
      if (paces.size > REMEMBERED && oldest !== undefined) paces.delete(oldest);
    },
    paused: () => [...paces.values()].filter((pace) => isPaused(pace, nowMs())).length,
  };
}
