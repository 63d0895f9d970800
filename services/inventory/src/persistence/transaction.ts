import { deadlock, runOn } from '@svc/database';
import { outbox, transactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { itemRepository } from './item-repository';
import { locationRepository } from './location-repository';
import { reservationRepository } from './reservation-repository';
import { stockArrivals } from './stock-arrivals';
import { stockRepository } from './stock-repository';
import { supplierRepository } from './supplier-repository';

/** The records that a use case reads and writes inside a transaction. */
export const unitOfWork = (tx: EntityManager) => ({
  items: itemRepository(tx),
  locations: locationRepository(tx),
  suppliers: supplierRepository(tx),
  stock: stockRepository(tx),
  arrivals: stockArrivals(runOn(tx)),
  reservations: reservationRepository(tx),
  outbox: outbox(tx, 'inventory'),
});

export type UnitOfWork = ReturnType<typeof unitOfWork>;

export type Transact = TransactWith<UnitOfWork>;

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
