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
  /** Whether the store has nothing left under this limit. */
  isSpent(day: number, limit: number): boolean;
  reserve(day: number, limit: number): Promise<void>;
  take(): void;
  unused(day: number): number;
  /** Whether anything was taken or asked on this day. */
  isUsedOn(day: number): boolean;
}

const LARGEST_BLOCK = 1_000;
/** A crash loses at most one block: half a percent of the day. */
const BLOCKS_PER_DAY = 200;

export const blockOf = (limit: number): number =>
  Math.min(LARGEST_BLOCK, Math.max(1, Math.floor(limit / BLOCKS_PER_DAY)));

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

  const reserve = async (day: number, limit: number): Promise<void> => {
    const found = await store.reserve(subject, day, { amount: blockOf(limit), limit });
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
    isSpent(day, limit) {
      startDay(day);
      return left(limit) === 0 || spentUnder === limit;
    },
    reserve(day, limit) {
      startDay(day);
      const running = (reserving ??= reserve(day, limit).finally(() => {
        if (reserving === running) reserving = undefined;
      }));
      return running;
    },
    take() {
      available -= 1;
    },
    unused: (day) => (day === today ? available : 0),
    isUsedOn: (day) => day === today,
  };
}
