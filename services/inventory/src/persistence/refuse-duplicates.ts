import type { DomainError } from '@svc/contracts';
import { isUniqueViolation } from '@svc/database';

export async function refuseDuplicates<T>(
  constraint: string,
  refusal: () => DomainError,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error, constraint) ? refusal() : error;
  }
}
