import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const POOL_BYTES = 4_096;
const pool = new Uint8Array(POOL_BYTES);
let next = POOL_BYTES;

/** Random fractions out of a pool: asking the system for each of sixteen characters is dear. */
const fraction = (): number => {
  if (next === POOL_BYTES) {
    randomFillSync(pool);
    next = 0;
  }
  const byte = pool[next] ?? 0;
  next += 1;
  return byte / 256;
};

const ulid = monotonicFactory(fraction);

/** A new request_id. */
export const newRequestId = (): string => `req_${ulid()}`;
