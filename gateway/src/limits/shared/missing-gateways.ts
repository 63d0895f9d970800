import { WINDOW_MS } from '../rolling-window';
import type { Ages } from './admitted-log';
import type { EarlierReport } from './agreement-table';

/**
 * What a missing gateway had admitted, as another knew it `agoMs` ago. A gateway is missing that has ended,
 * or hangs, and did not report what it had admitted.
 */
interface KnownByOthers {
  readonly gateway: string;
  readonly agoMs: number;
  readonly ages: Ages;
}

/** The missing gateways: of what others know of each, the account with the most requests. */
export function missingIn(reports: readonly EarlierReport[]): readonly KnownByOthers[] {
  const reported = new Set(reports.map(({ gateway }) => gateway));
  const missing = new Map<string, KnownByOthers>();
  for (const { agoMs, known } of reports) {
    for (const [gateway, ages] of Object.entries(known)) {
      if (reported.has(gateway)) continue;
      const other = missing.get(gateway);
      if (!other || requestsIn(other.ages) < requestsIn(ages))
        missing.set(gateway, { gateway, agoMs, ages });
    }
  }
  return [...missing.values()];
}

const requestsIn = (ages: Ages): number =>
  Object.values(ages).reduce((sum, { length }) => sum + length, 0);

/** Ages as they are `byMs` later, without requests that have left every window by then. */
export function later(ages: Ages, byMs: number): Ages {
  const aged = Object.entries(ages).map(
    ([name, list]) =>
      [name, list.map((age) => age + byMs).filter((age) => age < WINDOW_MS)] as const,
  );
  return Object.fromEntries(aged.filter(([, list]) => list.length > 0));
}
