import type { CallerToken } from '@svc/contracts';
import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

const MAX_TOKEN_LIFE_MS = 60_000;

const MAX_CACHED_TOKENS = 10_000;

export type VerifyToken = (header: string, nowMs: number) => CallerToken | undefined;

/**
 * Verifies each header once and caches the token until it expires: verifying costs as much as the rest of a
 * request.
 */
export function cacheTokens(
  read: (header: string) => CallerToken | undefined,
  max = MAX_CACHED_TOKENS,
): VerifyToken {
  const verified = new LRUCache<string, CallerToken>(limitEntries(max));
  return (header, nowMs) => {
    const known = verified.get(header);
    const token = known ?? read(header);
    if (!token) return undefined;
    const leftMs = token.expiresAtMs - nowMs;
    if (leftMs <= 0 || leftMs > MAX_TOKEN_LIFE_MS) {
      if (known) verified.delete(header);
      return undefined;
    }
    if (!known) verified.set(header, token);
    return token;
  };
}
