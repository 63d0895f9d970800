import { setTimeout as pause } from 'node:timers/promises';
import type { Trust } from '@svc/trust';
import { LRUCache } from 'lru-cache';
import { keyFrom, type ApiKey, type KeyRow } from './key';

/** The live keys among these texts. */
export type FindKeys = (texts: readonly string[]) => Promise<ReadonlyMap<string, KeyRow>>;

/** The live keys by their texts, remembered in the process and nowhere else. */
export interface KeyRing {
  /** What is known without asking the database: a key, null for "no such key", undefined for "unknown". */
  remembered(text: string): ApiKey | null | undefined;
  /** @throws when the database does not answer: an unknown key is never let in. */
  find(text: string): Promise<ApiKey | null>;
  /** As `find`, but asked with all others that came this way within the last second. */
  findLater(text: string): Promise<ApiKey | null>;
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
  let later: { readonly texts: Set<string>; readonly found: Promise<Found> } | undefined;
  let laterAtMs = 0;
  let changes = 0;

  async function lookUp(texts: readonly string[]): Promise<Found> {
    for (;;) {
      const before = changes;
      const rows = await findKeys(texts);
      if (before !== changes) continue;
      const found = new Map<string, ApiKey>();
      for (const text of texts) {
        const row = rows.get(text);
        if (!row) {
          misses.set(text, true);
          continue;
        }
        const key = keyFrom(row, trust);
        found.set(text, key);
        keys.set(text, key);
      }
      return found;
    }
  }

  function askLater() {
    const texts = new Set<string>();
    laterAtMs = Math.max(laterAtMs + ASK_LATER_EVERY_MS, performance.now());
    const found = pause(laterAtMs - performance.now()).then(() => {
      later = undefined;
      return lookUp([...texts]);
    });
    return { texts, found };
  }

  return {
    remembered: (text) => keys.get(text) ?? (misses.has(text) ? null : undefined),
    find(text) {
      let answer = asked.get(text);
      if (!answer) {
        answer = lookUp([text])
          .then((found) => found.get(text) ?? null)
          .finally(() => asked.delete(text));
        asked.set(text, answer);
      }
      return answer;
    },
    async findLater(text) {
      const answer = asked.get(text);
      if (answer) return answer;
      later ??= askLater();
      later.texts.add(text);
      return (await later.found).get(text) ?? null;
    },
    forget() {
      changes += 1;
      keys.clear();
      misses.clear();
    },
  };
}
