import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/**
 * The endpoints whose receivers have answered 410: a delivery that was claimed before the endpoint's stop was
 * recorded does not begin any more. Times are by `performance.now`.
 */
export interface GoneEndpoints {
  /** Notes that a 410 was read. */
  add(endpointId: number): void;
  /** Notes that the stop was recorded: what is claimed from now on is of an endpoint that was turned on again. */
  noteRecorded(endpointId: number): void;
  mayBegin(endpointId: number, claimedAtMs: number): boolean;
}

const MAX_REMEMBERED = 10_000;

export function createGoneEndpoints(): GoneEndpoints {
  const goneUntilMs = new LRUCache<number, number>(atMost(MAX_REMEMBERED));
  return {
    add: (endpointId) => void goneUntilMs.set(endpointId, Infinity),
    noteRecorded: (endpointId) => void goneUntilMs.set(endpointId, performance.now()),
    mayBegin: (endpointId, claimedAtMs) => claimedAtMs > (goneUntilMs.get(endpointId) ?? -Infinity),
  };
}
