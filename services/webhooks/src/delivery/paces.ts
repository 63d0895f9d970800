import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
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
  const paces = new LRUCache<number, EndpointPace>(limitEntries(MAX_REMEMBERED));
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
      const pace = advancePace(getPace(endpointId), hasWorked, { nowMs: nowMs(), backOffMs });
      paces.set(endpointId, pace);
    },
    countBackingOff: () => [...paces.values()].filter((pace) => isBackingOff(pace, nowMs())).length,
  };
}
