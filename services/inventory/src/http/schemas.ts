import { LOCATION_TYPES } from '@svc/contracts';
import { fields, type SchemaValue } from '@svc/http';
import { createBody, createEntryBody, createObjectBody, createUpdateBody } from '@svc/records';
import Joi, { type CustomValidator, type Schema } from 'joi';
import { MOVEMENT_TYPES } from '../domain/movement';
import { RESERVATION_STATUSES } from '../domain/reservation';
import { inventoryLocation } from '../records/inventory-location';
import { item, type ItemDetails } from '../records/item';
import { isMissing, missing, refuseWith } from './field-codes';

const locationType = () => fields.oneOf(LOCATION_TYPES);

export const listItemsQuery = fields.object({
  ...fields.removableListFields,
  ids: fields.queryIds(),
  category: fields.text().description('Only items of exactly this category.'),
  external_id: fields.queryExternalId(),
  search: fields
    .searchTerm()
    .description('Only items with this in their part number or name.')
    .note('Upper and lower case are the same.'),
  low_stock: fields
    .flag()
    .description('true: only items at or below their min_stock_level, also where that is 0.'),
});

const movementType = () => fields.oneOf(MOVEMENT_TYPES);

export const listItemTransactionsQuery = fields.object({
  ...fields.listFields,
  type: movementType().description('Only transactions of this type.'),
});

export const transactionsOfItemQuery = fields.object({
  ...fields.pageFields,
  type: movementType(),
});

export const listInventoryLocationsQuery = fields.object({
  ...fields.listFields,
  type: locationType().description('Only locations of this type.'),
  active_only: fields.flag().default(true).description('false: inactive locations too.'),
});

const ITEM_CODES = refuseWith([missing('part_number'), missing('part_name')]);

const BODY_ORDER = { minStockLevel: 'supplierId', reorderQuantity: 'minStockLevel' };

export const createItemBody = createBody(item, {
  after: BODY_ORDER,
  also: {
    quantityOnHand: fields.integer().allow(null).description('Opening stock; 0 when absent.'),
    warehouseId: fields
      .withType<number | null>()(
        Joi.when('location_id', { is: Joi.valid(null), then: fields.id().allow(null) }),
      )
      .description('Older name of location_id: looked at only where that is absent or null.'),
    locationId: fields
      .id()
      .allow(null)
      .description(
        'The active location that receives the opening stock; required when there is any.',
      ),
  },
}).error(ITEM_CODES);

/** A client that knows only the specification would clear an external id that it never sent. */
const keepExternalId: CustomValidator<ItemDetails, Partial<ItemDetails>> = (details, helpers) => {
  const { external_id: sent } = helpers.original as { readonly external_id?: unknown };
  const { externalId: _, ...others } = details;
  return sent === undefined ? others : details;
};

export const replaceItemBody = createBody(item, { after: BODY_ORDER })
  .custom(keepExternalId)
  .error(ITEM_CODES);

const patchBody = createUpdateBody(item, {
  after: { ...BODY_ORDER, externalId: 'reorderQuantity' },
}).fork('part_number', () => fields.identifier());

export const patchItemBody = patchBody.error(
  refuseWith([
    {
      code: 'invalid_part_number',
      field: 'part_number',
      message: 'part_number must not be empty.',
      applies: isMissing,
    },
    {
      code: 'invalid_part_name',
      field: 'part_name',
      message: 'part_name must not be empty.',
      applies: isMissing,
    },
    {
      code: 'no_fields',
      message: `The body must hold at least one of ${Object.keys(patchBody.describe().keys).join(', ')}.`,
      applies: ({ code }) => code === 'object.missing',
    },
  ]),
);

const QUANTITY_MIN = -(2 ** 31);

const adjustFields = {
  locationId: fields.id().required(),
  quantity: fields
    .integer(QUANTITY_MIN)
    .invalid(0)
    .required()
    .description('How much is added, or removed when negative; not 0.'),
  reason: fields.text(fields.MAX_LONG_TEXT_CHARACTERS).required(),
};

const ADJUST_CODES = refuseWith([
  missing('location_id'),
  {
    ...missing('quantity'),
    message: 'quantity is required and must be a number.',
    applies: (report) => isMissing(report) || report.code === 'number.base',
  },
  missing('reason'),
  {
    code: 'invalid_quantity',
    field: 'quantity',
    message: 'quantity must not be 0.',
    applies: ({ code }) => code === 'any.invalid',
  },
]);

