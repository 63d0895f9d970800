import type { Logger } from '@svc/logging';
import { notedValues, type NotedValues } from '../noted/noted-values';

export type SaveLastUsed = (used: ReadonlyMap<number, Date>) => Promise<void>;

/** Keeps when each key was last used, written in batches: one write per request would cost more than the request. */
export type LastUsed = NotedValues<number, Date>;

export const lastUsed = (save: SaveLastUsed, log: Logger): LastUsed =>
  notedValues({ what: 'last use of keys', combine: (_older, newer) => newer, save, log });
