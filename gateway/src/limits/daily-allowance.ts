export type AllowanceKind = 'reads' | 'writes' | 'key_writes';

/** Whose allowance: a company's, or with `key_writes` one key's. */
export interface AllowanceSubject {
  readonly companyId: number;
  /** 0 for the company as a whole. */
  readonly keyId: number;
  readonly kind: AllowanceKind;
}

/** What a reservation got, and how much of the day is taken including it. */
export interface Reservation {
  readonly granted: number;
  readonly taken: number;
}

export const DAY_MS = 86_400_000;

/** UTC days are counted from 1970-01-01. */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

export const midnightAfter = (atMs: number): number => (dayOf(atMs) + 1) * DAY_MS;

export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Where the daily allowances are kept. */
export interface AllowanceStore {
  /** Takes up to `amount` of what is left under `limit`; never more than is left. */
  reserve(
    subject: AllowanceSubject,
    day: number,
    wanted: { readonly amount: number; readonly limit: number },
  ): Promise<Reservation>;
  /** How much of the day is taken, what was reserved and not used yet included. */
  taken(subject: AllowanceSubject, day: number): Promise<number>;
  giveBack(
    day: number,
    unused: readonly { subject: AllowanceSubject; amount: number }[],
  ): Promise<void>;
  forgetDaysBefore(day: number): Promise<void>;
}

/** One allowance of one UTC day. */
export interface DailyAllowance {
  /** How many requests can be counted now, without asking the store. */
  available(day: number, limit: number): number;
  /** How much of the day's limit is left, as far as this process knows. */
  left(day: number, limit: number): number;
  /** Whether fewer than so many requests are left under this limit, as far as this process knows. */
  isSpent(day: number, limit: number, requests: number): boolean;
  /** How many requests are left where the day is spent for more of them. */
  remaining(day: number, limit: number): number;
  /** Reserves a block, at least of so many requests. */
  reserve(day: number, limit: number, requests?: number): Promise<void>;
  take(requests: number): void;
  unused(day: number): number;
  /** Whether anything was taken or asked on this day. */
  isUsedOn(day: number): boolean;
}

const LARGEST_BLOCK = 1_000;
/** A crash loses at most one block: half a percent of the day. */
const BLOCKS_PER_DAY = 200;

/** @param requests that it has to hold at least */
export const blockOf = (limit: number, requests = 1): number =>
  Math.min(LARGEST_BLOCK, Math.max(requests, Math.floor(limit / BLOCKS_PER_DAY)));

/**
 * Counts against blocks that were reserved in the store before. What a crash leaves unused is lost, so
 * that no restart gives a company more than its limit.
 */
export function dailyAllowance(store: AllowanceStore, subject: AllowanceSubject): DailyAllowance {
  let today = -1;
  let taken = 0;
  let available = 0;
  let spentUnder = -1;
  let reserving: Promise<void> | undefined;

  const startDay = (day: number): void => {
    if (day === today) return;
    today = day;
    taken = 0;
    available = 0;
    spentUnder = -1;
    reserving = undefined;
  };
  const left = (limit: number): number => Math.max(limit - (taken - available), 0);

  const reserve = async (day: number, limit: number, requests?: number): Promise<void> => {
    const amount = blockOf(limit, requests);
    const found = await store.reserve(subject, day, { amount, limit });
    // A block of a day that ended meanwhile is of no use.
    if (day !== today) return;
    taken = found.taken;
    available += found.granted;
    spentUnder = found.granted === 0 ? limit : -1;
  };
  return {
    available(day, limit) {
      startDay(day);
      return Math.min(available, left(limit));
    },
    left(day, limit) {
      startDay(day);
      return left(limit);
    },
    isSpent(day, limit, requests) {
      startDay(day);
      return left(limit) < requests || (spentUnder === limit && available < requests);
    },
    remaining(day, limit) {
      startDay(day);
      return Math.min(left(limit), spentUnder === limit ? available : Infinity);
    },
    reserve(day, limit, requests) {
      startDay(day);
      const running = (reserving ??= reserve(day, limit, requests).finally(() => {
        if (reserving === running) reserving = undefined;
      }));
      return running;
    },
    take(requests) {
      available -= requests;
    },
    unused: (day) => (day === today ? available : 0),
    isUsedOn: (day) => day === today,
  };
}
