import { setTimeout as pause } from 'node:timers/promises';
import { limitEntries } from '@svc/kernel';
import type { Trust } from '@svc/trust';
import { LRUCache } from 'lru-cache';
import { keyFrom, type ApiKey, type KeyRow } from './key';

/** The live keys among these hashes. */
export type FindKeys = (hashes: readonly string[]) => Promise<ReadonlyMap<string, KeyRow>>;

/** The live keys by hash, remembered in the process. */
export interface KeyCache {
  /** The remembered result: a key, null for "no such key", undefined where the database has to be asked. */
  remembered(hash: string): ApiKey | null | undefined;
  /** Whether there was such a key when it was last looked up: another look-up is then no guess. */
  wasFoundBefore(hash: string): boolean;
  /** @throws when the database does not answer: an unknown key is never admitted. */
  find(hash: string): Promise<ApiKey | null>;
  /** As `find`, but in one query a second for all hashes that were asked for in this way. */
  findLater(hash: string): Promise<ApiKey | null>;
  /** Forgets whatever could differ after a change of keys or companies. */
  forget(): void;
}

const REMEMBERED_KEYS = 50_000;
/** Bounds how long a change is missed that nobody could announce: its gateway died, or the answer to its COMMIT was lost. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_MISSES = 10_000;
const ASK_LATER_EVERY_MS = 1_000;

type Found = ReadonlyMap<string, ApiKey>;

/**
 * Remembered keys are valid until `forget` is called, and for a minute at most. A single gateway makes
 * every change itself; several announce changes to each other. While they cannot, `mayRemember` is false,
 * and the key of every request is looked up.
 *
 * A look-up that was under way while something changed is repeated, or it would bring back a key
 * that was revoked in between.
 */
export function keyCache(
  findKeys: FindKeys,
  trust: Trust,
  mayRemember: () => boolean = () => true,
): KeyCache {
  const keys = new LRUCache<string, ApiKey>({
    ...limitEntries(REMEMBERED_KEYS),
    ttl: REMEMBERED_MS,
  });
  const foundBefore = new LRUCache<string, true>(limitEntries(REMEMBERED_KEYS));
  // In a cache of their own: a flood of guesses would push the keys out of a common one.
  const misses = new LRUCache<string, true>(limitEntries(REMEMBERED_MISSES));
  const asked = new Map<string, Promise<ApiKey | null>>();
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
        const key = keyFrom(row, trust);
        found.set(hash, key);
        keys.set(hash, key);
        foundBefore.set(hash, true);
      }
      return found;
    }
  }

  function askLater() {
    const hashes = new Set<string>();
    laterAtMs = Math.max(laterAtMs + ASK_LATER_EVERY_MS, performance.now());
    const found = pause(laterAtMs - performance.now()).then(() => {
      later = undefined;
      return lookUp([...hashes]);
    });
    return { hashes, found };
  }

  /** One query at a time; hashes that arrive while it runs are looked up by the next one. */
  function nextBatch(): { readonly hashes: Set<string>; readonly found: Promise<Found> } {
    const hashes = new Set<string>();
    const found = lastBatch.then(() => {
      batch = undefined;
      return lookUp([...hashes]);
    });
    lastBatch = found.catch(() => undefined);
    return { hashes, found };
  }
  async function findUnremembered(hash: string): Promise<ApiKey | null> {
    batch ??= nextBatch();
    batch.hashes.add(hash);
    return (await batch.found).get(hash) ?? null;
  }

  return {
    remembered(hash) {
      // Keys are random: one that did not exist is never created later, so a miss stays a miss.
      if (misses.has(hash)) return null;
      return mayRemember() ? keys.get(hash) : undefined;
    },
    wasFoundBefore: (hash) => foundBefore.has(hash),
    find(hash) {
      if (!mayRemember()) return findUnremembered(hash);
      let answer = asked.get(hash);
      if (!answer) {
        answer = lookUp([hash])
          .then((found) => found.get(hash) ?? null)
          .finally(() => asked.delete(hash));
        asked.set(hash, answer);
      }
      return answer;
    },
    async findLater(hash) {
      const answer = mayRemember() ? asked.get(hash) : undefined;
      if (answer) return answer;
      later ??= askLater();
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
