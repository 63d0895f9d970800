import { setTimeout as pause } from 'node:timers/promises';
import { limitEntries } from '@svc/kernel';
import type { Trust } from '@svc/trust';
import { LRUCache } from 'lru-cache';
import { toApiKey, type ApiKey, type KeyRow } from './key';

export type FindKeys = (
  hashes: readonly string[],
  at: Date,
) => Promise<ReadonlyMap<string, KeyRow>>;

export interface KeyCache {
  /** Null for an unknown key; undefined if the database has to be queried. */
  findCached(hash: string): ApiKey | null | undefined;
  wasFoundBefore(hash: string): boolean;
  find(hash: string): Promise<ApiKey | null>;
  /** Shares one query a second with all such look-ups. */
  findDelayed(hash: string): Promise<ApiKey | null>;
  forget(): void;
}

const MAX_KEYS = 50_000;
/** Bounds how long a change goes unnoticed if its gateway dies, or loses the reply to its COMMIT. */
const MAX_AGE_MS = 60_000;
/** Under load, the cache sets a timer this often; its default of 1 ms costs a twelfth of a request. */
const AGE_RESOLUTION_MS = 1_000;
const MAX_MISSES = 10_000;
const DELAYED_QUERY_MS = 1_000;

type Found = ReadonlyMap<string, ApiKey>;

interface Batch {
  readonly hashes: Set<string>;
  readonly found: Promise<Found>;
}

export interface KeyCacheSettings {
  readonly findKeys: FindKeys;
  readonly trust: Trust;
  readonly now: () => Date;
  readonly mayUseCachedKeys?: () => boolean;
}

/**
 * Remembers live keys until `forget`, for at most a minute. A look-up during a change is
 * repeated, or it could bring back a revoked key.
 */
export function createKeyCache({
  findKeys,
  trust,
  now,
  mayUseCachedKeys = () => true,
}: KeyCacheSettings): KeyCache {
  const keys = new LRUCache<string, ApiKey>({
    ...limitEntries(MAX_KEYS),
    ttl: MAX_AGE_MS - AGE_RESOLUTION_MS,
    ttlResolution: AGE_RESOLUTION_MS,
  });
  // Survives `forget`, so that known keys are not limited like guesses.
  const foundBefore = new LRUCache<string, true>(limitEntries(MAX_KEYS));
  // A cache of its own, so that a flood of guesses evicts no key.
  const misses = new LRUCache<string, true>(limitEntries(MAX_MISSES));
  const lookUps = new Map<string, Promise<ApiKey | null>>();
  let changes = 0;
  let batch: Batch | undefined;
  let lastBatch: Promise<unknown> = Promise.resolve();
  let delayed: Batch | undefined;
  let delayedAtMs = 0;

  async function lookUp(hashes: readonly string[]): Promise<Found> {
    for (;;) {
      const before = changes;
      const rows = await findKeys(hashes, now());
      if (before !== changes) continue;
      const found = new Map<string, ApiKey>();
      for (const hash of hashes) {
        const row = rows.get(hash);
        if (!row) {
          misses.set(hash, true);
          foundBefore.delete(hash);
          continue;
        }
        const key = toApiKey(row, trust);
        found.set(hash, key);
        keys.set(hash, key);
        foundBefore.set(hash, true);
      }
      return found;
    }
  }

  function createBatch(start: Promise<unknown>, onStart: () => void): Batch {
    const hashes = new Set<string>();
    const found = start.then(() => {
      onStart();
      return lookUp([...hashes]);
    });
    return { hashes, found };
  }
  /** Begins when the query under way ends. */
  function startBatch(): Batch {
    const started = createBatch(lastBatch, () => (batch = undefined));
    lastBatch = started.found.catch(() => undefined);
    return started;
  }
  function startDelayedBatch(): Batch {
    delayedAtMs = Math.max(delayedAtMs + DELAYED_QUERY_MS, performance.now());
    return createBatch(pause(delayedAtMs - performance.now()), () => (delayed = undefined));
  }
  async function findIn({ hashes, found }: Batch, hash: string): Promise<ApiKey | null> {
    hashes.add(hash);
    return (await found).get(hash) ?? null;
  }

  return {
    findCached(hash) {
      // Keys are random, so a miss stays a miss.
      if (misses.has(hash)) return null;
      const key = mayUseCachedKeys() ? keys.get(hash) : undefined;
      return key?.expiresAt && key.expiresAt <= now() ? undefined : key;
    },
    wasFoundBefore: (hash) => foundBefore.has(hash),
    find(hash) {
      if (!mayUseCachedKeys()) return findIn((batch ??= startBatch()), hash);
      let pending = lookUps.get(hash);
      if (!pending) {
        pending = lookUp([hash])
          .then((found) => found.get(hash) ?? null)
          .finally(() => lookUps.delete(hash));
        lookUps.set(hash, pending);
      }
      return pending;
    },
    findDelayed(hash) {
      const pending = mayUseCachedKeys() ? lookUps.get(hash) : undefined;
      return pending ?? findIn((delayed ??= startDelayedBatch()), hash);
    },
    forget() {
      changes += 1;
      keys.clear();
      misses.clear();
    },
  };
}
