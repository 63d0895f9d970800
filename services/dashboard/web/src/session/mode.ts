import { useSyncExternalStore } from 'react';
import type { Mode } from '../../../contract/mode';

/** Shared by tabs, so that a link opened in a new tab shows the same record. */
const KEPT_AS = 'fsm-mode';

/** Fixed while this page is open: another tab's choice must not change what a form is about. */
let mode: Mode = window.localStorage.getItem(KEPT_AS) === 'test' ? 'test' : 'live';
const listeners = new Set<() => void>();

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

export const useMode = (): Mode => useSyncExternalStore(whenModeChanges, modeOfPage);
