import { createRun, isDeadlock, type Run } from '@svc/database';
import { createOutbox, defineWrites } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { itemRepository, itemWrites } from './item-repository';
import { locationRepository } from './locations';
import { reservationRepository } from './reservation-repository';
import { stockArrivals } from './stock-arrivals';
import { stockRepository } from './stock-repository';
import { supplierRepository } from './suppliers';

export const unitOfWork = (tx: EntityManager) => ({
  items: itemRepository(tx),
  locations: locationRepository(tx),
  suppliers: supplierRepository(createRun(tx)),
  stock: stockRepository(tx),
  arrivals: stockArrivals(createRun(tx)),
  reservations: reservationRepository(tx),
  outbox: createOutbox(tx, 'inventory'),
});

export type UnitOfWork = ReturnType<typeof unitOfWork>;

const singleWrites = (run: Run, isLocking: boolean) => ({
  items: itemWrites(run, isLocking),
  suppliers: supplierRepository(run),
});

export type SingleWrites = ReturnType<typeof singleWrites>;

const createPlainWrites = defineWrites(unitOfWork, singleWrites);

export const createWrites: typeof createPlainWrites = (db, committed) => {
  const { transact, writeOnce } = createPlainWrites(db, committed);
  return {
    transact: (work) => retryingDeadlocks(() => transact(work)),
    writeOnce: (work) => retryingDeadlocks(() => writeOnce(work)),
  };
};

const ATTEMPTS = 5;

/** PostgreSQL ends one of two changes that swap their part numbers as a deadlock; it is retried. */
async function retryingDeadlocks<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
