import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { Quota } from './quota';
import { createRollingWindow, type RollingWindow } from './rolling-window';

/** Stands for the keys and companies by which a request was checked; only its identity matters. */
export type PolicySnapshot = object;

/** A key or company may have changed: the request has to be checked again. */
export class PolicyChanged extends Error {
  constructor() {
    super('A key or company may have changed.');
    this.name = 'PolicyChanged';
  }
}

/** The part of the limits per minute that one gateway may admit, and the windows that count it. */
export interface GatewayShare {
  window(name: string): RollingWindow;
  of(limit: number): number;
  /** @throws PolicyChanged if the mode, a key or a company may have changed since the snapshot. */
  requireUnchanged(policy: PolicySnapshot): void;
  removeExpired(): void;
}

/** Reads a limit per minute; `resetAtMs` is when this many more requests fit. */
export function readWindow(
  { window, of }: GatewayShare,
  { name, limit }: { readonly name: string; readonly limit: number },
  nowMs: number,
  requests?: number,
): Quota {
  const requestTimes = window(name);
  const ownLimit = of(limit);
  const remaining = Math.max(ownLimit - requestTimes.used(nowMs), 0);
  return { limit, remaining, resetAtMs: requestTimes.freeAt(ownLimit, nowMs, requests) };
}

/** Bounds the memory: the least recently used windows are forgotten. */
export const MAX_NAMED_WINDOWS = 20_000;

/** Other windows begin with a letter; see `toWindowName` and `NamedLimit`. */
const isKeyWindow = (name: string): boolean => /^\d/.test(name);

/** Keeps the window of a key until it is empty. Of the others, which anybody can create, it keeps the latest. */
export function createWindows<Window extends RollingWindow>(
  now: () => Date,
  create: (name: string) => Window,
) {
  const keys = new Map<string, Window>();
  const others = new LRUCache<string, Window>(limitEntries(MAX_NAMED_WINDOWS));
  return {
    window(name: string): Window {
      const windows = isKeyWindow(name) ? keys : others;
      let window = windows.get(name);
      if (!window) windows.set(name, (window = create(name)));
      return window;
    },
    removeExpired(): void {
      const nowMs = now().getTime();
      for (const [name, window] of keys) if (window.used(nowMs) === 0) keys.delete(name);
    },
  };
}

/** A single gateway admits all of each limit, and forgets changed keys itself. */
export const createWholeShare = (now: () => Date): GatewayShare => ({
  ...createWindows(now, createRollingWindow),
  of: (limit) => limit,
  requireUnchanged: () => undefined,
});
