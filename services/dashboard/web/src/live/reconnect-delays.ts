/** Time for a server to restart. */
const MIN_PAUSE_MS = 500;
const MAX_FIRST_PAUSE_MS = 4_000;
const MAX_PAUSE_MS = 30_000;
const MAX_RELOAD_DELAY_MS = 2_000;

/**
 * Random, because all browsers lose a server at once and each reloads its page.
 *
 * @param failures in a row, including this one
 * @param chance from 0 to 1
 */
export function chooseReconnectDelay(failures: number, chance = Math.random()): number {
  const longestMs = Math.min(MAX_FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
  return MIN_PAUSE_MS + chance * (longestMs - MIN_PAUSE_MS);
}

export const chooseReloadDelay = (chance = Math.random()): number => chance * MAX_RELOAD_DELAY_MS;
