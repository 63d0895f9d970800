import { toUtcDate } from '@svc/kernel';

export type AllowanceKind = 'reads' | 'writes' | 'key_writes';

/** A company, or with `key_writes` one of its keys. */
export interface AllowanceSubject {
  readonly companyId: number;
  /** 0 for the whole company. */
  readonly keyId: number;
  readonly kind: AllowanceKind;
}

export interface BlockReservation {
  readonly granted: number;
  /** The requests of the day that all gateways have reserved, this block included. */
  readonly totalReserved: number;
}

export const DAY_MS = 86_400_000;

/** Days are counted from 1970-01-01 (UTC). */
export const toDay = (atMs: number): number => Math.floor(atMs / DAY_MS);

export const midnightAfter = (atMs: number): number => (toDay(atMs) + 1) * DAY_MS;

export const toIsoDate = (day: number): string => toUtcDate(new Date(day * DAY_MS));

export interface AllowanceStore {
  /** Grants up to `amount`, and never more than is left under `limit`. */
  reserve(
    subject: AllowanceSubject,
    day: number,
    block: { readonly amount: number; readonly limit: number },
  ): Promise<BlockReservation>;
  /** Returns what all gateways have reserved, used or not. */
  readTotalReserved(subject: AllowanceSubject, day: number): Promise<number>;
  releaseUnused(
    day: number,
    unused: readonly { subject: AllowanceSubject; amount: number }[],
  ): Promise<void>;
}

/** A limit of a UTC day. */
export interface DailyAllowance {
  /** Returns how many requests can be taken without another block. */
  available(day: number, limit: number): number;
  isSpent(day: number, limit: number, requests: number): boolean;
  /** Returns the rest of the limit, as far as this process knows. */
  remaining(day: number, limit: number): number;
  reserve(day: number, limit: number, requests?: number): Promise<void>;
  use(requests: number): void;
  unused(day: number): number;
  isUsedOn(day: number): boolean;
}

const MAX_BLOCK = 1_000;
const BLOCKS_PER_DAY = 200;

export const computeBlock = (limit: number, requests = 1): number =>
  Math.min(MAX_BLOCK, Math.max(requests, Math.floor(limit / BLOCKS_PER_DAY)));

/** A crash loses the rest of a block, so that no restart admits more than the limit. */
export function createDailyAllowance(
  store: AllowanceStore,
  subject: AllowanceSubject,
): DailyAllowance {
  let today = -1;
  /** By all gateways, as the store last reported. */
  let totalReserved = 0;
  /** The unused part of this process's blocks. */
  let unused = 0;
  /** The limit under which the store last granted nothing; -1 if it granted some. */
  let spentUnder = -1;
  let reserving: Promise<void> | undefined;

  const startDay = (day: number): void => {
    if (day === today) return;
    today = day;
    totalReserved = 0;
    unused = 0;
    spentUnder = -1;
    reserving = undefined;
  };
  const left = (limit: number): number => Math.max(limit - (totalReserved - unused), 0);

  const reserve = async (day: number, limit: number, requests?: number): Promise<void> => {
    const amount = computeBlock(limit, requests);
    const found = await store.reserve(subject, day, { amount, limit });
    if (day !== today) return;
    totalReserved = found.totalReserved;
    unused += found.granted;
    spentUnder = found.granted === 0 ? limit : -1;
  };
  return {
    available(day, limit) {
      startDay(day);
      return Math.min(unused, left(limit));
    },
    isSpent(day, limit, requests) {
      startDay(day);
      return left(limit) < requests || (spentUnder === limit && unused < requests);
    },
    remaining(day, limit) {
      startDay(day);
      return Math.min(left(limit), spentUnder === limit ? unused : Infinity);
    },
    reserve(day, limit, requests) {
      startDay(day);
      const running = (reserving ??= reserve(day, limit, requests).finally(() => {
        if (reserving === running) reserving = undefined;
      }));
      return running;
    },
    use(requests) {
      unused -= requests;
    },
    unused: (day) => (day === today ? unused : 0),
    isUsedOn: (day) => day === today,
  };
}
