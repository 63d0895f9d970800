import { adjustStock } from './adjust-stock';
import { applyItems } from './apply-items';
import { changeItem } from './change-item';
import { createInventoryLocation } from './create-inventory-location';
import { createItem } from './create-item';
import { createSupplier } from './create-supplier';
import type { Dependencies } from './dependencies';
import { editInventoryLocation } from './edit-inventory-location';
import { followJob } from './follow-job';
import { getInventoryLocation } from './get-inventory-location';
import { getItem } from './get-item';
import { getItems } from './get-items';
import { listInventoryLocations } from './list-inventory-locations';
import { listItemHistory } from './list-item-history';
import { listItemStock } from './list-item-stock';
import { listItemTransactionChanges, listItemTransactions } from './list-item-transactions';
import { listItems } from './list-items';
import { listLowStock } from './list-low-stock';
import { listReservations } from './list-reservations';
import { reconcile } from './reconcile';
import { removeReservation } from './remove-reservation';
import { renameSupplier } from './rename-supplier';
import { reservePart } from './reserve-part';
import { retryReservations } from './retry-reservations';
import { saveInventoryLocation } from './save-inventory-location';
import { saveSupplier } from './save-supplier';
import { transferStock } from './transfer-stock';

/** Everything that can be done with inventory. */
export const inventoryUseCases = (dependencies: Dependencies) => ({
  listItems: listItems(dependencies),
  listItemChanges: dependencies.items.listChanges,
  listLowStock: listLowStock(dependencies),
  listLowStockChanges: dependencies.items.listLowChanges,
  getItem: getItem(dependencies),
  findByExternalId: dependencies.externalIds.find,
  getItems: getItems(dependencies),
  createItem: createItem(dependencies),
  changeItem: changeItem(dependencies),
  listItemHistory: listItemHistory(dependencies),
  listItemStock: listItemStock(dependencies),
  listItemTransactions: listItemTransactions(dependencies),
  listItemTransactionChanges: listItemTransactionChanges(dependencies),
  adjustStock: adjustStock(dependencies),
  transferStock: transferStock(dependencies),
  listInventoryLocations: listInventoryLocations(dependencies),
  listInventoryLocationChanges: dependencies.locations.listChanges,
  getInventoryLocation: getInventoryLocation(dependencies),
  showItems: dependencies.shownItems.list,
  showItem: dependencies.shownItems.find,
  showCategories: dependencies.shownItems.categories,
  showInventoryLocations: dependencies.locations.listByName,
  createInventoryLocation: createInventoryLocation(dependencies),
  editInventoryLocation: editInventoryLocation(dependencies),
  showSuppliers: dependencies.suppliers.list,
  createSupplier: createSupplier(dependencies),
  renameSupplier: renameSupplier(dependencies),
  saveSupplier: saveSupplier(dependencies),
  saveInventoryLocation: saveInventoryLocation(dependencies),
  applyItems: applyItems(dependencies),
  followJob: followJob(dependencies),
  retryReservations: retryReservations(dependencies),
  noteMissedArrivals: dependencies.arrivals.noteMissed,
  listReservations: listReservations(dependencies),
  listPartReservations: dependencies.partReservations.list,
  listPartReservationChanges: dependencies.partReservations.listChanges,
  reservePart: reservePart(dependencies),
  removeReservation: removeReservation(dependencies),
  reconcile: reconcile(dependencies),
});

export type InventoryUseCases = ReturnType<typeof inventoryUseCases>;
