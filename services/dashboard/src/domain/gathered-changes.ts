import type { LiveChange, ChangedKind } from '../../contract/live';

/** More changed records of a kind are reported as "all of the kind". */
const MOST_NAMED = 20;

/** The id is null when the changed record is unknown. */
export interface Change {
  readonly kind: ChangedKind;
  readonly id: number | null;
}

/** Collects changes until they are taken. */
export interface GatheredChanges {
  add(change: Change): void;
  take(): LiveChange[];
}

export function gatheredChanges(): GatheredChanges {
  const idsOf = new Map<ChangedKind, Set<number> | null>();
  return {
    add({ kind, id }) {
      const ids = idsOf.get(kind);
      if (ids === null) return;
      if (id === null || (ids && ids.size >= MOST_NAMED)) idsOf.set(kind, null);
      else if (ids) ids.add(id);
      else idsOf.set(kind, new Set([id]));
    },
    take() {
      const changes = [...idsOf].map(([kind, ids]) => ({ kind, ids: ids && [...ids] }));
      idsOf.clear();
      return changes;
    },
  };
}
