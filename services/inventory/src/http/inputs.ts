import type { ValueOf } from '@svc/http';
import type { ItemInput, ItemChanges } from '../domain/item';
import type { LocationChanges, LocationInput } from '../domain/location';
import { transferMovements, type ItemMovement } from '../domain/movement';
import type { ApplyItem } from '../use-cases/apply-items';
import type {
  adjustStockBody,
  ApplyItemBody,
  EditLocationBody,
  ItemBody,
  MovementBody,
  PatchItemBody,
  reservePartBody,
  SaveLocationBody,
  transferStockBody,
} from './schemas';

/** What a body changes of an item; what it does not hold stays as it is. */
export const changesOf = (body: PatchItemBody): ItemChanges => ({
  externalId: body.external_id,
  partNumber: body.part_number,
  partName: body.part_name,
  description: body.description,
  category: body.category,
  serialNumber: body.serial_number,
  minStockLevel: body.min_stock_level,
  reorderQuantity: body.reorder_quantity,
  costPerUnit: body.cost_per_unit,
  pricePerUnit: body.price_per_unit,
  supplierId: body.supplier_id,
});

/** The input of an item from a body with all its fields; null for an optional field is the same as none. */
export const itemInputOf = ({
  min_stock_level,
  reorder_quantity,
  ...body
}: ItemBody): ItemInput => ({
  ...changesOf({
    ...body,
    min_stock_level: min_stock_level ?? undefined,
    reorder_quantity: reorder_quantity ?? undefined,
  }),
  partNumber: body.part_number,
  partName: body.part_name,
});

export const adjustmentOf = (body: ValueOf<typeof adjustStockBody>) => ({
  locationId: body.location_id,
  quantity: body.quantity,
  reason: body.reason,
});

export const transferOf = (body: ValueOf<typeof transferStockBody>) => ({
  itemId: body.item_id,
  fromLocationId: body.from_location_id,
  toLocationId: body.to_location_id,
  quantity: body.quantity,
  notes: body.notes ?? null,
});

export const reservationOf = (body: ValueOf<typeof reservePartBody>) => ({
  jobId: body.job_id,
  part: { itemId: body.item_id, locationId: body.location_id, quantity: body.quantity },
});

/** What a body changes of a location; what it does not hold stays as it is. */
export const locationChangesOf = (body: EditLocationBody): LocationChanges => ({
  locationName: body.location_name,
  locationType: body.location_type,
  address: body.address,
  city: body.city,
  state: body.state,
  zip: body.zip,
  isActive: body.is_active,
});

export const locationInputOf = (body: SaveLocationBody): LocationInput => ({
  ...locationChangesOf(body),
  locationName: body.location_name,
  locationType: body.location_type,
});

/** The movements of a new item's stock: first its opening stock, then those that followed. */
const movementsOf = ({ stock = [], movements = [] }: ApplyItemBody): ItemMovement[] => [
  ...stock
    .filter(({ quantity }) => quantity > 0)
    .map(({ location_id, quantity }) => ({
      transactionType: 'Add' as const,
      locationId: location_id,
      quantity,
    })),
  ...movements.flatMap(movementsIn),
];

/** An entry of the operator's manifest. */
export const appliedOf = (body: ApplyItemBody): ApplyItem => ({
  input: { ...changesOf(body), partNumber: body.part_number, partName: body.part_name },
  movements: movementsOf(body),
});

function movementsIn(body: MovementBody): readonly ItemMovement[] {
  const { location_id: locationId, quantity, notes = null } = body;
  if (body.type !== 'Transfer') {
    return [
      { transactionType: body.type, locationId, quantity: SIGNS[body.type] * quantity, notes },
    ];
  }
  return transferMovements({
    fromLocationId: locationId,
    toLocationId: body.to_location_id,
    quantity,
    notes,
  });
}

/** In a manifest a removal has a positive quantity. */
const SIGNS = { Add: 1, Remove: -1, Adjust: 1 } as const;
