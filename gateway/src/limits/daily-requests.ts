import type { Logger } from '@svc/logging';
import { notedValues } from '../noted/noted-values';
import { dayOf } from './daily-allowance';
import type { Cost } from './request-limits';

/** How many requests of a company were admitted on one UTC day. */
export interface RequestsOfDay {
  readonly companyId: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly reads: number;
  readonly writes: number;
}

/** Where the numbers of each day are kept. */
export interface DailyRequestStore {
  add(counted: readonly RequestsOfDay[]): Promise<void>;
  /** The days on which there were requests, from `firstDay` on. */
  since(companyId: number, firstDay: number): Promise<readonly RequestsOfDay[]>;
  forgetDaysBefore(day: number): Promise<void>;
}

/**
 * Counts what is admitted for the charts of past days. The allowances do not tell: they are reserved in
 * blocks, of which a day may leave a part unused.
 */
export interface DailyRequests extends Pick<DailyRequestStore, 'forgetDaysBefore'> {
  note(companyId: number, cost: Cost, at: Date): void;
  /** What was counted by this gateway until now, and by others until some seconds ago. */
  since(companyId: number, firstDay: number): Promise<readonly RequestsOfDay[]>;
  /** Writes what was counted and is not written yet. */
  close(): Promise<void>;
}

export function dailyRequests(store: DailyRequestStore, log: Logger): DailyRequests {
  const { note, write, close } = notedValues<string, RequestsOfDay>({
    what: 'numbers of requests',
    combine: (older, newer) => ({
      ...older,
      reads: older.reads + newer.reads,
      writes: older.writes + newer.writes,
    }),
    save: (batch) => store.add([...batch.values()]),
    log,
  });
  return {
    note(companyId, { tier, requests = 1 }, at) {
      const isWrite = tier === 'write';
      const day = dayOf(at.getTime());
      const [reads, writes] = isWrite ? [0, requests] : [requests, 0];
      note(`${companyId} ${day}`, { companyId, day, reads, writes });
    },
    async since(companyId, firstDay) {
      await write();
      return store.since(companyId, firstDay);
    },
    forgetDaysBefore: store.forgetDaysBefore,
    close,
  };
}
