import { RECORDS_PER_READ } from '@svc/contracts';
import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** An answer of this length takes a service some hundredths of a second. */
const LONG_ANSWER_BYTES = 2 * 1024 * 1024;
const REMEMBERED = 10_000;

/** How many records are asked for in one read, by what is read; fewer where they are large. */
export interface ReadSizes {
  most(what: string): number;
  /** So many were answered. */
  answered(what: string, records: number, bytes: number): void;
  /** A read of so many failed; perhaps they were too large together. */
  failed(what: string, records: number): void;
}

export function readSizes(): ReadSizes {
  const sizes = new LRUCache<string, number>(atMost(REMEMBERED));
  const most = (what: string): number => sizes.get(what) ?? RECORDS_PER_READ;
  const keep = (what: string, size: number): void => {
    if (size >= RECORDS_PER_READ) sizes.delete(what);
    else sizes.set(what, Math.max(1, Math.floor(size)));
  };
  return {
    most,
    answered(what, records, bytes) {
      const fitting = (records * LONG_ANSWER_BYTES) / bytes;
      // Those that come next may be larger.
      keep(what, Math.min(fitting, 2 * most(what)));
    },
    failed(what, records) {
      keep(what, Math.min(records / 4, most(what)));
    },
  };
}
