import type { INVENTORY } from '@svc/contracts';
import { fields } from '@svc/http';
import {
  bulkDocumentation,
  EXAMPLE_REQUEST_ID,
  foundAllReply,
  foundReply,
  historyDocumentation,
  listedReply,
  upsertOf,
  writtenReply,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import {
  adjustmentAnswer,
  besideItem,
  itemAnswer,
  itemHistoryAnswer,
  itemWithStockAnswer,
  locationAnswer,
  locationWithStockAnswer,
  partReservationAnswer,
  stockAnswer,
  transactionAnswer,
  transferAnswer,
  removedItemAnswer,
  removedReservationAnswer,
} from './answers';
import {
  adjustStockBody,
  createItemBody,
  listInventoryLocationsQuery,
  listItemsQuery,
  listItemTransactionsQuery,
  listPartReservationsQuery,
  patchItemBody,
  replaceItemBody,
  reservePartBody,
  transferStockBody,
} from './schemas';

const exampleItem = {
  id: 41,
  version: 9,
  external_id: 'ERP-F100',
  part_number: 'F-100',
  part_name: 'Air filter 16x25',
  description: 'Pleated, MERV 11.',
  category: 'Filters',
  serial_number: null,
  quantity_on_hand: 20,
  min_stock_level: 5,
  reorder_quantity: 24,
  cost_per_unit: 6.4,
  price_per_unit: 14.95,
  supplier_id: 3,
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-09T16:40:12-04:00',
};

const exampleStock = {
  location_id: 2,
  location_name: 'Main warehouse',
  location_type: 'warehouse',
  quantity: 20,
  reserved_quantity: 2,
  available: 18,
  last_updated: '2026-03-09T16:40:12-04:00',
};

const exampleTransaction = {
  id: 903,
  transaction_type: 'Transfer_out',
  quantity: -4,
  location_id: 2,
  location_name: 'Main warehouse',
  related_location_id: 5,
  related_location_name: 'Van 1',
  job_id: null,
  user_name: 'API',
  notes: 'Restock of the van.',
  created_at: '2026-03-09T16:40:12-04:00',
};

const exampleLocation = {
  id: 2,
  version: 1,
  location_name: 'Main warehouse',
  location_type: 'warehouse',
  address: '12 Dock Street',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  is_active: true,
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-02T09:15:00-05:00',
};

const exampleReservation = {
  reservation_id: 311,
  version: 1,
  job_id: 1041,
  item_id: 41,
  location_id: 2,
  quantity: 2,
  status: 'reserved',
  created_at: '2026-03-09T16:40:12-04:00',
  updated_at: '2026-03-09T16:40:12-04:00',
};

const request_id = EXAMPLE_REQUEST_ID;
const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };

