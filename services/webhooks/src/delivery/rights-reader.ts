import { KEY_RIGHTS, type Caller, type KeyRights } from '@svc/contracts';
import { batchQueries } from '@svc/database';
import type { ServiceClient } from '@svc/http';
import type { Logger } from '@svc/logging';
import { newUlid } from '@svc/outbox';
import { LRUCache } from 'lru-cache';

export interface RightsReader {
  /** At most two seconds old; null for a revoked key. Rejects when the gateway does not respond. */
  findRights(keyId: number): Promise<KeyRights | null>;
  /** False for two seconds after a failed request. */
  isReachable(): boolean;
}

/** Also how long after the revocation of a key requests to its subscriptions may still begin. */
const MAX_AGE_MS = 2_000;
const RETRY_AFTER_MS = 2_000;
const MAX_REMEMBERED_KEYS = 10_000;

export function createRightsReader(
  gateway: Pick<ServiceClient, 'read'>,
  log: Logger,
): RightsReader {
  let isAway = false;
  let retryAtMs = -Infinity;

  const requestRights = batchQueries<number, DatedRights>(async (keyIds) => {
    const requestedAtMs = performance.now();
    try {
      const ids = [...new Set(keyIds)].join();
      const read = await gateway.read<KeyRights[]>(`${KEY_RIGHTS}?ids=${ids}`, createCaller());
      if (!read) throw new Error(`The gateway has no ${KEY_RIGHTS}.`);
      const found = new Map(read.map((rights) => [rights.key_id, rights]));
      if (isAway) log.info('key rights can be read again; sending to subscriptions');
      isAway = false;
      return keyIds.map((keyId) => ({ requestedAtMs, rights: found.get(keyId) ?? null }));
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'could not read key rights; subscriptions wait');
      isAway = true;
      retryAtMs = performance.now() + RETRY_AFTER_MS;
      throw error;
    }
  });

  const cache = new LRUCache<number, DatedRights>({
    max: MAX_REMEMBERED_KEYS,
    ttl: MAX_AGE_MS,
    async fetchMethod(keyId, _before, { options }) {
      const rights = await requestRights(keyId);
      // Counted from the request, because the gateway read the rights after it.
      options.ttl = Math.max(1, rights.requestedAtMs + MAX_AGE_MS - performance.now());
      return rights;
    },
  });

  return {
    async findRights(keyId) {
      const dated = await cache.fetch(keyId);
      if (!dated) throw new Error(`The rights of key ${keyId} were not read.`);
      return dated.rights;
    },
    isReachable: () => performance.now() >= retryAtMs,
  };
}

interface DatedRights {
  readonly requestedAtMs: number;
  readonly rights: KeyRights | null;
}

const createCaller = (): Caller => ({
  reach: 'internal',
  companyId: 0,
  zone: 'UTC',
  country: '',
  actor: 'scheduled',
  scopes: [],
  requestId: newUlid(),
});
