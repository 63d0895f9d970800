import { useSyncExternalStore } from 'react';
import type { Mode } from '../../../contract/mode';

/** Shared by tabs, so that a link opened in a new tab shows the same record. */
const STORAGE_KEY = 'fsm-mode';

/** Fixed while this page is open: another tab's choice must not change what a form is about. */
let mode: Mode = window.localStorage.getItem(STORAGE_KEY) === 'test' ? 'test' : 'live';
const listeners = new Set<() => void>();

export const getMode = (): Mode => mode;

export function changeMode(next: Mode): void {
  mode = next;
  if (next === 'test') window.localStorage.setItem(STORAGE_KEY, next);
  else window.localStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useMode = (): Mode => useSyncExternalStore(subscribe, getMode);
