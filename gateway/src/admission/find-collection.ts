import { COLLECTIONS, DomainError, type Collection } from '@svc/contracts';

const byPath: ReadonlyMap<string, Collection> = new Map(
  COLLECTIONS.map((collection) => [collection.path, collection]),
);

/** Accepts exactly one spelling of a path. @throws not_found */
export function findCollection(path: string): Collection {
  const collection = byPath.get(path);
  if (!collection) throw new DomainError('not_found', 'This path does not exist.');
  return collection;
}
