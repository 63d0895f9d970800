import type { Statement } from '@svc/contracts';
import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** Longer-lived tokens are rejected, whoever signed them. */
export const LONGEST_LIFE_MS = 60_000;

const REMEMBERED_STATEMENTS = 10_000;

export type VerifyStatement = (header: string, nowMs: number) => Statement | undefined;

/**
 * Verifies each header once and caches the token until it expires: verifying costs as much as answering a
 * request.
 */
export function rememberStatements(
  read: (header: string) => Statement | undefined,
  max = REMEMBERED_STATEMENTS,
): VerifyStatement {
  const verified = new LRUCache<string, Statement>(atMost(max));
  return (header, nowMs) => {
    const known = verified.get(header);
    const statement = known ?? read(header);
    if (!statement) return undefined;
    const leftMs = statement.expiresAtMs - nowMs;
    if (leftMs <= 0 || leftMs > LONGEST_LIFE_MS) {
      if (known) verified.delete(header);
      return undefined;
    }
    if (!known) verified.set(header, statement);
    return statement;
  };
}
