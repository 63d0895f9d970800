import type { ChangesQuery, Page } from '@svc/kernel';
import { requireRecordOfHistory } from '@svc/outbox';
import type { Supplier } from '../domain/supplier';
import type { TransactionFilter } from '../persistence/stock-reads';
import { adjustStock } from './adjust-stock';
import { applyItems } from './apply-items';
import { changeItem } from './change-item';
import { createItem } from './create-item';
import type { Dependencies } from './dependencies';
import { followJob } from './follow-job';
import { getItem, getItems } from './get-item';
import {
  createInventoryLocation,
  editInventoryLocation,
  getInventoryLocation,
  saveInventoryLocation,
} from './inventory-locations';
import { removeReservation, reservePart } from './reserve-part';
import { retryReservations } from './retry-reservations';
import { transferStock } from './transfer-stock';

export const inventoryUseCases = (dependencies: Dependencies) => ({
  listItems: dependencies.items.list,
  listItemChanges: dependencies.items.listChanges,
  listDetailedItems: dependencies.items.listDetailed,
  listItemCategories: dependencies.items.categories,
  getItem: getItem(dependencies),
  getDetailedItem: dependencies.items.findDetailed,
  findByExternalId: dependencies.externalIds.find,
  getItems: getItems(dependencies),
  createItem: createItem(dependencies),
  changeItem: changeItem(dependencies),
  applyItems: applyItems(dependencies),
  listItemHistory: requireRecordOfHistory(dependencies.history, dependencies.items.find),
  listItemTransactions: async (
    companyId: number,
    itemId: number,
    filter: TransactionFilter,
    page: Page,
  ) =>
    dependencies.stock.transactions(await dependencies.items.find(companyId, itemId), filter, page),
  listItemTransactionChanges: async (
    companyId: number,
    itemId: number,
    filter: TransactionFilter,
    part: ChangesQuery,
  ) =>
    dependencies.stock.addedTransactions(
      await dependencies.items.find(companyId, itemId),
      filter,
      part,
    ),
  adjustStock: adjustStock(dependencies),
  transferStock: transferStock(dependencies),
  reconcile: dependencies.auditLedger,
  listInventoryLocations: dependencies.locations.list,
  listInventoryLocationChanges: dependencies.locations.listChanges,
  listInventoryLocationsByName: dependencies.locations.listByName,
  getInventoryLocation: getInventoryLocation(dependencies),
  createInventoryLocation: createInventoryLocation(dependencies),
  editInventoryLocation: editInventoryLocation(dependencies),
  saveInventoryLocation: saveInventoryLocation(dependencies),
  listSuppliers: dependencies.suppliers.list,
  createSupplier: (companyId: number, name: string) =>
    dependencies.transact(({ suppliers }) => suppliers.add(companyId, name)),
  renameSupplier: (companyId: number, supplier: Supplier) =>
    dependencies.transact(({ suppliers }) => suppliers.rename(companyId, supplier)),
  saveSupplier: (companyId: number, name: string) =>
    dependencies.transact(({ suppliers }) => suppliers.save(companyId, name)),
  followJob: followJob(dependencies),
  retryReservations: retryReservations(dependencies),
  noteMissedArrivals: dependencies.arrivals.noteMissed,
  listJobReservations: dependencies.reservations.list,
  listPartReservations: dependencies.partReservations.list,
  listPartReservationChanges: dependencies.partReservations.listChanges,
  reservePart: reservePart(dependencies),
  removeReservation: removeReservation(dependencies),
});

export type InventoryUseCases = ReturnType<typeof inventoryUseCases>;
