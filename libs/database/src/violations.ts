import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const TRANSACTION_TIMEOUT = '25P04';

/** Whether a write failed because of this unique constraint or index. */
export const uniqueViolation = (error: unknown, constraint: string): boolean =>
  detailOf(error, 'code') === UNIQUE_VIOLATION && detailOf(error, 'constraint') === constraint;

/** Whether PostgreSQL ended the transaction to resolve a deadlock; it may be tried again. */
export const deadlock = (error: unknown): boolean => detailOf(error, 'code') === DEADLOCK_DETECTED;

/** Whether PostgreSQL gave up because of a time-out; trying again at once would not help. */
export const tookTooLong = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, QUERY_CANCELED, TRANSACTION_TIMEOUT].includes(
    String(detailOf(error, 'code')),
  );

/** Whether a statement waited for a lock as long as it may. */
export const lockNotAvailable = (error: unknown): boolean =>
  detailOf(error, 'code') === LOCK_NOT_AVAILABLE;

/** What PostgreSQL says of an error, whether TypeORM or pg raised it. */
function detailOf(error: unknown, name: 'code' | 'constraint'): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
}
