import type { Statement } from '@svc/contracts';
import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** A statement that is valid for longer than this is refused, whoever signed it. */
export const LONGEST_LIFE_MS = 60_000;

/** About 20 MB of the largest statements that the gateway makes. */
const REMEMBERED_STATEMENTS = 10_000;

/** The statement in a header, or undefined when it is not valid now. */
export type VerifyStatement = (header: string, nowMs: number) => Statement | undefined;

/**
 * Verifies each header once and remembers the result until the statement expires.
 *
 * One statement comes with many requests, and verifying it costs as much as answering a request.
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
