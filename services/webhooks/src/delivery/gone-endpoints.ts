import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/**
 * After an endpoint has responded with 410, holds back deliveries that were claimed before that was
 * recorded. Times are from `performance.now()`.
 */
export interface GoneEndpoints {
  add(endpointId: number): void;
  /** The endpoint is off now: what is claimed later was claimed after it was turned on again. */
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
