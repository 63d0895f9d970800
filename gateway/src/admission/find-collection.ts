import { COLLECTIONS, DomainError, type Collection } from '@svc/contracts';

const byPath: ReadonlyMap<string, Collection> = new Map(
  COLLECTIONS.map((collection) => [collection.path, collection]),
);

/** The collection at exactly this path, or 404: no other spelling of a path is accepted. */
export function findCollection(path: string): Collection {
  const collection = byPath.get(path);
  if (!collection) throw new DomainError('not_found', 'This path does not exist.');
  return collection;
}
