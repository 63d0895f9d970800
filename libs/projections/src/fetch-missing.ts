import type { Caller } from '@svc/contracts';
import { gather, type Run } from '@svc/database';
import type { Projection } from './projection';

/** Ids of records that there is no copy of, by what is copied. */
export type Missing<Name extends string> = Readonly<Partial<Record<Name, readonly number[]>>>;

/** Answers whether there may be copies now that there were not: not where no owner has any of them. */
export type FetchMissing<Name extends string> = (
  missing: Missing<Name>,
  caller: Caller,
) => Promise<boolean>;

interface Asked {
  readonly ids: readonly number[];
  readonly caller: Caller;
}

/**
 * Asks owners for copies that are missing and keeps them. What one call misses at the same moment, as
 * the entries of a batch do, is asked of each owner in one read.
 */
export function fetchMissingOn<Name extends string>(
  run: Run,
  projections: Readonly<Record<Name, Projection>>,
): FetchMissing<Name> {
  const names = Object.keys(projections) as Name[];
  const fetches = names.map((name) => [name, fetchBatched(run, projections[name])] as const);
  return async (missing, caller) => {
    const idsOf = (name: Name): readonly number[] => missing[name] ?? [];
    const needed = fetches.filter(([name]) => idsOf(name).length > 0);
    const fetched = needed.map(([name, fetch]) => fetch({ ids: idsOf(name), caller }));
    return (await Promise.all(fetched)).includes(true);
  };
}

const fetchBatched = (run: Run, projection: Projection) =>
  gather<Asked, boolean>(
    async (asked) => {
      const [first] = asked;
      if (!first) return [];
      const { caller } = first;
      const wanted = new Set<number>();
      for (const { ids } of asked) {
        for (const id of notAbsent(ids, projection, caller)) wanted.add(id);
      }
      const found = wanted.size > 0 ? await projection.fetch(run, [...wanted], caller) : [];
      for (const id of found) wanted.delete(id);
      noteAbsent(wanted, projection, caller);
      return asked.map(() => found.length > 0);
    },
    { groupOf: ({ caller }) => caller },
  );

/**
 * What an owner did not have, by the call for which it was asked: the operations of a bulk, of which each may
 * have a transaction of its own, ask for it once. A dry run loses its copies, and asks for them again.
 */
const absentByCaller = new WeakMap<Caller, Map<string, Set<number>>>();

/** Those of these ids that no owner was found not to have, by the same call. */
export function notAbsent(
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
  // Most calls ask once: their thousands of ids are not put from one set into another.
  if (!absent) byProjection.set(projection.name, ids);
  else for (const id of ids) absent.add(id);
}
