import { fields } from '@svc/http';
import { createRequestExample } from '@svc/records';
import { item } from '../records/item';
import * as responses from './responses';
import * as schemas from './schemas';

export const listItems = {
  summary: 'List items',
  description:
    'Newest first. All filters may be combined. In search, `%` and `_` have no special meaning.',
  query: schemas.listItemsQuery,
  response: responses.itemResponse,
  removed: responses.removedItemResponse,
};

export const getItem = {
  summary: 'Get an item with its stock',
  description: 'stock has every location that has or had the item.',
  response: responses.itemWithStockResponse,
};

export const createItem = {
  summary: 'Create an item',
  description:
    'Opening stock is recorded as one Add transaction at the location that receives it. Refusals come in this order: missing_part_number, missing_part_name, validation_failed (an unknown supplier_id too), duplicate_part_number, warehouse_required.',
  body: schemas.createItemBody,
  requestExample: {
    ...createRequestExample(item, { without: ['externalId', 'description', 'serialNumber'] }),
    quantity_on_hand: 20,
    warehouse_id: 2,
  },
  message: 'Item created.',
  response: responses.itemResponse,
  errors: [
    'missing_part_number',
    'missing_part_name',
    'duplicate_part_number',
    'warehouse_required',
    'duplicate_external_id',
  ],
} as const;

export const replaceItem = {
  summary: 'Replace an item',
  description:
    'Optional fields that are not sent are reset: to null, min_stock_level and reorder_quantity to 0. quantity_on_hand is ignored: it changes with the stock. An item that was read can be edited and sent back.',
  body: schemas.replaceItemBody,
  requestExample: { part_number: 'F-100', part_name: 'Air filter 16x25', min_stock_level: 8 },
  message: 'Item updated.',
  response: responses.itemResponse,
  errors: [
    'missing_part_number',
    'missing_part_name',
    'duplicate_part_number',
    'duplicate_external_id',
  ],
} as const;

export const patchItem = {
  summary: 'Change some fields of an item',
  description: 'Fields that are not sent stay; null clears where it is allowed.',
  body: schemas.patchItemBody,
  requestExample: { min_stock_level: 8 },
  message: 'Item updated.',
  response: responses.itemResponse,
  example: { ...responses.itemResponse.example, min_stock_level: 8 },
  errors: [
    'invalid_part_number',
    'invalid_part_name',
    'no_fields',
    'duplicate_part_number',
    'duplicate_external_id',
  ],
} as const;

export const listItemTransactions = {
  summary: 'List the transactions of an item',
  description:
    'Newest first. The quantities of Add, Remove, Adjust, Transfer_out, Transfer_in and Job_complete add up to quantity_on_hand; Reserve (negative) and Release (positive) change what is available.',
  query: schemas.listItemTransactionsQuery,
  response: responses.transactionResponse,
};

export const adjustStock = {
  summary: 'Adjust stock',
  description:
    'Adds to or, with a negative quantity, removes from the stock at one location. Reserved stock cannot be removed. Nothing can be added to an inactive location. Refusals come in this order: missing_location_id, missing_quantity, missing_reason, invalid_quantity, validation_failed, not_found, location_not_found, insufficient_stock.',
  body: schemas.adjustStockBody,
  requestExample: { location_id: 2, quantity: -3, reason: 'Damaged in storage.' },
  message: 'Stock adjusted.',
  response: responses.adjustmentResponse,
  example: { new_quantity: 17 },
  errors: [
    'missing_location_id',
    'missing_quantity',
    'missing_reason',
    'invalid_quantity',
    'location_not_found',
    'insufficient_stock',
  ],
} as const;

export const transferStock = {
  summary: 'Transfer stock',
  description:
    'Moves available stock of an item between two locations, recorded as Transfer_out and Transfer_in. An inactive location can only be the source. Refusals come in this order: missing_item_id, missing_from_location_id, missing_to_location_id, invalid_quantity, validation_failed, same_location, item_not_found, from_location_not_found, to_location_not_found, no_stock (the source never had the item), insufficient_stock.',
  body: schemas.transferStockBody,
  requestExample: {
    item_id: 41,
    from_location_id: 2,
    to_location_id: 5,
    quantity: 4,
    notes: 'Restock of the van.',
  },
  message: 'Stock transferred.',
  response: responses.transferResponse,
  example: {
    from_location: { location_id: 2, location_name: 'Main warehouse', new_quantity: 16 },
    to_location: { location_id: 5, location_name: 'Van 1', new_quantity: 4 },
  },
  errors: [
    'missing_item_id',
    'missing_from_location_id',
    'missing_to_location_id',
    'invalid_quantity',
    'same_location',
    'item_not_found',
    'from_location_not_found',
    'to_location_not_found',
    'no_stock',
    'insufficient_stock',
  ],
} as const;

export const listInventoryLocations = {
  summary: 'List inventory locations',
  description: 'Newest first; active ones only unless active_only is false.',
  query: schemas.listInventoryLocationsQuery,
  response: responses.locationResponse,
};

export const getInventoryLocation = {
  summary: 'Get an inventory location with its stock',
  description: 'stock_summary has every item that the location has or had, by part number.',
  response: responses.locationWithStockResponse,
};

export const listLowStock = {
  summary: 'List low stock',
  description:
    'Items at or below a min_stock_level above 0. The lowest quantity_on_hand / min_stock_level comes first, then the larger deficit, then the lower id.',
  query: fields.listQuery,
  response: responses.itemResponse,
};

export const listReservations = {
  summary: 'List reservations',
  description:
    'Newest first. A reservation is a part that a job requires, no matter who set it: the parts of a job and its reservations are one set, held all together or not at all. A removed reservation is in no list.',
  query: schemas.listPartReservationsQuery,
  response: responses.partReservationResponse,
};

export const createReservation = {
  summary: 'Reserve an item for a job',
  description:
    'Has the job require this quantity of the item from the location, which is a change of the job as any other. A job has one reservation for each item and location: where there is one, its quantity is set (200), so that the same request again adds nothing. Where the stock does not cover all that the job requires, the answer is the same with the status waiting. conflict: the job has ended, or requires 200 parts.',
  body: schemas.reservePartBody,
  requestExample: { job_id: 1041, item_id: 41, location_id: 2, quantity: 2 },
  message: 'Reservation created.',
  response: responses.partReservationResponse,
  errors: ['item_not_found', 'location_not_found', 'conflict'],
} as const;
