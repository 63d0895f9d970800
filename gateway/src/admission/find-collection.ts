import { COLLECTIONS, DomainError, type Collection } from '@svc/contracts';

const byPath: ReadonlyMap<string, Collection> = new Map(
  COLLECTIONS.map((collection) => [collection.path, collection]),
);

/** The collection at exactly this path, or 404: no other spelling of a path names one. */
export function findCollection(path: string): Collection {
  const collection = byPath.get(path);
  if (!collection) throw new DomainError('not_found', 'This path does not exist.');
  return collection;
}

/** Path and raw query of a request. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

export function splitTarget(url: string): Target {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}
