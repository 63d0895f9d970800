import type { Logger } from '@svc/logging';
import { createWriteBuffer, type WriteBuffer } from '../write-buffer/write-buffer';

export type SaveLastUsed = (used: ReadonlyMap<number, Date>) => Promise<void>;

/** Batched, because one write per request would cost more than the request. */
export type LastUsed = WriteBuffer<number, Date>;

export const createLastUsed = (save: SaveLastUsed, log: Logger): LastUsed =>
  createWriteBuffer({ what: 'last use of keys', combine: (_older, newer) => newer, save, log });
