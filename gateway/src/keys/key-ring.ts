import { setTimeout as pause } from 'node:timers/promises';
import type { Trust } from '@svc/trust';
import { LRUCache } from 'lru-cache';
import { keyFrom, type ApiKey, type KeyRow } from './key';

/** The live keys among these hashes. */
export type FindKeys = (hashes: readonly string[]) => Promise<ReadonlyMap<string, KeyRow>>;

/** The live keys by hash, remembered in the process. */
export interface KeyRing {
  /** What is known without asking the database: a key, null for "no such key", undefined for "unknown". */
  remembered(hash: string): ApiKey | null | undefined;
  /** @throws when the database does not answer: an unknown key is never let in. */
  find(hash: string): Promise<ApiKey | null>;
  /** As `find`, but asked with all others that came this way within the last second. */
  findLater(hash: string): Promise<ApiKey | null>;
  /** Forgets whatever could differ after a change of keys or companies. */
  forget(): void;
}

const REMEMBERED_KEYS = 50_000;
const REMEMBERED_MISSES = 10_000;
const ASK_LATER_EVERY_MS = 1_000;

type Found = ReadonlyMap<string, ApiKey>;

/**
 * Keys are changed only through this process, so what it remembers stays true until it says `forget`.
 *
 * A look-up that was under way while something changed is repeated, or it would bring back a key
 * that was revoked in between.
 */
export function keyRing(findKeys: FindKeys, trust: Trust): KeyRing {
  const keys = new LRUCache<string, ApiKey>({ max: REMEMBERED_KEYS });
  // Apart from the keys, which a flood of guesses would drive out.
  const misses = new LRUCache<string, true>({ max: REMEMBERED_MISSES });
  const asked = new Map<string, Promise<ApiKey | null>>();
  let later: { readonly hashes: Set<string>; readonly found: Promise<Found> } | undefined;
  let laterAtMs = 0;
  let changes = 0;

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
          continue;
        }
        const key = keyFrom(row, trust);
        found.set(hash, key);
        keys.set(hash, key);
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

  return {
    remembered: (hash) => keys.get(hash) ?? (misses.has(hash) ? null : undefined),
    find(hash) {
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
      const answer = asked.get(hash);
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
