import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const TRANSACTION_TIMEOUT = '25P04';

export const uniqueViolation = (error: unknown, constraint: string): boolean =>
  detailOf(error, 'code') === UNIQUE_VIOLATION && detailOf(error, 'constraint') === constraint;

export const deadlock = (error: unknown): boolean => detailOf(error, 'code') === DEADLOCK_DETECTED;

/** An immediate retry would not help. */
export const tookTooLong = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, QUERY_CANCELED, TRANSACTION_TIMEOUT].includes(
    String(detailOf(error, 'code')),
  );

export const lockNotAvailable = (error: unknown): boolean =>
  detailOf(error, 'code') === LOCK_NOT_AVAILABLE;

function detailOf(error: unknown, name: 'code' | 'constraint'): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
}
