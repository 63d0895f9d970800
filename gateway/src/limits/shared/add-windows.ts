import type { Ages } from './admitted-log';
import { windowKey } from './keys';
import { ADD_WINDOWS } from './scripts';
import type { LimitStore } from './store';

/** How many windows one script adds, so that it keeps nobody waiting for long. */
const WINDOWS_PER_SCRIPT = 50;

/** Whose windows are added: the gateway's own, or those of a missing one. */
export const OWN = 0;
export const OF_ANOTHER = 1;

/** Adds what a gateway has admitted to the store. */
export function addWindows(
  store: LimitStore,
  whose: readonly [generation: number, gateway: string, typeof OWN | typeof OF_ANOTHER],
  ages: Ages,
): Promise<unknown>[] {
  const [generation] = whose;
  const windows = Object.entries(ages);
  const asked = [];
  for (let from = 0; from < windows.length; from += WINDOWS_PER_SCRIPT) {
    const some = windows.slice(from, from + WINDOWS_PER_SCRIPT);
    const keys = some.map(([name]) => windowKey(generation, name));
    const lists = some.map(([, list]) => JSON.stringify(list));
    asked.push(store.run(ADD_WINDOWS, keys, [...whose, ...lists]));
  }
  return asked;
}
