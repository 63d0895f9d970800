/** Enough for a server to have begun again to answer. */
const SHORTEST_PAUSE_MS = 500;
const FIRST_PAUSES_MS = 4_000;
const LONGEST_PAUSE_MS = 30_000;
const RELOAD_WITHIN_MS = 2_000;

/**
 * How long a browser waits before it connects again, at random: when a server ends, all of its browsers
 * lose their connection in the same moment, and each that comes back reads its whole page again.
 *
 * @param failures in a row, with this one
 * @param chance from 0 to 1
 */
export function reconnectDelay(failures: number, chance = Math.random()): number {
  const longestMs = Math.min(FIRST_PAUSES_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return SHORTEST_PAUSE_MS + chance * (longestMs - SHORTEST_PAUSE_MS);
}

/** The same for reading everything again, which all browsers are told of at once. */
export const reloadDelay = (chance = Math.random()): number => chance * RELOAD_WITHIN_MS;
