import {
  FRESH_PACE,
  isBackingOff,
  advancePace,
  shouldRetryFirst,
  countFreeSlots,
  type EndpointPace,
} from '../domain/endpoint-pace';

export interface Paces {
  countFreeSlots(endpointId: number, openRequests: number): number;
  shouldRetryFirst(endpointId: number): boolean;
  markClaimed(endpointId: number, isRetry: boolean): void;
  markEnded(endpointId: number, hasWorked: boolean): void;
  countBackingOff(): number;
}

const MAX_REMEMBERED = 10_000;

export function createPaces(backOffMs: number, now: () => Date): Paces {
  /** Least recently attempted first. */
  const paces = new Map<number, EndpointPace>();
  const getPace = (endpointId: number): EndpointPace => paces.get(endpointId) ?? FRESH_PACE;
  const nowMs = (): number => now().getTime();
  return {
    countFreeSlots: (endpointId, openRequests) =>
      countFreeSlots(getPace(endpointId), openRequests, nowMs()),
    shouldRetryFirst: (endpointId) => shouldRetryFirst(getPace(endpointId)),
    markClaimed(endpointId, isRetry) {
      const pace = getPace(endpointId);
      if (pace.lastWasRetry !== isRetry) paces.set(endpointId, { ...pace, lastWasRetry: isRetry });
    },
    markEnded(endpointId, hasWorked) {
      const before = getPace(endpointId);
      paces.delete(endpointId);
      paces.set(endpointId, advancePace(before, hasWorked, { nowMs: nowMs(), backOffMs }));
      const [oldest] = paces.keys();
      if (paces.size > MAX_REMEMBERED && oldest !== undefined) paces.delete(oldest);
    },
    countBackingOff: () => [...paces.values()].filter((pace) => isBackingOff(pace, nowMs())).length,
  };
}
