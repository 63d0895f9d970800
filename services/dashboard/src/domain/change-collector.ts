import type { LiveChange, ChangedKind } from '../../contract/live';

/** More changed records of a kind are reported as "all of the kind". */
const MAX_IDS_PER_KIND = 20;

/** The id is null when the changed record is unknown. */
export interface ChangedRecord {
  readonly kind: ChangedKind;
  readonly id: number | null;
}

export interface ChangeCollector {
  add(change: ChangedRecord): void;
  take(): LiveChange[];
}

export function createChangeCollector(): ChangeCollector {
  const idsByKind = new Map<ChangedKind, Set<number> | null>();
  return {
    add({ kind, id }) {
      const ids = idsByKind.get(kind);
      if (ids === null) return;
      if (id === null || (ids && ids.size >= MAX_IDS_PER_KIND)) idsByKind.set(kind, null);
      else if (ids) ids.add(id);
      else idsByKind.set(kind, new Set([id]));
    },
    take() {
      const changes = [...idsByKind].map(([kind, ids]) => ({ kind, ids: ids && [...ids] }));
      idsByKind.clear();
      return changes;
    },
  };
}
