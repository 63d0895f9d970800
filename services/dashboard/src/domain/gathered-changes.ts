import type { ChangeAnswer, ChangedKind } from '../../contract/live';

/** The records of a kind that are named one by one; more of them are all of the kind. */
const MOST_NAMED = 20;

/** Something that has changed; its id is null where nobody knows which one. */
export interface Change {
  readonly kind: ChangedKind;
  readonly id: number | null;
}

/** What has changed since it was last taken: the records, or all of their kind where they are many. */
export interface GatheredChanges {
  add(change: Change): void;
  take(): ChangeAnswer[];
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
