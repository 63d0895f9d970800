import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/**
 * Keeps deliveries from an endpoint that responded with 410, if they were claimed before that was
 * recorded. Times are from `performance.now()`.
 */
export interface GoneEndpoints {
  add(endpointId: number): void;
  /** Later claims mean that the endpoint was turned on again. */
  markRecorded(endpointId: number): void;
  mayBegin(endpointId: number, claimedAtMs: number): boolean;
}

const MAX_REMEMBERED = 10_000;

export function createGoneEndpoints(): GoneEndpoints {
  const goneUntilMs = new LRUCache<number, number>(limitEntries(MAX_REMEMBERED));
  return {
    add: (endpointId) => void goneUntilMs.set(endpointId, Infinity),
    markRecorded: (endpointId) => void goneUntilMs.set(endpointId, performance.now()),
    mayBegin: (endpointId, claimedAtMs) => claimedAtMs > (goneUntilMs.get(endpointId) ?? -Infinity),
  };
}
