import { useSyncExternalStore } from 'react';
import type { Mode } from '../../../contract/mode';

/** In this browser, so that a link that is opened in another tab shows the same record. */
const KEPT_AS = 'fsm-mode';

/** Of this page, for as long as it is open: what another tab chooses never changes what a form is about. */
let mode: Mode = window.localStorage.getItem(KEPT_AS) === 'test' ? 'test' : 'live';
const listeners = new Set<() => void>();

/** Whose records this page shows and changes. */
export const modeOfPage = (): Mode => mode;

export function changeMode(next: Mode): void {
  mode = next;
  if (next === 'test') window.localStorage.setItem(KEPT_AS, next);
  else window.localStorage.removeItem(KEPT_AS);
  for (const listener of listeners) listener();
}

function whenModeChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same for what has to be shown again when it changes. */
export const useMode = (): Mode => useSyncExternalStore(whenModeChanges, modeOfPage);
