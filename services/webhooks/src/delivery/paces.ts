import {
  FRESH_PACE,
  isPaused,
  advancePace,
  shouldRetryFirst,
  countFreeSlots,
  type EndpointPace,
} from '../domain/endpoint-pace';

export interface Paces {
  freeSlots(endpointId: number, sending: number): number;
  retriesFirst(endpointId: number): boolean;
  took(endpointId: number, isRetry: boolean): void;
  ended(endpointId: number, hasWorked: boolean): void;
  paused(): number;
}

const MAX_REMEMBERED = 10_000;

export function createPaces(pauseMs: number, now: () => Date): Paces {
  /** Least recently attempted first. */
  const paces = new Map<number, EndpointPace>();
  const getPace = (endpointId: number): EndpointPace => paces.get(endpointId) ?? FRESH_PACE;
  const nowMs = (): number => now().getTime();
  return {
    freeSlots: (endpointId, sending) => countFreeSlots(getPace(endpointId), sending, nowMs()),
    retriesFirst: (endpointId) => shouldRetryFirst(getPace(endpointId)),
    took(endpointId, isRetry) {
      const pace = getPace(endpointId);
      if (pace.tookRetry !== isRetry) paces.set(endpointId, { ...pace, tookRetry: isRetry });
    },
    ended(endpointId, hasWorked) {
      const before = getPace(endpointId);
      paces.delete(endpointId);
      paces.set(endpointId, advancePace(before, hasWorked, { nowMs: nowMs(), pauseMs }));
      const [oldest] = paces.keys();
      if (paces.size > MAX_REMEMBERED && oldest !== undefined) paces.delete(oldest);
    },
    paused: () => [...paces.values()].filter((pace) => isPaused(pace, nowMs())).length,
  };
}
