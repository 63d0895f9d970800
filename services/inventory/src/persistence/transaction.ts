import { createRun, isDeadlock, type Run } from '@svc/database';
import { createOutbox, defineWrites } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { createItemRepository, createItemWrites } from './item-repository';
import { createLocationRepository } from './locations';
import { createReservationRepository } from './reservation-repository';
import { stockArrivals } from './stock-arrivals';
import { createStockRepository } from './stock-repository';
import { createSupplierRepository } from './suppliers';

export const createUnitOfWork = (tx: EntityManager) => ({
  items: createItemRepository(tx),
  locations: createLocationRepository(tx),
  suppliers: createSupplierRepository(createRun(tx)),
  stock: createStockRepository(tx),
  arrivals: stockArrivals(createRun(tx)),
  reservations: createReservationRepository(tx),
  outbox: createOutbox(tx, 'inventory'),
});

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;

const createSingleWrites = (run: Run, isLocking: boolean) => ({
  items: createItemWrites(run, isLocking),
  suppliers: createSupplierRepository(run),
});

export type SingleWrites = ReturnType<typeof createSingleWrites>;

const createPlainWrites = defineWrites(createUnitOfWork, createSingleWrites);

export const createWrites: typeof createPlainWrites = (db, onCommitted) => {
  const { transact, writeOnce } = createPlainWrites(db, onCommitted);
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
