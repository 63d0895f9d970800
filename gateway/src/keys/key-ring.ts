import type { Trust } from '@svc/trust';
import { LRUCache } from 'lru-cache';
import { keyFrom, type ApiKey, type KeyRow } from './key';

export type FindKey = (hash: string) => Promise<KeyRow | undefined>;

/** The live keys by hash, remembered in the process. */
export interface KeyRing {
  /** What is known without asking the database: a key, null for "no such key", undefined for "unknown". */
  remembered(hash: string): ApiKey | null | undefined;
  /** @throws when the database does not answer: an unknown key is never let in. */
  find(hash: string): Promise<ApiKey | null>;
  /** Forgets whatever could differ after a change of keys or companies. */
  forget(): void;
}

const REMEMBERED_KEYS = 50_000;

/**
 * Keys are changed only through this process, so what it remembers stays true until it says `forget`.
 *
 * A look-up that was under way while something changed is repeated, or it would bring back a key
 * that was revoked in between.
 */
export function keyRing(findKey: FindKey, trust: Trust): KeyRing {
  const keys = new LRUCache<string, { readonly key: ApiKey | null }>({ max: REMEMBERED_KEYS });
  let changes = 0;
  return {
    remembered: (hash) => keys.get(hash)?.key,
    async find(hash) {
      for (;;) {
        const before = changes;
        const row = await findKey(hash);
        if (before !== changes) continue;
        const key = row ? keyFrom(row, trust) : null;
        keys.set(hash, { key });
        return key;
      }
    },
    forget() {
      changes += 1;
      keys.clear();
    },
  };
}
