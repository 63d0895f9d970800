import type { Logger } from '@svc/logging';
import { createWriteBuffer } from '../write-buffer/write-buffer';
import { toDay } from './daily-allowance';
import type { RequestCost } from './request-limits';

export interface RequestsOfDay {
  readonly companyId: number;
  readonly day: number;
  readonly reads: number;
  readonly writes: number;
}

export interface DailyRequestStore {
  add(counted: readonly RequestsOfDay[]): Promise<void>;
  listSince(companyId: number, firstDay: number): Promise<readonly RequestsOfDay[]>;
}

/** Counts admitted requests for charts; allowances count reserved requests, of which some are never made. */
export interface DailyRequests {
  note(companyId: number, cost: RequestCost, at: Date): void;
  listSince(companyId: number, firstDay: number): Promise<readonly RequestsOfDay[]>;
  close(): Promise<void>;
}

interface Counted extends RequestsOfDay {
  reads: number;
  writes: number;
}

export function createDailyRequests(store: DailyRequestStore, log: Logger): DailyRequests {
  const { note, write, close } = createWriteBuffer<string, Counted>({
    what: 'numbers of requests',
    combine(sum, { reads, writes }) {
      sum.reads += reads;
      sum.writes += writes;
      return sum;
    },
    save: (batch) => store.add([...batch.values()]),
    log,
  });
  return {
    note(companyId, { tier, requests = 1 }, at) {
      const isWrite = tier === 'write';
      const day = toDay(at.getTime());
      const [reads, writes] = isWrite ? [0, requests] : [requests, 0];
      note(`${companyId} ${day}`, { companyId, day, reads, writes });
    },
    async listSince(companyId, firstDay) {
      await write();
      return store.listSince(companyId, firstDay);
    },
    close,
  };
}
