import { formatTimestamp } from '@svc/kernel';
import type { Item } from '../domain/item';
import type { InventoryLocation } from '../domain/location';
import type { StoredItem } from '../persistence/location-reads';
import type { Audit } from '../persistence/ledger-audit';
import type { ReservationOutlook } from '../persistence/reservation-reads';
import type { StockEntry, Transaction } from '../persistence/stock-reads';
import type { StockTransfer, TransferSide } from '../use-cases/transfer-stock';

export const presentItem = (item: Item, zone: string) => ({
  id: item.id,
  part_number: item.partNumber,
  part_name: item.partName,
  description: item.description,
  category: item.category,
  serial_number: item.serialNumber,
  quantity_on_hand: item.quantityOnHand,
  min_stock_level: item.minStockLevel,
  reorder_quantity: item.reorderQuantity,
  cost_per_unit: item.costPerUnit,
  price_per_unit: item.pricePerUnit,
  supplier_id: item.supplierId,
  created_at: formatTimestamp(item.createdAt, zone),
  updated_at: formatTimestamp(item.updatedAt, zone),
});

export const presentStock = (entry: StockEntry, zone: string) => ({
  location_id: entry.locationId,
  location_name: entry.locationName,
  location_type: entry.locationType,
  quantity: entry.quantity,
  reserved_quantity: entry.reserved,
  available: entry.quantity - entry.reserved,
  last_updated: formatTimestamp(entry.lastUpdated, zone),
});

/** Changes by API key are the API's; the operator and the system have no user name. */
const userName = (actor: string): string | null => (actor.startsWith('api_key:') ? 'API' : null);

export const presentTransaction = (transaction: Transaction, zone: string) => ({
  id: transaction.id,
  transaction_type: transaction.type,
  quantity: transaction.quantity,
  location_id: transaction.locationId,
  location_name: transaction.locationName,
  related_location_id: transaction.relatedLocationId,
  related_location_name: transaction.relatedLocationName,
  job_id: transaction.jobId,
  user_name: userName(transaction.actor),
  notes: transaction.notes,
  created_at: formatTimestamp(transaction.createdAt, zone),
});

export const presentLocation = (location: InventoryLocation, zone: string) => ({
  id: location.id,
  location_name: location.name,
  location_type: location.type,
  address: location.address,
  city: location.city,
  state: location.state,
  zip: location.zip,
  is_active: location.isActive,
  created_at: formatTimestamp(location.createdAt, zone),
  updated_at: formatTimestamp(location.updatedAt, zone),
});

export const presentStored = ({ partName, partNumber, quantity, reserved }: StoredItem) => ({
  part_name: partName,
  part_number: partNumber,
  quantity,
  reserved_quantity: reserved,
  available: quantity - reserved,
});

const presentSide = ({ locationId, locationName, quantity }: TransferSide) => ({
  location_id: locationId,
  location_name: locationName,
  new_quantity: quantity,
});

export const presentTransfer = ({ from, to }: StockTransfer) => ({
  from_location: presentSide(from),
  to_location: presentSide(to),
});

/** What the operator sees of the parts of a job. */
export const presentReservation = (reservation: ReservationOutlook, zone: string) => ({
  job_id: reservation.jobId,
  job_status: reservation.jobStatus,
  deleted: reservation.deleted,
  version: reservation.version,
  status: reservation.status,
  parts: reservation.parts.map((part) => ({
    item_id: part.itemId,
    location_id: part.locationId,
    quantity: part.quantity,
    available: part.available,
  })),
  created_at: formatTimestamp(reservation.createdAt, zone),
  updated_at: formatTimestamp(reservation.updatedAt, zone),
});

export const presentAudit = ({ items, balances, transactions, differences }: Audit) => ({
  items,
  balances,
  transactions,
  differences: differences.map(({ itemId, locationId, check, recorded, derived }) => ({
    item_id: itemId,
    location_id: locationId,
    check,
    recorded,
    derived,
  })),
});
