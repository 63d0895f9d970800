import type { Statement } from '@svc/contracts';
import { LRUCache } from 'lru-cache';

/** No statement is believed further ahead than this, whoever signed it. */
export const LONGEST_LIFE_MS = 60_000;

/** About 20 MB of the largest statements that the gateway makes. */
const REMEMBERED_STATEMENTS = 10_000;

/** What a header says, or undefined when it is not to be believed now. */
export type VerifyStatement = (header: string, nowMs: number) => Statement | undefined;

/**
 * Reads each header once and believes it for as long as it lives.
 *
 * One statement comes with many requests, and to verify it costs as much as to answer one.
 */
export function rememberStatements(
  read: (header: string) => Statement | undefined,
  max = REMEMBERED_STATEMENTS,
): VerifyStatement {
  const verified = new LRUCache<string, Statement>({ max });
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
