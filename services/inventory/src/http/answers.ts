import { LOCATION_TYPES, keyIdOf } from '@svc/contracts';
import { answer, historyAnswer, namedAnswer, removedAnswer } from '@svc/http';
import { isLowOnStock, type Item } from '../domain/item';
import { SHOWN_FIELDS } from '../domain/item-history';
import { type InventoryLocation } from '../domain/location';
import { MOVEMENT_TYPES } from '../domain/movement';
import type { PartReservation } from '../domain/part-reservation';
import { RESERVATION_STATUSES } from '../domain/reservation';
import type { Supplier } from '../domain/supplier';
import type { DetailedItem } from '../persistence/item-reads';
import type { Audit, Difference } from '../persistence/ledger-audit';
import type { StoredItem } from '../persistence/location-reads';
import type {
  PartWithAvailability,
  ReservationWithAvailability,
} from '../persistence/reservation-reads';
import type { StockEntry, Transaction } from '../persistence/stock-reads';
import type { ListedSupplier } from '../persistence/supplier-reads';
import type { ItemWithStock } from '../use-cases/get-item';
import type { LocationWithStock } from '../use-cases/inventory-locations';
import type { StockTransfer, TransferSide } from '../use-cases/transfer-stock';

export const removedItemAnswer = removedAnswer('RemovedInventoryItem', 'id');

export const itemAnswer = namedAnswer('InventoryItem', (item: Item, { zone }, show) => ({
  id: show.id(item.id),
  version: show.version(
    item.version,
    'Grows with each change of the item and with each movement of its stock.',
  ),
  external_id: show.optionalText(item.externalId),
  part_number: show.text(item.partNumber),
  part_name: show.text(item.partName),
  description: show.optionalText(item.description),
  category: show.optionalText(item.category),
  serial_number: show.optionalText(item.serialNumber),
  quantity_on_hand: show.count(item.quantityOnHand, 'The sum over all locations.'),
  min_stock_level: show.count(item.minStockLevel, 'The low-stock threshold.'),
  reorder_quantity: show.count(item.reorderQuantity),
  cost_per_unit: show.optionalMoney(item.costPerUnit),
  price_per_unit: show.optionalMoney(item.pricePerUnit),
  supplier_id: show.optionalId(item.supplierId),
  created_at: show.timestamp(item.createdAt, zone),
  updated_at: show.timestamp(item.updatedAt, zone),
}));

/** A change of an item. */
export const itemHistoryAnswer = historyAnswer(SHOWN_FIELDS);

export const detailedItemAnswer = answer((item: DetailedItem, view, show) => ({
  ...itemAnswer.declare(item, view, show),
  reserved_quantity: show.count(item.reservedQuantity),
  available: show.count(item.quantityOnHand - item.reservedQuantity),
  is_low: show.flag(isLowOnStock(item)),
  supplier_name: show.optionalText(item.supplierName),
}));

export const stockAnswer = namedAnswer('StockEntry', (entry: StockEntry, { zone }, show) => ({
  location_id: show.id(entry.locationId),
  location_name: show.optionalText(entry.locationName),
  location_type: show.optionalOneOf(LOCATION_TYPES, entry.locationType),
  quantity: show.count(entry.quantity),
  reserved_quantity: show.count(entry.reservedQuantity, 'Held for jobs.'),
  available: show.count(
    entry.quantity - entry.reservedQuantity,
    'quantity minus reserved_quantity.',
  ),
  last_updated: show.timestamp(entry.lastUpdated, zone),
}));

/** Of which item an answer is, beside its `data`. */
export const besideItem = answer((id: number, _view, show) => ({ item_id: show.id(id) }));

export const itemWithStockAnswer = answer(({ item, stock }: ItemWithStock, view, show) => ({
  item: show.part(itemAnswer, item, view),
  stock: show.list(stockAnswer, stock, view),
}));

/** What an API key changes is the API's; the operator and the system have no user name. */
const userName = (actor: string): string | null => (keyIdOf(actor) === undefined ? null : 'API');

export const transactionAnswer = namedAnswer(
  'InventoryTransaction',
  (transaction: Transaction, { zone }, show) => ({
    id: show.id(transaction.id),
    transaction_type: show.oneOf(MOVEMENT_TYPES, transaction.transactionType),
    quantity: show.integer(transaction.quantity, 'Signed: positive increases, negative decreases.'),
    location_id: show.id(transaction.locationId),
    location_name: show.optionalText(transaction.locationName),
    related_location_id: show.optionalId(
      transaction.relatedLocationId,
      'The other location of a transfer.',
    ),
    related_location_name: show.optionalText(transaction.relatedLocationName),
    job_id: show.optionalId(transaction.jobId),
    user_name: show.optionalText(
      userName(transaction.actor),
      '`API` for changes made through the API.',
    ),
    notes: show.optionalText(
      transaction.notes,
      'The reason of an adjustment, the notes of a transfer.',
    ),
    created_at: show.timestamp(transaction.createdAt, zone),
  }),
);

