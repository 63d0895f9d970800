import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because of this unique constraint or index. */
export function uniqueViolation(error: unknown, constraint: string): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null) return false;
  return (
    Reflect.get(cause, 'code') === UNIQUE_VIOLATION &&
    Reflect.get(cause, 'constraint') === constraint
  );
}
