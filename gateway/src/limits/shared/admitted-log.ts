import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import { isKeyWindow } from '../request-limits';
import { rollingWindow, WINDOW_MS, type RollingWindow } from '../rolling-window';

/** How long ago, in ms, the requests of each window were admitted: what gateways send each other. */
export type Ages = Readonly<Record<string, readonly number[]>>;

/** What this gateway admitted in the last minute, by window, and how much more it may admit by itself. */
export interface AdmittedLog {
  /** The window of this name; one that is no key's may be dropped to make room for others. */
  window(name: string): RollingWindow;
  ages(): Ages;
  /** From now on this gateway keeps to its share; the counts of the others are not known yet. */
  startOwnShare(): void;
  /** Sets what the others had admitted, each as it was `agoMs` ago. */
  setOthers(others: readonly { readonly agoMs: number; readonly ages: Ages }[]): void;
  /** How many requests of a window this gateway may admit in a minute, where so many gateways share the limit. */
  shareOf(name: string, limit: number, gateways: number): number;
  removeExpired(): void;
}

/** Of client addresses and sessions, of which there may be any number. */
const REMEMBERED_OTHERS = 20_000;

export function admittedLog(now: () => Date): AdmittedLog {
  const ofKeys = new Map<string, RollingWindow>();
  const ofOthers = new LRUCache<string, RollingWindow>(atMost(REMEMBERED_OTHERS));
  let others: ReadonlyMap<string, readonly number[]> = new Map();
  let byShareSinceMs = 0;

  return {
    window(name) {
      const windows = isKeyWindow(name) ? ofKeys : ofOthers;
      let window = windows.get(name);
      if (!window) windows.set(name, (window = rollingWindow()));
      return window;
    },
    ages() {
      const nowMs = now().getTime();
      const ages: Record<string, readonly number[]> = {};
      for (const [name, window] of [...ofKeys, ...ofOthers.entries()]) {
        const moments = window.moments(nowMs);
        if (moments.length > 0) ages[name] = moments.map((at) => Math.max(nowMs - at, 0));
      }
      return ages;
    },
    startOwnShare() {
      byShareSinceMs = now().getTime();
      others = new Map();
    },
    setOthers(reports) {
      const nowMs = now().getTime();
      const moments = new Map<string, number[]>();
      for (const { agoMs, ages } of reports) {
        for (const [name, list] of Object.entries(ages)) {
          const known = moments.get(name) ?? [];
          known.push(...list.map((age) => nowMs - agoMs - age));
          moments.set(name, known);
        }
      }
      others = moments;
    },
    shareOf(name, limit, gateways) {
      if (limit === 0) return 0;
      const nowMs = now().getTime();
      const own = this.window(name).moments(nowMs);
      const before = own.filter((at) => at < byShareSinceMs).length;
      const elsewhere = (others.get(name) ?? []).filter((at) => at + WINDOW_MS > nowMs).length;
      const share = Math.max(Math.floor(limit / gateways), 1);
      // Where some have admitted more than their share, all divide what is left.
      const left = Math.max(share * gateways, limit) - before - elsewhere;
      return Math.min(share, before + Math.max(Math.floor(left / gateways), 0));
    },
    removeExpired() {
      const nowMs = now().getTime();
      for (const [name, window] of ofKeys) if (window.used(nowMs) === 0) ofKeys.delete(name);
    },
  };
}
