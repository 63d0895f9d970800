import type { Caller } from '@svc/contracts';
import { gather, type Run } from '@svc/database';
import type { Projection } from './projection';

/** Ids without a local copy, by projection. */
export type Missing<Name extends string> = Readonly<Partial<Record<Name, readonly number[]>>>;

/** Returns false if no owner has any of them. */
export type FetchMissing<Name extends string> = (
  missing: Missing<Name>,
  caller: Caller,
) => Promise<boolean>;

interface Asked {
  readonly ids: readonly number[];
  readonly caller: Caller;
}

/**
 * Copies missing records from their owners. Requests of one caller at one moment, such as the entries of a
 * batch, share one read per owner.
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
 * Ids that owners did not have, per call, so that the operations of a bulk, each with a transaction of its
 * own, read them once. A dry run loses its copies, so present records are read again.
 */
const absentByCaller = new WeakMap<Caller, Map<string, Set<number>>>();

/** Excludes ids that this call already knows to be absent. */
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
  // Most calls read once: thousands of ids need not be copied between sets.
  if (!absent) byProjection.set(projection.name, ids);
  else for (const id of ids) absent.add(id);
}
