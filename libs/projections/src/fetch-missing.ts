import type { Caller } from '@svc/contracts';
import { gather, type Run } from '@svc/database';
import type { Projection } from './projection';

/** Ids of records that there is no copy of, by what is copied. */
export type Missing<Name extends string> = Readonly<Partial<Record<Name, readonly number[]>>>;

export type FetchMissing<Name extends string> = (
  missing: Missing<Name>,
  caller: Caller,
) => Promise<void>;

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
    await Promise.all(needed.map(([name, fetch]) => fetch({ ids: idsOf(name), caller })));
  };
}

const fetchBatched = (run: Run, projection: Projection) =>
  gather<Asked, void>(
    async (asked) => {
      const [first] = asked;
      const ids = new Set(asked.flatMap((each) => each.ids));
      if (first) await projection.fetch(run, [...ids], first.caller);
      return [];
    },
    { groupOf: ({ caller }) => caller },
  );
