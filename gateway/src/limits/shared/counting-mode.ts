import type { Ages } from './admitted-log';

/** What a missing gateway had admitted, as others knew it at a time of `performance.now()`. */
export interface KnownAdmissions {
  readonly gateway: string;
  readonly ages: Ages;
  readonly atMs: number;
}

/** All gateways count in the store. */
export interface CountingInStore {
  readonly isInStore: true;
  readonly generation: number;
  /** The store's number for the current terms: it grows with each change of a key or company. */
  readonly terms: number;
  readonly gateways: number;
  readonly sinceMs: number;
}

/** Each gateway counts by itself, and keeps to its share. */
export interface CountingByShare {
  readonly isInStore: false;
  generation: number;
  gateways: number;
  /** Resolves when the others' counts are known, as far as they can be. */
  readonly settled: Promise<void>;
  /** Of the missing gateways (`missing-gateways.ts`). */
  missing: readonly KnownAdmissions[];
}

export type CountingMode = CountingInStore | CountingByShare;

/** How long a generation may lack some of its members before it is given up. */
const COMPLETE_WITHIN_MS = 2_000;

/** Whether a generation has lacked some of its members for too long. */
export const isOverdue = ({ sinceMs }: CountingInStore): boolean =>
  performance.now() - sinceMs > COMPLETE_WITHIN_MS;
