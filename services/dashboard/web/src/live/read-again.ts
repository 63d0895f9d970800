import { queryClient } from '../server/query-client';
import { isAffected, isCopied, type Changed } from './queries-by-kind';

const SHORTEST_GAP_MS = 250;
const LONGEST_GAP_MS = 1_000;
/** After this long without a change, the next one is shown at once. */
const QUIET_MS = 2_000;
const COPIED_WITHIN_MS = 1_000;

let waiting: Changed[] = [];
let isReading = false;
let askedAtMs = -Infinity;
let gapMs = SHORTEST_GAP_MS;

/**
 * Reloads affected queries: at once, then at most once a second, and never while earlier reads are
 * running.
 */
export function readAgain(changed: Changed): void {
  waiting.push(changed);
  if (!isReading) void readAll();
  if (changed !== 'everything' && isCopied(changed.kind)) {
    setTimeout(() => {
      waiting.push(changed);
      if (!isReading) void readAll();
    }, COPIED_WITHIN_MS);
  }
}

async function readAll(): Promise<void> {
  isReading = true;
  while (waiting.length > 0) {
    const quietMs = performance.now() - askedAtMs;
    if (quietMs < gapMs) await pause(gapMs - quietMs);
    gapMs = quietMs > QUIET_MS ? SHORTEST_GAP_MS : Math.min(2 * gapMs, LONGEST_GAP_MS);
    askedAtMs = performance.now();
    const changes = waiting;
    waiting = [];
    await read(changes);
  }
  isReading = false;
}

async function read(changes: readonly Changed[]): Promise<void> {
  const concerned = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    changes.some((changed) => isAffected(queryKey, changed));
  // A first read under way may return the state before the change.
  const tooSoon = queryClient
    .getQueryCache()
    .findAll({ predicate: concerned, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate: concerned });
  await queryClient.invalidateQueries({ predicate: (query) => tooSoon.includes(query) });
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
