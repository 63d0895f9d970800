import { queryClient } from '../server/query-client';
import { isAffected, isCopied, type ChangedRecords } from './queries-by-kind';

const MIN_GAP_MS = 250;
const MAX_GAP_MS = 1_000;
/** After this long without a change, the next one is shown at once. */
const QUIET_MS = 2_000;
const COPIED_WITHIN_MS = 1_000;

let pending: ChangedRecords[] = [];
let isReloading = false;
let reloadedAtMs = -Infinity;
let gapMs = MIN_GAP_MS;

/**
 * Reloads affected queries: at once, then at most once a second, and never while earlier reads are
 * running.
 */
export function reloadAffected(changed: ChangedRecords): void {
  pending.push(changed);
  if (!isReloading) void reloadPending();
  if (changed !== 'everything' && isCopied(changed.kind)) {
    setTimeout(() => {
      pending.push(changed);
      if (!isReloading) void reloadPending();
    }, COPIED_WITHIN_MS);
  }
}

async function reloadPending(): Promise<void> {
  isReloading = true;
  while (pending.length > 0) {
    const quietMs = performance.now() - reloadedAtMs;
    if (quietMs < gapMs) await pause(gapMs - quietMs);
    gapMs = quietMs > QUIET_MS ? MIN_GAP_MS : Math.min(2 * gapMs, MAX_GAP_MS);
    reloadedAtMs = performance.now();
    const changes = pending;
    pending = [];
    await reload(changes);
  }
  isReloading = false;
}

async function reload(changes: readonly ChangedRecords[]): Promise<void> {
  const isQueryAffected = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    changes.some((changed) => isAffected(queryKey, changed));
  // A first read under way may return the state before the change.
  const firstReads = queryClient
    .getQueryCache()
    .findAll({ predicate: isQueryAffected, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate: isQueryAffected });
  await queryClient.invalidateQueries({ predicate: (query) => firstReads.includes(query) });
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
