/** Time for a server to restart. */
const SHORTEST_PAUSE_MS = 500;
const FIRST_PAUSES_MS = 4_000;
const LONGEST_PAUSE_MS = 30_000;
const RELOAD_WITHIN_MS = 2_000;

/**
 * Random, because all browsers lose a server at once and each reloads its page.
 *
 * @param failures in a row, including this one
 * @param chance from 0 to 1
 */
export function reconnectDelay(failures: number, chance = Math.random()): number {
  const longestMs = Math.min(FIRST_PAUSES_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return SHORTEST_PAUSE_MS + chance * (longestMs - SHORTEST_PAUSE_MS);
}

export const reloadDelay = (chance = Math.random()): number => chance * RELOAD_WITHIN_MS;
