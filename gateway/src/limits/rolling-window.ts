/** The moments of the requests of the last minute, so that a limit holds for any sixty seconds. */
export interface RollingWindow {
  /** How many requests lie within the minute before `nowMs`. */
  used(nowMs: number): number;
  /** Counts a request, or several of the same moment. */
  take(nowMs: number, requests?: number): void;
  /**
   * When so many more requests fit into `limit`. A limit that is lower than their number never admits them:
   * then it is a whole window from now, as a refusal has to name some time.
   */
  freeAt(limit: number, nowMs: number, requests?: number): number;
}

export const WINDOW_MS = 60_000;
const FIRST_SIZE = 16;

/** A ring buffer of times that grows to the limit at most: a refused request is not stored. */
export function rollingWindow(): RollingWindow {
  let ring = new Float64Array(FIRST_SIZE);
  let first = 0;
  let count = 0;
  const at = (index: number): number => ring[(first + index) % ring.length] ?? 0;

  const expire = (nowMs: number): void => {
    while (count > 0 && at(0) + WINDOW_MS <= nowMs) {
      first = (first + 1) % ring.length;
      count -= 1;
    }
  };
  const grow = (): void => {
    const larger = new Float64Array(ring.length * 2);
    for (let index = 0; index < count; index += 1) larger[index] = at(index);
    ring = larger;
    first = 0;
  };
  return {
    used(nowMs) {
      expire(nowMs);
      return count;
    },
    take(nowMs, requests = 1) {
      for (let taken = 0; taken < requests; taken += 1) {
        if (count === ring.length) grow();
        ring[(first + count) % ring.length] = nowMs;
        count += 1;
      }
    },
    freeAt(limit, nowMs, requests = 1) {
      expire(nowMs);
      if (limit < requests) return nowMs + WINDOW_MS;
      if (count === 0) return nowMs;
      // Where the limit was lowered below what is used, the surplus has to expire first.
      const surplus = count + requests - 1 - limit;
      return at(Math.min(Math.max(surplus, 0), count - 1)) + WINDOW_MS;
    },
  };
}
