import type { INVENTORY } from '@svc/contracts';
import {
  createListedReply,
  createUnpagedReply,
  createWrittenReply,
  documentBulk,
  documentCreate,
  documentGet,
  documentHistory,
  documentList,
  documentUpdate,
  documentUpsert,
  EXAMPLE_REQUEST_ID,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import * as responses from './responses';
import * as operations from './operations';

const request_id = EXAMPLE_REQUEST_ID;
const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };
const item_id = 41;

const createItem = {
  ...documentCreate(operations.createItem),
  reply: createWrittenReply(responses.itemResponse, responses.besideItem),
  example: {
    success: true,
    message: operations.createItem.message,
    data: responses.itemResponse.example,
    item_id,
    request_id,
  },
};

const replaceItem = documentUpdate(operations.replaceItem);
const patchItem = documentUpdate(operations.patchItem);
const listLowStock = documentList(operations.listLowStock);
const createReservation = documentCreate(operations.createReservation);

export const inventoryDocumentation: Documentation<typeof INVENTORY> = {
  listItems: documentList(operations.listItems),
  getItem: documentGet(operations.getItem),
  createItem,
  replaceItem,
  patchItem,
  listItemStock: {
    summary: 'List the stock of an item',
    description: 'Every location that has or had the item; not paged.',
    reply: createUnpagedReply(responses.stockResponse, responses.besideItem),
    status: 200,
    example: { success: true, data: [responses.stockResponse.example], item_id, request_id },
    errors: [],
  },
  listItemTransactions: {
    ...documentList(operations.listItemTransactions),
    reply: createListedReply(responses.transactionResponse, { beside: responses.besideItem }),
    example: {
      success: true,
      data: [responses.transactionResponse.example],
      item_id,
      pagination,
      request_id,
    },
  },
  adjustStock: documentUpdate(operations.adjustStock),
  transferStock: documentUpdate(operations.transferStock),
  listInventoryLocations: documentList(operations.listInventoryLocations),
  getInventoryLocation: documentGet(operations.getInventoryLocation),
  listLowStock: {
    ...listLowStock,
    example: {
      ...listLowStock.example,
      data: [{ ...responses.itemResponse.example, quantity_on_hand: 2 }],
    },
  },
  listItemHistory: documentHistory({
    record: 'item',
    reply: responses.itemHistoryResponse,
    changes: [{ field: 'min_stock_level', before: 0, after: 5 }],
    more: 'Its stock is no part of it: `sub=transactions` lists every movement.',
  }),
  listReservations: documentList(operations.listReservations),
  createReservation: {
    ...createReservation,
    status: 200,
    example: {
      ...createReservation.example,
      message: 'Reservation updated.',
      data: { ...responses.partReservationResponse.example, version: 2, quantity: 3 },
    },
    created: createReservation,
  },
  deleteReservation: documentUpdate({
    summary: 'Remove a reservation',
    description:
      'Takes the part from the job, which is a change of the job as any other, and releases what is held of it. conflict: the job has ended.',
    response: responses.removedReservationResponse,
    message: 'Reservation removed.',
    errors: ['conflict'],
  }),
  upsertItem: documentUpsert('an item', replaceItem, createItem),
  bulkInventory: documentBulk({
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
    responses: [
      { status: 200, body: patchItem.example },
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

export const inventoryEventRecords: EventRecords = {
  inventory: { response: responses.itemWithStockResponse, id: 'item_id' },
};
