import { setTimeout as pause } from 'node:timers/promises';
import { limitEntries } from '@svc/kernel';
import type { Trust } from '@svc/trust';
import { LRUCache } from 'lru-cache';
import { toApiKey, type ApiKey, type KeyRow } from './key';

export type FindKeys = (hashes: readonly string[]) => Promise<ReadonlyMap<string, KeyRow>>;

export interface KeyCache {
  /** Null for an unknown key; undefined if the database has to be queried. */
  remembered(hash: string): ApiKey | null | undefined;
  wasFoundBefore(hash: string): boolean;
  find(hash: string): Promise<ApiKey | null>;
  /** Shares one query a second with all such look-ups. */
  findDelayed(hash: string): Promise<ApiKey | null>;
  forget(): void;
}

const MAX_KEYS = 50_000;
/** Bounds how long a change is missed whose gateway died, or lost the reply to its COMMIT. */
const MAX_AGE_MS = 60_000;
const MAX_MISSES = 10_000;
const DELAYED_QUERY_MS = 1_000;

type Found = ReadonlyMap<string, ApiKey>;

/**
 * Remembers live keys until `forget`, for at most a minute. A look-up during a change is
 * repeated, or it could bring back a revoked key.
 */
export function createKeyCache(
  findKeys: FindKeys,
  trust: Trust,
  mayRemember: () => boolean = () => true,
): KeyCache {
  const keys = new LRUCache<string, ApiKey>({ ...limitEntries(MAX_KEYS), ttl: MAX_AGE_MS });
  const foundBefore = new LRUCache<string, true>(limitEntries(MAX_KEYS));
  // In its own cache, a flood of guesses pushes out no key.
  const misses = new LRUCache<string, true>(limitEntries(MAX_MISSES));
  const lookUps = new Map<string, Promise<ApiKey | null>>();
  let later: { readonly hashes: Set<string>; readonly found: Promise<Found> } | undefined;
  let laterAtMs = 0;
  let changes = 0;
  let batch: { readonly hashes: Set<string>; readonly found: Promise<Found> } | undefined;
  let lastBatch: Promise<unknown> = Promise.resolve();

  async function lookUp(hashes: readonly string[]): Promise<Found> {
    for (;;) {
      const before = changes;
      const rows = await findKeys(hashes);
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

  function startDelayedBatch() {
    const hashes = new Set<string>();
    laterAtMs = Math.max(laterAtMs + DELAYED_QUERY_MS, performance.now());
    const found = pause(laterAtMs - performance.now()).then(() => {
      later = undefined;
      return lookUp([...hashes]);
    });
    return { hashes, found };
  }

  function startBatch(): { readonly hashes: Set<string>; readonly found: Promise<Found> } {
    const hashes = new Set<string>();
    const found = lastBatch.then(() => {
      batch = undefined;
      return lookUp([...hashes]);
    });
    lastBatch = found.catch(() => undefined);
    return { hashes, found };
  }
  async function findUnremembered(hash: string): Promise<ApiKey | null> {
    batch ??= startBatch();
    batch.hashes.add(hash);
    return (await batch.found).get(hash) ?? null;
  }

  return {
    remembered(hash) {
      // Keys are random, so a miss stays a miss.
      if (misses.has(hash)) return null;
      return mayRemember() ? keys.get(hash) : undefined;
    },
    wasFoundBefore: (hash) => foundBefore.has(hash),
    find(hash) {
      if (!mayRemember()) return findUnremembered(hash);
      let pending = lookUps.get(hash);
      if (!pending) {
        pending = lookUp([hash])
          .then((found) => found.get(hash) ?? null)
          .finally(() => lookUps.delete(hash));
        lookUps.set(hash, pending);
      }
      return pending;
    },
    async findDelayed(hash) {
      const pending = mayRemember() ? lookUps.get(hash) : undefined;
      if (pending) return pending;
      later ??= startDelayedBatch();
      later.hashes.add(hash);
      return (await later.found).get(hash) ?? null;
    },
    forget() {
      changes += 1;
      keys.clear();
      misses.clear();
    },
  };
}
