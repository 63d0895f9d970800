import {
  FRESH_PACE,
  isPaused,
  paceAfter,
  retriesFirst,
  freeSlotsOf,
  type EndpointPace,
} from '../domain/endpoint-pace';

/** Remembers each endpoint's pace in this process. */
export interface Paces {
  freeSlots(endpointId: number, sending: number): number;
  retriesFirst(endpointId: number): boolean;
  took(endpointId: number, isRetry: boolean): void;
  ended(endpointId: number, hasWorked: boolean): void;
  paused(): number;
}

const REMEMBERED = 10_000;

export function rememberedPaces(pauseMs: number, now: () => Date): Paces {
  /** Least recently attempted first. */
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
