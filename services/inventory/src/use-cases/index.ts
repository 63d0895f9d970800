import { requireRecordOfHistory } from '@svc/outbox';
import type { TransactionFilter } from '../persistence/stock-reads';
import type { Supplier } from '../persistence/suppliers';
import type { Item } from '../records/item';
import { adjustStock } from './adjust-stock';
import { applyItems } from './apply-items';
import { changeItem } from './change-item';
import { createItem } from './create-item';
import type { Dependencies } from './dependencies';
import { followJob, retryReservations } from './follow-job';
import { getItem, getItems } from './get-item';
import {
  createInventoryLocation,
  editInventoryLocation,
  getInventoryLocation,
  saveInventoryLocation,
} from './inventory-locations';
import { removeReservation, reservePart } from './reserve-part';
import { transferStock } from './transfer-stock';

export const createInventoryUseCases = (dependencies: Dependencies) => ({
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
  listItemTransactions: readLedger(dependencies, dependencies.stock.transactions),
  listItemTransactionChanges: readLedger(dependencies, dependencies.stock.addedTransactions),
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

const readLedger =
  <Part, Rows>(
    { items }: Dependencies,
    read: (item: Item, filter: TransactionFilter, part: Part) => Promise<Rows>,
  ) =>
  async (companyId: number, itemId: number, filter: TransactionFilter, part: Part) =>
    read(await items.find(companyId, itemId), filter, part);

export type InventoryUseCases = ReturnType<typeof createInventoryUseCases>;
