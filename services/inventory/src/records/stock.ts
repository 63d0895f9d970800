import { LOCATION_TYPES, parseKeyId } from '@svc/contracts';
import { defineRecord, field, type RecordOf, type ReturnedOf } from '@svc/records';
import { MOVEMENT_TYPES } from '../domain/movement';
import { RESERVATION_STATUSES } from '../domain/reservation';

const AT = '2026-03-09T16:40:12-04:00';

export const stockEntry = defineRecord({
  name: 'Stock entry',
  table: 'stock',
  fields: {
    itemId: field.id('internal'),
    locationId: field.id('readOnly', { example: 2 }),
    locationName: field.text('joined', { nullable: true, example: 'Main warehouse' }),
    locationType: field.oneOf(LOCATION_TYPES)('joined', { nullable: true, example: 'warehouse' }),
    quantity: field.count('readOnly', { example: 20 }),
    reservedQuantity: field.count('readOnly', { about: 'Held for jobs.', example: 2 }),
    available: field.count('joined', { about: 'quantity minus reserved_quantity.', example: 18 }),
    lastUpdated: field.timestamp('readOnly', { example: AT }),
  },
});

export type StockEntry = RecordOf<typeof stockEntry> & ReturnedOf<typeof stockEntry>;

/** Null for the operator, people and the system. */
const userName = field.defineKind<string, string | null>({
  show: (show, actor, _view, { about }) =>
    show.optionalText(parseKeyId(actor) === undefined ? null : 'API', about),
});

export const transaction = defineRecord({
  name: 'Transaction',
  table: 'transactions',
  fields: {
    id: field.id('readOnly', { example: 903 }),
    transactionType: field.oneOf(MOVEMENT_TYPES)('readOnly', {
      column: 'type',
      example: 'Transfer_out',
    }),
    quantity: field.integer('readOnly', {
      about: 'Signed: positive increases, negative decreases.',
      example: -4,
    }),
    locationId: field.id('readOnly', { example: 2 }),
    locationName: field.text('joined', { nullable: true, example: 'Main warehouse' }),
    relatedLocationId: field.id('readOnly', {
      nullable: true,
      about: 'The other location of a transfer.',
      example: 5,
    }),
    relatedLocationName: field.text('joined', { nullable: true, example: 'Van 1' }),
    jobId: field.id('readOnly', { nullable: true, example: null }),
    actor: userName('readOnly', {
      apiName: 'user_name',
      about: '`API` for changes made through the API.',
      example: 'API',
    }),
    notes: field.text('readOnly', {
      nullable: true,
      about: 'The reason of an adjustment, the notes of a transfer.',
      example: 'Restock of the van.',
    }),
    createdAt: field.timestamp('readOnly', { example: AT }),
    personId: field.id('internal', { nullable: true }),
  },
});

export type Transaction = RecordOf<typeof transaction> & ReturnedOf<typeof transaction>;

export const partReservation = defineRecord({
  name: 'Reservation',
  table: 'reservation_parts',
  fields: {
    id: field.key('reservation_id', 311),
    version: field.version('Grows when its quantity or its status changes.', 1),
    jobId: field.id('readOnly', { example: 1041 }),
    itemId: field.id('readOnly', { example: 41 }),
    locationId: field.id('readOnly', { example: 2 }),
    quantity: field.count('readOnly', { example: 2 }),
    status: field.oneOf(RESERVATION_STATUSES)('joined', {
      about:
        'The same for all of a job: reserved, or waiting until all of them are in stock; released when the job was cancelled or deleted, consumed when it was completed.',
      example: 'reserved',
    }),
    createdAt: field.timestamp('readOnly', { example: AT }),
    updatedAt: field.timestamp('readOnly', { example: AT }),
  },
});

export type PartReservation = ReturnedOf<typeof partReservation>;
