import {
  DomainError,
  parseQuery,
  resolveOperation,
  splitTarget,
  type Collection,
  type Operation,
} from '@svc/contracts';
import { findCollection } from '../admission/find-collection';
import type { LoggedRequest } from './logged-request';

interface CalledOperation {
  readonly collection: Collection;
  readonly operation: Operation;
}

/** Undefined if the request named no operation, or only with a secret in its address. */
export function findCalledOperation({
  method,
  address,
}: Pick<LoggedRequest, 'method' | 'address'>): CalledOperation | undefined {
  try {
    const { path, query } = splitTarget(address);
    const collection = findCollection(path);
    return { collection, operation: resolveOperation(collection, method, parseQuery(query)) };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
