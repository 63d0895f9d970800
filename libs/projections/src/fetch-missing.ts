import type { Caller } from '@svc/contracts';
import { batchQueries, type Run } from '@svc/database';
import type { Projection } from './projection';

export type Missing<Name extends string> = Readonly<Partial<Record<Name, readonly number[]>>>;

/** False if no owner has any of them. */
export type FetchMissing<Name extends string> = (
  missing: Missing<Name>,
  caller: Caller,
) => Promise<boolean>;

interface FetchRequest {
  readonly ids: readonly number[];
  readonly caller: Caller;
}

/** Requests of one caller at one moment share one read per owner. */
export function createFetchMissing<Name extends string>(
  run: Run,
  projections: Readonly<Record<Name, Projection>>,
): FetchMissing<Name> {
  const names = Object.keys(projections) as Name[];
  const fetches = names.map((name) => [name, createFetchBatch(run, projections[name])] as const);
  return async (missing, caller) => {
    const getIds = (name: Name): readonly number[] => missing[name] ?? [];
    const needed = fetches.filter(([name]) => getIds(name).length > 0);
    const fetched = needed.map(([name, fetch]) => fetch({ ids: getIds(name), caller }));
    return (await Promise.all(fetched)).includes(true);
  };
}

const createFetchBatch = (run: Run, projection: Projection) =>
  batchQueries<FetchRequest, boolean>(
    async (requests) => {
      const [first] = requests;
      if (!first) return [];
      const { caller } = first;
      const missingIds = new Set<number>();
      for (const { ids } of requests) {
        for (const id of excludeAbsent(ids, projection, caller)) missingIds.add(id);
      }
      const found = missingIds.size > 0 ? await projection.fetch(run, [...missingIds], caller) : [];
      for (const id of found) missingIds.delete(id);
      noteAbsent(missingIds, projection, caller);
      return requests.map(() => found.length > 0);
    },
    { groupBy: ({ caller }) => caller },
  );

/**
 * Per call, so that the operations of a bulk read missing ids once. Present records are read again, as a dry
 * run loses its copies.
 */
const absentByCaller = new WeakMap<Caller, Map<string, Set<number>>>();

export function excludeAbsent(
  ids: readonly number[],
  projection: Projection,
  caller: Caller,
): readonly number[] {
  const absent = absentByCaller.get(caller)?.get(projection.name);
  return absent ? ids.filter((id) => !absent.has(id)) : ids;
}

function noteAbsent(ids: Set<number>, projection: Projection, caller: Caller): void {
  const byProjection = absentByCaller.get(caller) ?? new Map<string, Set<number>>();
  absentByCaller.set(caller, byProjection);
  const absent = byProjection.get(projection.name);
  // Thousands of ids need not be copied.
  if (!absent) byProjection.set(projection.name, ids);
  else for (const id of ids) absent.add(id);
}
