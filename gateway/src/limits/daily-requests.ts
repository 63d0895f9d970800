import type { Logger } from '@svc/logging';
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
  /** Writes what was counted and stops the timer. */
  close(): Promise<void>;
}

const WRITE_EVERY_MS = 5_000;

type Counts = Map<string, { -readonly [Field in keyof RequestsOfDay]: RequestsOfDay[Field] }>;

export function dailyRequests(store: DailyRequestStore, log: Logger): DailyRequests {
  let counts: Counts = new Map();
  const count = ({ companyId, day, reads, writes }: RequestsOfDay): void => {
    const key = `${companyId} ${day}`;
    const counted = counts.get(key);
    if (!counted) {
      counts.set(key, { companyId, day, reads, writes });
      return;
    }
    counted.reads += reads;
    counted.writes += writes;
  };
  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const batch = counts;
    counts = new Map();
    try {
      await store.add([...batch.values()]);
    } catch (error) {
      log.warn({ err: error }, 'numbers of requests not written; it is tried again');
      for (const counted of batch.values()) count(counted);
    }
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  timer.unref();
  return {
    note(companyId, { tier, requests = 1 }, at) {
      const isWrite = tier === 'write';
      const day = dayOf(at.getTime());
      count({ companyId, day, reads: isWrite ? 0 : requests, writes: isWrite ? requests : 0 });
    },
    async since(companyId, firstDay) {
      await write();
      return store.since(companyId, firstDay);
    },
    forgetDaysBefore: store.forgetDaysBefore,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