const operations = {
  listItems: {
    summary: 'List items',
    description:
      'Newest first. All filters may be combined. In search `%` and `_` stand for themselves.',
    query: listItemsQuery,
    reply: listedReply(itemAnswer, { removed: removedItemAnswer }),
    status: 200,
    example: { success: true, data: [exampleItem], pagination, request_id },
    errors: ['validation_failed'],
  },

  getItem: {
    summary: 'Get an item with its stock',
    description: 'stock has every location that has or had the item.',
    reply: foundReply(itemWithStockAnswer),
    status: 200,
    isVersioned: true,
    example: { success: true, data: { item: exampleItem, stock: [exampleStock] }, request_id },
    errors: ['not_found'],
  },

  createItem: {
    summary: 'Create an item',
    description: [
      'Opening stock is recorded as one Add transaction at the location that receives it. Refusals',
      'come in this order: missing_part_number, missing_part_name, validation_failed (an unknown',
      'supplier_id too), duplicate_part_number, warehouse_required.',
    ].join(' '),
    body: createItemBody,
    requestExample: {
      part_number: 'F-100',
      part_name: 'Air filter 16x25',
      category: 'Filters',
      quantity_on_hand: 20,
      warehouse_id: 2,
      min_stock_level: 5,
      reorder_quantity: 24,
      cost_per_unit: 6.4,
      price_per_unit: 14.95,
      supplier_id: 3,
    },
    reply: writtenReply(itemAnswer, besideItem),
    status: 201,
    example: {
      success: true,
      message: 'Item created.',
      data: exampleItem,
      item_id: 41,
      request_id,
    },
    errors: [
      'invalid_json',
      'missing_part_number',
      'missing_part_name',
      'validation_failed',
      'duplicate_part_number',
      'warehouse_required',
      'duplicate_external_id',
    ],
  },

  replaceItem: {
    summary: 'Replace an item',
    description: [
      'Optional fields that are not sent are reset: to null, min_stock_level and reorder_quantity to',
      '0. quantity_on_hand is ignored: it changes with the stock. An item that was read can be edited',
      'and sent back.',
    ].join(' '),
    body: replaceItemBody,
    requestExample: { part_number: 'F-100', part_name: 'Air filter 16x25', min_stock_level: 8 },
    reply: writtenReply(itemAnswer),
    status: 200,
    example: { success: true, message: 'Item updated.', data: exampleItem, request_id },
    errors: [
      'invalid_json',
      'missing_part_number',
      'missing_part_name',
      'validation_failed',
      'not_found',
      'duplicate_part_number',
      'duplicate_external_id',
    ],
  },

  patchItem: {
    summary: 'Change some fields of an item',
    description: 'Fields that are not sent stay; null clears where it is allowed.',
    body: patchItemBody,
    requestExample: { min_stock_level: 8 },
    reply: writtenReply(itemAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Item updated.',
      data: { ...exampleItem, min_stock_level: 8 },
      request_id,
    },
    errors: [
      'invalid_json',
      'invalid_part_number',
      'invalid_part_name',
      'no_fields',
      'validation_failed',
      'not_found',
      'duplicate_part_number',
      'duplicate_external_id',
    ],
  },

  listItemStock: {
    summary: 'List the stock of an item',
    description: 'Every location that has or had the item; not paged.',
    reply: foundAllReply(stockAnswer, besideItem),
    status: 200,
    example: { success: true, data: [exampleStock], item_id: 41, request_id },
    errors: ['not_found'],
  },

  listItemTransactions: {
    summary: 'List the transactions of an item',
    description: [
      'Newest first. The quantities of Add, Remove, Adjust, Transfer_out, Transfer_in and',
      'Job_complete add up to quantity_on_hand; Reserve (negative) and Release (positive) change what',
      'is available.',
    ].join(' '),
    query: listItemTransactionsQuery,
    reply: listedReply(transactionAnswer, { beside: besideItem }),
    status: 200,
    example: {
      success: true,
      data: [exampleTransaction],
      item_id: 41,
      pagination,
      request_id,
    },
    errors: ['validation_failed', 'not_found'],
  },

  adjustStock: {
    summary: 'Adjust stock',
    description: [
      'Adds to or, with a negative quantity, removes from the stock at one location. Reserved stock',
      'cannot be removed. Nothing can be added to an inactive location. Refusals come in this order:',
      'missing_location_id, missing_quantity, missing_reason, invalid_quantity, validation_failed,',
      'not_found, location_not_found, insufficient_stock.',
    ].join(' '),
    body: adjustStockBody,
    requestExample: { location_id: 2, quantity: -3, reason: 'Damaged in storage.' },
    reply: writtenReply(adjustmentAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Stock adjusted.',
      data: { new_quantity: 17 },
      request_id,
    },
    errors: [
      'invalid_json',
      'missing_location_id',
      'missing_quantity',
      'missing_reason',
      'invalid_quantity',
      'validation_failed',
      'not_found',
      'location_not_found',
      'insufficient_stock',
    ],
  },

  transferStock: {
    summary: 'Transfer stock',
    description: [
      'Moves available stock of an item between two locations, recorded as Transfer_out and',
      'Transfer_in. An inactive location can only be the source. Refusals come in this order:',
      'missing_item_id, missing_from_location_id, missing_to_location_id, invalid_quantity,',
      'validation_failed, same_location, item_not_found, from_location_not_found,',
      'to_location_not_found, no_stock (the source never had the item), insufficient_stock.',
    ].join(' '),
    body: transferStockBody,
    requestExample: {
      item_id: 41,
      from_location_id: 2,
      to_location_id: 5,
      quantity: 4,
      notes: 'Restock of the van.',
    },
    reply: writtenReply(transferAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Stock transferred.',
      data: {
        from_location: { location_id: 2, location_name: 'Main warehouse', new_quantity: 16 },
        to_location: { location_id: 5, location_name: 'Van 1', new_quantity: 4 },
      },
      request_id,
    },
    errors: [
      'invalid_json',
      'missing_item_id',
      'missing_from_location_id',
      'missing_to_location_id',
      'invalid_quantity',
      'validation_failed',
      'same_location',
      'item_not_found',
      'from_location_not_found',
      'to_location_not_found',
      'no_stock',
      'insufficient_stock',
    ],
  },

  listInventoryLocations: {
    summary: 'List inventory locations',
    description: 'Newest first; active ones only unless active_only is false.',
    query: listInventoryLocationsQuery,
    reply: listedReply(locationAnswer),
    status: 200,
    example: { success: true, data: [exampleLocation], pagination, request_id },
    errors: ['validation_failed'],
  },

  getInventoryLocation: {
    summary: 'Get an inventory location with its stock',
    description: 'stock_summary has every item that the location has or had, by part number.',
    reply: foundReply(locationWithStockAnswer),
    status: 200,
    isVersioned: true,
    example: {
      success: true,
      data: {
        location: exampleLocation,
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
      request_id,
    },
    errors: ['not_found'],
  },

  listLowStock: {
    summary: 'List low stock',
    description: [
      'Items at or below a min_stock_level above 0. The lowest quantity_on_hand / min_stock_level',
      'comes first, then the larger deficit, then the lower id.',
    ].join(' '),
    query: fields.listQuery,
    reply: listedReply(itemAnswer),
    status: 200,
    example: {
      success: true,
      data: [{ ...exampleItem, quantity_on_hand: 2 }],
      pagination,
      request_id,
    },
    errors: ['validation_failed'],
  },

  listItemHistory: historyDocumentation({
    record: 'item',
    reply: itemHistoryAnswer,
    changes: [{ field: 'min_stock_level', before: 0, after: 5 }],
    more: 'Its stock is no part of it: `sub=transactions` lists every movement.',
  }),

  listReservations: {
    summary: 'List reservations',
    description: [
      'Newest first. A reservation is a part that a job requires, whoever said so: the parts of a job',
      'and its reservations are one set, and all of them are held or none. One that is removed is in',
      'no list any more.',
    ].join(' '),
    query: listPartReservationsQuery,
    reply: listedReply(partReservationAnswer),
    status: 200,
    example: { success: true, data: [exampleReservation], pagination, request_id },
    errors: ['validation_failed'],
  },

  createReservation: {
    summary: 'Reserve an item for a job',
    description: [
      'Has the job require this quantity of the item from the location, which is a change of the job',
      'as any other. A job has one reservation for each item and location: where there is one, its',
      'quantity is set (200), so that the same request again adds nothing. Where the stock does not',
      'cover all that the job requires, the answer is the same with the status waiting.',
      'conflict: the job has ended, or requires 200 parts.',
    ].join(' '),
    body: reservePartBody,
    requestExample: { job_id: 1041, item_id: 41, location_id: 2, quantity: 2 },
    reply: writtenReply(partReservationAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Reservation updated.',
      data: { ...exampleReservation, version: 2, quantity: 3 },
      request_id,
    },
    created: {
      reply: writtenReply(partReservationAnswer),
      example: {
        success: true,
        message: 'Reservation created.',
        data: exampleReservation,
        request_id,
      },
    },
    errors: [
      'invalid_json',
      'validation_failed',
      'item_not_found',
      'location_not_found',
      'not_found',
      'conflict',
    ],
  },

  deleteReservation: {
    summary: 'Remove a reservation',
    description: [
      'Takes the part from the job, which is a change of the job as any other, and releases what is',
      'held of it. conflict: the job has ended.',
    ].join(' '),
    reply: writtenReply(removedReservationAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Reservation removed.',
      data: { reservation_id: 311 },
      request_id,
    },
    errors: ['not_found', 'conflict'],
  },
} satisfies Omit<Documentation<typeof INVENTORY>, 'upsertItem' | 'bulkInventory'>;

export const inventoryDocumentation: Documentation<typeof INVENTORY> = {
  ...operations,
  upsertItem: upsertOf('an item', operations.replaceItem, operations.createItem),
  bulkInventory: bulkDocumentation({
    records: 'items and stock',
    operations: [
      { method: 'PATCH', id: 41, body: operations.patchItem.requestExample },
      {
        method: 'POST',
        id: 41,
        sub: 'adjust',
        body: { location_id: 2, quantity: -50, reason: 'Counted.' },
      },
    ],
    answers: [
      { status: 200, body: operations.patchItem.example },
      {
        status: 400,
        body: {
          success: false,
          error: 'insufficient_stock',
          message: 'There is not that much available stock at the location.',
        },
      },
    ],
  }),
};

/** What events of items and their stock show. */
export const inventoryEventRecords: EventRecords = {
  inventory: { answer: itemWithStockAnswer, id: 'item_id' },
};
