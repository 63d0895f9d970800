import type { JobStatus } from '@svc/contracts';
import { indexBalances } from './ledger';
import type { Movement } from './movement';
import { getAvailable, toPlaceKey, type Balance, type Place } from './stock';

export interface Part extends Place {
  readonly quantity: number;
}

export interface JobNeeds {
  readonly companyId: number;
  readonly jobId: number;
  readonly version: number;
  readonly jobStatus: string;
  readonly deleted: boolean;
  /** Each item and location once, sorted. */
  readonly parts: readonly Part[];
}

/**
 * Whether a job's parts are held (`reserved`), cannot all be held, so that none is (`waiting`), are
 * not needed (`released`), or were used (`consumed`).
 */
export const RESERVATION_STATUSES = ['reserved', 'waiting', 'released', 'consumed'] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export interface Reservation extends JobNeeds {
  readonly status: ReservationStatus;
  /** The first missing part; until it is there, nothing else matters. */
  readonly lacking?: Part | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Sorted in the order in which they are locked. */
export function joinParts(parts: readonly Part[]): Part[] {
  const joined = new Map<string, Part>();
  for (const part of parts) {
    const key = toPlaceKey(part);
    const { quantity } = joined.get(key) ?? { quantity: 0 };
    joined.set(key, { ...part, quantity: quantity + part.quantity });
  }
  return [...joined.values()].sort(
    (one, other) => one.itemId - other.itemId || one.locationId - other.locationId,
  );
}

const isSamePlace = (one: Place, other: Place): boolean => toPlaceKey(one) === toPlaceKey(other);

/** Parts of a completed job are used, whatever happens to the job afterwards. */
const COMPLETED: readonly string[] = [
  'Completed',
  'Invoiced',
  'Paid',
  'Closed',
] satisfies readonly JobStatus[];

const CANCELLED: JobStatus = 'Cancelled';

type Purpose = 'hold' | 'use' | 'release';

const purposeOf = ({ jobStatus, deleted }: JobNeeds): Purpose => {
  if (COMPLETED.includes(jobStatus)) return 'use';
  return deleted || jobStatus === CANCELLED ? 'release' : 'hold';
};

export interface Settlement {
  readonly status: ReservationStatus;
  readonly lacking?: Part | undefined;
  readonly movements: readonly Movement[];
}

/**
 * Brings a reservation to what its job needs now: all parts or none. It depends on the job's newest
 * state alone, so late, repeated and skipped events lead to the same stock.
 */
export function settle(
  before: Reservation,
  needs: JobNeeds,
  balances: readonly Balance[],
): Settlement {
  if (before.status === 'consumed') return { status: 'consumed', movements: [] };
  const { jobId } = needs;
  const held = before.status === 'reserved' ? before.parts : [];
  const purpose = purposeOf(needs);
  const wanted = purpose === 'release' ? [] : needs.parts;
  const reserving = changesBetween(held, wanted);
  const there = indexBalances(balances);
  const missing = reserving.find((change) => change.quantity > getAvailable(there(change)));
  if (missing) {
    return {
      status: 'waiting',
      lacking: wanted.find((part) => isSamePlace(part, missing)),
      movements: reservingMovements(changesBetween(held, []), jobId),
    };
  }
  const movements = reservingMovements(reserving, jobId);
  if (wanted.length === 0) return { status: 'released', movements };
  if (purpose === 'hold') return { status: 'reserved', movements };
  const used = wanted.map(({ quantity, ...place }): Movement => ({
    ...place,
    transactionType: 'Job_complete',
    quantity: -quantity,
    jobId,
  }));
  return { status: 'consumed', movements: [...movements, ...used] };
}

/** A negative quantity is held no longer. */
function changesBetween(held: readonly Part[], wanted: readonly Part[]): Part[] {
  const returned = held.map((part) => ({ ...part, quantity: -part.quantity }));
  return joinParts([...returned, ...wanted]).filter(({ quantity }) => quantity !== 0);
}

/** Releases come first, so that the ledger never needs more than there is. */
const reservingMovements = (changes: readonly Part[], jobId: number): Movement[] =>
  changes
    .map(({ quantity, ...place }): Movement => ({
      ...place,
      transactionType: quantity > 0 ? 'Reserve' : 'Release',
      quantity: -quantity,
      jobId,
    }))
    .sort((one, other) => other.quantity - one.quantity);
