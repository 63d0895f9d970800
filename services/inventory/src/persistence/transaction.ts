import { deadlock, runOn } from '@svc/database';
import {
  changeLog,
  outbox,
  transactWith,
  type ChangeLog,
  type Outbox,
  type TransactWith,
} from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { itemRepository, type ItemRepository } from './item-repository';
import { locationRepository, type LocationRepository } from './location-repository';
import { reservationRepository, type ReservationRepository } from './reservation-repository';
import { stockArrivals, type StockArrivals } from './stock-arrivals';
import { stockRepository, type StockRepository } from './stock-repository';
import { supplierRepository, type SupplierRepository } from './supplier-repository';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly items: ItemRepository;
  readonly locations: LocationRepository;
  readonly suppliers: SupplierRepository;
  readonly stock: StockRepository;
  readonly arrivals: StockArrivals;
  readonly reservations: ReservationRepository;
  readonly outbox: Outbox;
  readonly changeLog: ChangeLog;
}

export type Transact = TransactWith<UnitOfWork>;

/** The same inside a transaction that somebody else opened. */
export const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  items: itemRepository(tx),
  locations: locationRepository(tx),
  suppliers: supplierRepository(tx),
  stock: stockRepository(tx),
  arrivals: stockArrivals(runOn(tx)),
  reservations: reservationRepository(tx),
  outbox: outbox(tx, 'inventory'),
  changeLog: changeLog(tx, 'inventory'),
});

const ATTEMPTS = 5;

/**
 * Transactions on the inventory schema; `committed` is called after each one.
 *
 * Items are locked in one order, but two that take each other's part number at once still wait for
 * each other: PostgreSQL ends one of them, which is tried again.
 */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact => {
  const transact = transactWith(db, unitOfWork, committed);
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact(work);
      } catch (error) {
        if (!deadlock(error) || attempt === ATTEMPTS) throw error;
      }
    }
  };
};
