import { LOCATION_TYPES } from '@svc/contracts';
import { fields, type ValueOf } from '@svc/http';
import Joi, { type Schema } from 'joi';
import { MOVEMENT_TYPES } from '../domain/movement';
import { RESERVATION_STATUSES } from '../domain/reservation';
import { isMissing, missing, refuseWith } from './field-codes';

const locationType = () => fields.oneOf(LOCATION_TYPES);

export const listItemsQuery = fields.object({
  ...fields.removableListFields,
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

const optional = {
  description: fields.optionalText(fields.LONG_TEXT),
  category: fields.optionalText(),
  serial_number: fields.optionalText(),
  cost_per_unit: fields.unitPrice().allow(null),
  price_per_unit: fields.unitPrice().allow(null),
  supplier_id: fields.id().allow(null).description('A supplier of the company.'),
};

const level = () => fields.integer();

const itemFields = {
  part_number: fields
    .identifier()
    .required()
    .description('Unique in the company, upper and lower case being the same.'),
  part_name: fields.text().required(),
  external_id: fields.externalId(),
  ...optional,
  min_stock_level: level().allow(null).description('The low-stock threshold; 0 when absent.'),
  reorder_quantity: level().allow(null).description('0 when absent.'),
};

const ITEM_CODES = refuseWith([missing('part_number'), missing('part_name')]);

export const createItemBody = fields
  .object({
    ...itemFields,
    quantity_on_hand: fields.integer().allow(null).description('Opening stock; 0 when absent.'),
    warehouse_id: fields
      .reading<number | null>()(
        Joi.when('location_id', { is: Joi.valid(null), then: fields.id().allow(null) }),
      )
      .description('Older name of location_id: looked at only where that is absent or null.'),
    location_id: fields
      .id()
      .allow(null)
      .description(
        'The active location that receives the opening stock; required when there is any.',
      ),
  })
  .error(ITEM_CODES);

export const replaceItemBody = fields.object(itemFields).error(ITEM_CODES);

export type ItemBody = ValueOf<typeof replaceItemBody>;

const patchable = {
  part_number: fields.identifier(),
  part_name: fields.text(),
  ...optional,
  min_stock_level: level(),
  reorder_quantity: level(),
};

const updatable = { ...patchable, external_id: fields.externalId() };

export const patchItemBody = fields
  .object(updatable)
  .or(...Object.keys(updatable))
  .error(
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
        message: `The body must hold at least one of ${Object.keys(updatable).join(', ')}.`,
        applies: ({ code }) => code === 'object.missing',
      },
    ]),
  );

export type PatchItemBody = ValueOf<typeof patchItemBody>;

const QUANTITY_MIN = -(2 ** 31);

const adjustFields = {
  location_id: fields.id().required(),
  quantity: fields
    .integer(QUANTITY_MIN)
    .invalid(0)
    .required()
    .description('How much is added, or removed when negative; not 0.'),
  reason: fields.text(fields.LONG_TEXT).required(),
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

export const adjustStockBody = fields.object(adjustFields).error(ADJUST_CODES);

/** A movement that is sent again under its key is made once. */
const idempotencyKey = { idempotency_key: fields.text().required() };

export const adjustStockOnceBody = fields
  .object({ ...adjustFields, ...idempotencyKey })
  .error(ADJUST_CODES);

const isPositiveInteger = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

const transferFields = {
  item_id: fields.id().required(),
  from_location_id: fields.id().required(),
  to_location_id: fields.id().required().description('Another, active location.'),
  quantity: fields.integer(1).required(),
  notes: fields.optionalText(fields.LONG_TEXT),
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

export const transferStockBody = fields.object(transferFields).error(TRANSFER_CODES);

export const transferStockOnceBody = fields
  .object({ ...transferFields, ...idempotencyKey })
  .error(TRANSFER_CODES);

export const saveSupplierBody = fields.object({
  name: fields.text().required(),
});

const locationFields = {
  location_name: fields.text(),
  location_type: locationType(),
  address: fields.optionalText(),
  city: fields.optionalText(),
  state: fields.optionalText(),
  zip: fields.optionalText(),
  is_active: fields.flag(),
};

export const saveLocationBody = fields.object({
  ...locationFields,
  location_name: fields.text().required(),
  location_type: locationType().required(),
});

export const editLocationBody = fields.object(locationFields).or(...Object.keys(locationFields));

export type EditLocationBody = ValueOf<typeof editLocationBody>;

export type SaveLocationBody = ValueOf<typeof saveLocationBody>;

const MANIFEST_MOVEMENTS = ['Add', 'Remove', 'Adjust', 'Transfer'] as const;

const ofType = (type: (typeof MANIFEST_MOVEMENTS)[number], then: Schema, otherwise: Schema) =>
  fields.reading<number>()(Joi.when('type', { is: type, then, otherwise }));

const anyMovement = fields.object({
  type: fields.oneOf(MANIFEST_MOVEMENTS).required(),
  location_id: fields.id().required(),
  to_location_id: ofType(
    'Transfer',
    fields.id().invalid(Joi.ref('location_id')).required(),
    Joi.forbidden(),
  ),
  quantity: ofType(
    'Adjust',
    fields.integer(QUANTITY_MIN).invalid(0).required(),
    fields.integer(1).required(),
  ).required(),
  notes: fields.optionalText(fields.LONG_TEXT),
});

type AnyMovement = ValueOf<typeof anyMovement>;

/** Only a transfer has another location, and each has. */
export type MovementBody =
  | (AnyMovement & { readonly type: Exclude<AnyMovement['type'], 'Transfer'> })
  | (AnyMovement & Required<Pick<AnyMovement, 'to_location_id'>> & { readonly type: 'Transfer' });

const movementBody = fields.reading<MovementBody>()(anyMovement);

/** One transaction writes them all; a company has far fewer places. */
const MAX_MOVEMENTS = 1_000;

export const applyItemBody = fields.object({
  ...patchable,
  part_number: fields.identifier().required(),
  part_name: fields.text().required(),
  stock: fields
    .array(
      fields.object({
        location_id: fields.id().required(),
        quantity: fields.integer().required(),
      }),
      MAX_MOVEMENTS,
    )
    .custom(fields.uniqueIn('location_id')),
  movements: fields.array(movementBody, MAX_MOVEMENTS),
});

export type ApplyItemBody = ValueOf<typeof applyItemBody>;

export const listJobReservationsQuery = fields.object({
  ...fields.pageFields,
  job_id: fields.queryId(),
  status: fields.oneOf(RESERVATION_STATUSES),
});

export const listPartReservationsQuery = fields.object({
  ...fields.listFields,
  job_id: fields.queryId().description('Only those of this job.'),
});

export const reservePartBody = fields.object({
  job_id: fields.id().required().description('A job that has not ended.'),
  item_id: fields.id().required(),
  location_id: fields.id().required().description('Where the item is taken from.'),
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