/** A row of the ledger with who did it, for people alone. */
export const detailedTransactionAnswer = answer((transaction: Transaction, view, show) => ({
  ...transactionAnswer.declare(transaction, view, show),
  source: show.text(transaction.actor),
  person_id: show.optionalId(transaction.personId),
}));

export const supplierAnswer = answer((supplier: Supplier, _view, show) => ({
  supplier_id: show.id(supplier.id),
  supplier_name: show.text(supplier.supplierName),
}));

export const listedSupplierAnswer = answer((supplier: ListedSupplier, view, show) => ({
  ...supplierAnswer.declare(supplier, view, show),
  item_count: show.count(supplier.itemCount),
}));

export const locationAnswer = namedAnswer(
  'InventoryLocation',
  (location: InventoryLocation, { zone }, show) => ({
    id: show.id(location.id),
    version: show.version(location.version, 'Grows by 1 with each change, not with its stock.'),
    location_name: show.text(location.locationName),
    location_type: show.oneOf(LOCATION_TYPES, location.locationType),
    address: show.optionalText(location.address),
    city: show.optionalText(location.city),
    state: show.optionalText(location.state),
    zip: show.optionalText(location.zip),
    is_active: show.flag(location.isActive),
    created_at: show.timestamp(location.createdAt, zone),
    updated_at: show.timestamp(location.updatedAt, zone),
  }),
);

const storedAnswer = namedAnswer('StockSummaryEntry', (stored: StoredItem, _view, show) => ({
  part_name: show.text(stored.partName),
  part_number: show.text(stored.partNumber),
  quantity: show.count(stored.quantity),
  reserved_quantity: show.count(stored.reservedQuantity),
  available: show.count(stored.quantity - stored.reservedQuantity),
}));

export const locationWithStockAnswer = answer(
  ({ location, stockSummary }: LocationWithStock, view, show) => ({
    location: show.part(locationAnswer, location, view),
    stock_summary: show.list(storedAnswer, stockSummary, view),
  }),
);

export const adjustmentAnswer = answer((quantity: number, _view, show) => ({
  new_quantity: show.count(quantity),
}));

const sideAnswer = answer((side: TransferSide, _view, show) => ({
  location_id: show.id(side.locationId),
  location_name: show.optionalText(side.locationName),
  new_quantity: show.count(side.newQuantity),
}));

export const transferAnswer = answer(({ from, to }: StockTransfer, view, show) => ({
  from_location: show.part(sideAnswer, from, view),
  to_location: show.part(sideAnswer, to, view),
}));

const partAnswer = answer((part: PartWithAvailability, _view, show) => ({
  item_id: show.id(part.itemId),
  part_number: show.optionalText(part.partNumber),
  part_name: show.optionalText(part.partName),
  location_id: show.id(part.locationId),
  location_name: show.optionalText(part.locationName),
  quantity: show.count(part.quantity),
  available: show.integer(part.available),
}));

export const reservationAnswer = answer((reservation: ReservationWithAvailability, view, show) => ({
  job_id: show.id(reservation.jobId),
  job_status: show.text(reservation.jobStatus),
  deleted: show.flag(reservation.deleted),
  version: show.version(reservation.version),
  status: show.oneOf(RESERVATION_STATUSES, reservation.status),
  parts: show.list(partAnswer, reservation.parts, view),
  created_at: show.timestamp(reservation.createdAt, view.zone),
  updated_at: show.timestamp(reservation.updatedAt, view.zone),
}));

export const partReservationAnswer = namedAnswer(
  'Reservation',
  (reservation: PartReservation, { zone }, show) => ({
    reservation_id: show.id(reservation.id),
    version: show.version(reservation.version, 'Grows when its quantity or its status changes.'),
    job_id: show.id(reservation.jobId),
    item_id: show.id(reservation.itemId),
    location_id: show.id(reservation.locationId),
    quantity: show.count(reservation.quantity),
    status: show.oneOf(
      RESERVATION_STATUSES,
      reservation.status,
      'The same for all of a job: reserved, or waiting until all of them are in stock; released when the job was cancelled or deleted, consumed when it was completed.',
    ),
    created_at: show.timestamp(reservation.createdAt, zone),
    updated_at: show.timestamp(reservation.updatedAt, zone),
  }),
);

export const removedReservationAnswer = namedAnswer(
  'RemovedReservation',
  (id: number, _view, show) => ({ reservation_id: show.id(id) }),
);

const differenceAnswer = answer((difference: Difference, _view, show) => ({
  item_id: show.id(difference.itemId),
  location_id: show.optionalId(difference.locationId),
  check: show.text(difference.check),
  recorded: show.integer(difference.recorded),
  derived: show.integer(difference.derived),
}));

export const auditAnswer = answer((audit: Audit, view, show) => ({
  items: show.count(audit.items),
  balances: show.count(audit.balances),
  transactions: show.count(audit.transactions),
  differences: show.list(differenceAnswer, audit.differences, view),
}));
