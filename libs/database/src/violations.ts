import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const TRANSACTION_TIMEOUT = '25P04';

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  readDetail(error, 'code') === UNIQUE_VIOLATION && readDetail(error, 'constraint') === constraint;

export const isDeadlock = (error: unknown): boolean =>
  readDetail(error, 'code') === DEADLOCK_DETECTED;

/** An immediate retry would not help. */
export const isTimeout = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, QUERY_CANCELED, TRANSACTION_TIMEOUT].includes(
    String(readDetail(error, 'code')),
  );

export const isLockTimeout = (error: unknown): boolean =>
  readDetail(error, 'code') === LOCK_NOT_AVAILABLE;

function readDetail(error: unknown, name: 'code' | 'constraint'): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
}
