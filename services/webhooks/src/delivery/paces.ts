import {
  FRESH_PACE,
  isPaused,
  advancePace,
  shouldRetryFirst,
  countFreeSlots,
  type EndpointPace,
} from '../domain/endpoint-pace';

export interface Paces {
  countFreeSlots(endpointId: number, sending: number): number;
  shouldRetryFirst(endpointId: number): boolean;
  markTaken(endpointId: number, isRetry: boolean): void;
  markEnded(endpointId: number, hasWorked: boolean): void;
  countPaused(): number;
}

const MAX_REMEMBERED = 10_000;

export function createPaces(pauseMs: number, now: () => Date): Paces {
  /** Least recently attempted first. */
  const paces = new Map<number, EndpointPace>();
  const getPace = (endpointId: number): EndpointPace => paces.get(endpointId) ?? FRESH_PACE;
  const nowMs = (): number => now().getTime();
  return {
    countFreeSlots: (endpointId, sending) => countFreeSlots(getPace(endpointId), sending, nowMs()),
    shouldRetryFirst: (endpointId) => shouldRetryFirst(getPace(endpointId)),
    markTaken(endpointId, isRetry) {
      const pace = getPace(endpointId);
      if (pace.tookRetry !== isRetry) paces.set(endpointId, { ...pace, tookRetry: isRetry });
    },
    markEnded(endpointId, hasWorked) {
      const before = getPace(endpointId);
      paces.delete(endpointId);
      paces.set(endpointId, advancePace(before, hasWorked, { nowMs: nowMs(), pauseMs }));
      const [oldest] = paces.keys();
      if (paces.size > MAX_REMEMBERED && oldest !== undefined) paces.delete(oldest);
    },
    countPaused: () => [...paces.values()].filter((pace) => isPaused(pace, nowMs())).length,
  };
}