export const adjustStockBody = createObjectBody(adjustFields).error(ADJUST_CODES);

const idempotencyKey = { idempotencyKey: fields.text().required() };

export const adjustStockOnceBody = createObjectBody({ ...adjustFields, ...idempotencyKey }).error(
  ADJUST_CODES,
);

const isPositiveInteger = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

const transferFields = {
  itemId: fields.id().required(),
  fromLocationId: fields.id().required(),
  toLocationId: fields.id().required().description('Another, active location.'),
  quantity: fields.integer(1).required(),
  notes: fields.optionalText(fields.MAX_LONG_TEXT_CHARACTERS),
};

const TRANSFER_CODES = refuseWith([
  missing('item_id'),
  missing('from_location_id'),
  missing('to_location_id'),
  {
    code: 'invalid_quantity',
    field: 'quantity',
    message: 'quantity must be a positive integer.',
    applies: ({ value }) => !isPositiveInteger(value),
  },
]);

export const transferStockBody = createObjectBody(transferFields).error(TRANSFER_CODES);

export const transferStockOnceBody = createObjectBody({
  ...transferFields,
  ...idempotencyKey,
}).error(TRANSFER_CODES);

export const saveSupplierBody = fields.object({
  name: fields.text().required(),
});

export const createLocationBody = createBody(inventoryLocation);
export const editLocationBody = createUpdateBody(inventoryLocation);
export const saveLocationBody = createEntryBody(inventoryLocation);

const MANIFEST_MOVEMENTS = ['Add', 'Remove', 'Adjust', 'Transfer'] as const;

const ofType = (type: (typeof MANIFEST_MOVEMENTS)[number], then: Schema, otherwise: Schema) =>
  fields.withType<number>()(Joi.when('type', { is: type, then, otherwise }));

const anyMovement = createObjectBody({
  type: fields.oneOf(MANIFEST_MOVEMENTS).required(),
  locationId: fields.id().required(),
  toLocationId: ofType(
    'Transfer',
    fields.id().invalid(Joi.ref('location_id')).required(),
    Joi.forbidden(),
  ),
  quantity: ofType(
    'Adjust',
    fields.integer(QUANTITY_MIN).invalid(0).required(),
    fields.integer(1).required(),
  ).required(),
  notes: fields.optionalText(fields.MAX_LONG_TEXT_CHARACTERS),
});

type AnyMovement = SchemaValue<typeof anyMovement>;

export type MovementBody =
  | (AnyMovement & { readonly type: Exclude<AnyMovement['type'], 'Transfer'> })
  | (AnyMovement & Required<Pick<AnyMovement, 'toLocationId'>> & { readonly type: 'Transfer' });

const movementBody = fields.withType<MovementBody>()(anyMovement);

/** One transaction writes them all; a company has far fewer places. */
const MAX_MOVEMENTS = 1_000;

export const applyItemBody = createEntryBody(item, {
  without: ['externalId'],
  also: {
    stock: fields
      .array(
        createObjectBody({
          locationId: fields.id().required(),
          quantity: fields.integer().required(),
        }),
        MAX_MOVEMENTS,
      )
      .custom(fields.uniqueByField('locationId')),
    movements: fields.array(movementBody, MAX_MOVEMENTS),
  },
});

export type ApplyItemBody = SchemaValue<typeof applyItemBody>;

export const listJobReservationsQuery = fields.object({
  ...fields.pageFields,
  job_id: fields.queryId(),
  status: fields.oneOf(RESERVATION_STATUSES),
});

export const listPartReservationsQuery = fields.object({
  ...fields.listFields,
  job_id: fields.queryId().description('Only those of this job.'),
});

export const reservePartBody = createObjectBody({
  jobId: fields.id().required().description('A job that has not ended.'),
  itemId: fields.id().required(),
  locationId: fields.id().required().description('Where the item is taken from.'),
  quantity: fields.integer(1).required().description('All that the job takes of it there.'),
});

const search = () => fields.searchTerm();

export const detailedItemsQuery = fields.object({
  ...fields.pageFields,
  category: fields.text(),
  search: search(),
  low_stock: fields.flag(),
});

export const locationsByNameQuery = fields.object({
  ...fields.pageFields,
  search: search(),
  type: locationType(),
  active_only: fields.flag(),
});

export const suppliersQuery = fields.object({ ...fields.pageFields, search: search() });
