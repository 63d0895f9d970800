export interface RollingWindow {
  used(nowMs: number): number;
  add(nowMs: number, requests?: number): void;
  /**
   * Returns when this many more requests fit into `limit`. If they never do, it is a whole window
   * from now, because a 429 needs a time.
   */
  freeAt(limit: number, nowMs: number, requests?: number): number;
}

export const WINDOW_MS = 60_000;
const FIRST_SIZE = 16;

/** A ring buffer that grows to the limit at most, because rejected requests are not stored. */
export function createRollingWindow(): RollingWindow {
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
    add(nowMs, requests = 1) {
      for (let added = 0; added < requests; added += 1) {
        if (count === ring.length) grow();
        ring[(first + count) % ring.length] = nowMs;
        count += 1;
      }
    },
    freeAt(limit, nowMs, requests = 1) {
      expire(nowMs);
      if (limit < requests) return nowMs + WINDOW_MS;
      if (count === 0) return nowMs;
      const surplus = count + requests - 1 - limit;
      return at(Math.min(Math.max(surplus, 0), count - 1)) + WINDOW_MS;
    },
  };
}
