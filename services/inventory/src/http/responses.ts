import {
  defineHistoryResponse,
  defineNamedResponse,
  defineRemovedResponse,
  defineResponse,
} from '@svc/http';
import { createResponse, field, toHistoryFields } from '@svc/records';
import { RESERVATION_STATUSES } from '../domain/reservation';
import type { Audit, Difference } from '../persistence/ledger-audit';
import type { StoredItem } from '../persistence/locations';
import type {
  PartWithAvailability,
  ReservationWithAvailability,
} from '../persistence/reservation-reads';
import type { ListedSupplier, Supplier } from '../persistence/suppliers';
import { inventoryLocation } from '../records/inventory-location';
import { item } from '../records/item';
import { partReservation, stockEntry, transaction, type Transaction } from '../records/stock';
import type { ItemWithStock } from '../use-cases/get-item';
import type { LocationWithStock } from '../use-cases/inventory-locations';
import type { StockTransfer, TransferSide } from '../use-cases/transfer-stock';

export const removedItemResponse = defineRemovedResponse('RemovedInventoryItem', 'id');

export const itemResponse = createResponse(item, { name: 'InventoryItem' });

export const itemHistoryResponse = defineHistoryResponse(toHistoryFields(item));

export const detailedItemResponse = createResponse(item, {
  also: {
    reservedQuantity: field.count('joined'),
    available: field.count('joined'),
    isLow: field.flag('joined'),
    supplierName: field.text('joined', { nullable: true }),
  },
});

export const stockResponse = createResponse(stockEntry, { name: 'StockEntry' });

export const besideItem = defineResponse((id: number, _view, show) => ({ item_id: show.id(id) }));

export const itemWithStockResponse = {
  ...defineResponse((found: ItemWithStock, view, show) => ({
    item: show.part(itemResponse, found.item, view),
    stock: show.list(stockResponse, found.stock, view),
  })),
  example: { item: itemResponse.example, stock: [stockResponse.example] },
};

export const transactionResponse = createResponse(transaction, { name: 'InventoryTransaction' });

export const detailedTransactionResponse = defineResponse((row: Transaction, view, show) => ({
  ...transactionResponse.declare(row, view, show),
  source: show.text(row.actor),
  person_id: show.optionalId(row.personId),
}));

export const supplierResponse = defineResponse((supplier: Supplier, _view, show) => ({
  supplier_id: show.id(supplier.id),
  supplier_name: show.text(supplier.supplierName),
}));

export const listedSupplierResponse = defineResponse((supplier: ListedSupplier, view, show) => ({
  ...supplierResponse.declare(supplier, view, show),
  item_count: show.count(supplier.itemCount),
}));

export const locationResponse = createResponse(inventoryLocation, { name: 'InventoryLocation' });

const storedResponse = defineNamedResponse(
  'StockSummaryEntry',
  (stored: StoredItem, _view, show) => ({
    part_name: show.text(stored.partName),
    part_number: show.text(stored.partNumber),
    quantity: show.count(stored.quantity),
    reserved_quantity: show.count(stored.reservedQuantity),
    available: show.count(stored.available),
  }),
);

export const locationWithStockResponse = {
  ...defineResponse(({ location, stockSummary }: LocationWithStock, view, show) => ({
    location: show.part(locationResponse, location, view),
    stock_summary: show.list(storedResponse, stockSummary, view),
  })),
  example: {
    location: locationResponse.example,
    stock_summary: [
      {
        part_name: 'Air filter 16x25',
        part_number: 'F-100',
        quantity: 20,
        reserved_quantity: 2,
        available: 18,
      },
    ],
  },
};

export const adjustmentResponse = defineResponse((quantity: number, _view, show) => ({
  new_quantity: show.count(quantity),
}));

const sideResponse = defineResponse((side: TransferSide, _view, show) => ({
  location_id: show.id(side.locationId),
  location_name: show.optionalText(side.locationName),
  new_quantity: show.count(side.newQuantity),
}));

export const transferResponse = defineResponse(({ from, to }: StockTransfer, view, show) => ({
  from_location: show.part(sideResponse, from, view),
  to_location: show.part(sideResponse, to, view),
}));

const partResponse = defineResponse((part: PartWithAvailability, _view, show) => ({
  item_id: show.id(part.itemId),
  part_number: show.optionalText(part.partNumber),
  part_name: show.optionalText(part.partName),
  location_id: show.id(part.locationId),
  location_name: show.optionalText(part.locationName),
  quantity: show.count(part.quantity),
  available: show.integer(part.available),
}));

export const reservationResponse = defineResponse(
  (reservation: ReservationWithAvailability, view, show) => ({
    job_id: show.id(reservation.jobId),
    job_status: show.text(reservation.jobStatus),
    deleted: show.flag(reservation.deleted),
    version: show.version(reservation.version),
    status: show.oneOf(RESERVATION_STATUSES, reservation.status),
    parts: show.list(partResponse, reservation.parts, view),
    created_at: show.timestamp(reservation.createdAt, view.zone),
    updated_at: show.timestamp(reservation.updatedAt, view.zone),
  }),
);

export const partReservationResponse = createResponse(partReservation, { name: 'Reservation' });

export const removedReservationResponse = createResponse(partReservation, {
  name: 'RemovedReservation',
  only: ['id'],
});

const differenceResponse = defineResponse((difference: Difference, _view, show) => ({
  item_id: show.id(difference.itemId),
  location_id: show.optionalId(difference.locationId),
  check: show.text(difference.check),
  recorded: show.integer(difference.recorded),
  derived: show.integer(difference.derived),
}));

export const auditResponse = defineResponse((audit: Audit, view, show) => ({
  items: show.count(audit.items),
  balances: show.count(audit.balances),
  transactions: show.count(audit.transactions),
  differences: show.list(differenceResponse, audit.differences, view),
}));
