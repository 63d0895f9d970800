import { fields, type PageQuery } from '@svc/http';
import Joi, { type Schema, type StringSchema } from 'joi';
import { LOCATION_TYPES, type LocationType } from '../domain/location';
import { MOVEMENT_TYPES, type MovementType } from '../domain/movement';
import { RESERVATION_STATUSES, type ReservationStatus } from '../domain/reservation';
import { isMissing, missing, refuseWith } from './field-codes';

const locationType = (): StringSchema => Joi.string().valid(...LOCATION_TYPES);

interface ListItemsQuery extends PageQuery {
  readonly category?: string;
  readonly search?: string;
  readonly low_stock?: boolean;
}

export const listItemsQuery = Joi.object<ListItemsQuery, true>({
  ...fields.pageFields,
  category: fields.text().description('Only items of exactly this category.'),
  search: fields
    .text()
    .trim()
    .description('Only items with this in their part number or name.')
    .note('Upper and lower case are the same.'),
  low_stock: fields
    .flag()
    .description('true: only items at or below their min_stock_level, also where that is 0.'),
});

export const pageQuery = Joi.object<PageQuery, true>(fields.pageFields);

interface ListItemTransactionsQuery extends PageQuery {
  readonly type?: MovementType;
}

export const listItemTransactionsQuery = Joi.object<ListItemTransactionsQuery, true>({
  ...fields.pageFields,
  type: Joi.string()
    .valid(...MOVEMENT_TYPES)
    .description('Only transactions of this type.'),
});

interface ListInventoryLocationsQuery extends PageQuery {
  readonly type?: LocationType;
  readonly active_only: boolean;
}

export const listInventoryLocationsQuery = Joi.object<ListInventoryLocationsQuery, true>({
  ...fields.pageFields,
  type: locationType().description('Only locations of this type.'),
  active_only: fields.flag().default(true).description('false: inactive locations too.'),
});

interface OptionalBody {
  readonly description?: string | null;
  readonly category?: string | null;
  readonly serial_number?: string | null;
  readonly cost_per_unit?: number | null;
  readonly price_per_unit?: number | null;
  readonly supplier_id?: number | null;
}

const optional = {
  description: fields.optionalText(fields.LONG_TEXT),
  category: fields.optionalText(),
  serial_number: fields.optionalText(),
  cost_per_unit: fields.money().allow(null),
  price_per_unit: fields.money().allow(null),
  supplier_id: fields.id().allow(null).description('A supplier of the company.'),
};

const level = () => fields.integer();

export interface ItemBody extends OptionalBody {
  readonly part_number: string;
  readonly part_name: string;
  readonly min_stock_level?: number | null;
  readonly reorder_quantity?: number | null;
}

const itemFields = {
  part_number: fields
    .text()
    .required()
    .description('Unique in the company, upper and lower case being the same.'),
  part_name: fields.text().required(),
  ...optional,
  min_stock_level: level().allow(null).description('The low-stock threshold; 0 when absent.'),
  reorder_quantity: level().allow(null).description('0 when absent.'),
};

const ITEM_CODES = refuseWith([missing('part_number'), missing('part_name')]);

interface CreateItemBody extends ItemBody {
  readonly quantity_on_hand?: number | null;
  readonly warehouse_id?: number | null;
  readonly location_id?: number | null;
}

export const createItemBody = Joi.object<CreateItemBody>({
  ...itemFields,
  quantity_on_hand: fields.integer().allow(null).description('Opening stock; 0 when absent.'),
  warehouse_id: Joi.when('location_id', {
    is: Joi.valid(null),
    then: fields.id().allow(null),
  }).description('Older name of location_id: looked at only where that is absent or null.'),
  location_id: fields
    .id()
    .allow(null)
    .description(
      'The active location that receives the opening stock; required when there is any.',
    ),
}).error(ITEM_CODES);

export const replaceItemBody = Joi.object<ItemBody, true>(itemFields).error(ITEM_CODES);

export interface PatchItemBody extends OptionalBody {
  readonly part_number?: string;
  readonly part_name?: string;
  readonly min_stock_level?: number;
  readonly reorder_quantity?: number;
}

const patchable = {
  part_number: fields.text(),
  part_name: fields.text(),
  ...optional,
  min_stock_level: level(),
  reorder_quantity: level(),
};

export const patchItemBody = Joi.object<PatchItemBody, true>(patchable)
  .or(...Object.keys(patchable))
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
        message: `The body must hold at least one of ${Object.keys(patchable).join(', ')}.`,
        applies: ({ code }) => code === 'object.missing',
      },
    ]),
  );

const QUANTITY_MIN = -(2 ** 31);

interface AdjustStockBody {
  readonly location_id: number;
  readonly quantity: number;
  readonly reason: string;
}

export const adjustStockBody = Joi.object<AdjustStockBody, true>({
  location_id: fields.id().required(),
  quantity: fields
    .integer(QUANTITY_MIN)
    .invalid(0)
    .required()
    .description('How much is added, or removed when negative; not 0.'),
  reason: fields.text(fields.LONG_TEXT).required(),
}).error(
  refuseWith([
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
  ]),
);

interface TransferStockBody {
  readonly item_id: number;
  readonly from_location_id: number;
  readonly to_location_id: number;
  readonly quantity: number;
  readonly notes?: string | null;
}

const isPositiveInteger = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

export const transferStockBody = Joi.object<TransferStockBody, true>({
  item_id: fields.id().required(),
  from_location_id: fields.id().required(),
  to_location_id: fields.id().required().description('Another, active location.'),
  quantity: fields.integer(1).required(),
  notes: fields.optionalText(fields.LONG_TEXT),
}).error(
  refuseWith([
    missing('item_id'),
    missing('from_location_id'),
    missing('to_location_id'),
    {
      code: 'invalid_quantity',
      field: 'quantity',
      message: 'quantity must be a positive integer.',
      applies: ({ value }) => !isPositiveInteger(value),
    },
  ]),
);

interface SaveSupplierBody {
  readonly name: string;
}

export const saveSupplierBody = Joi.object<SaveSupplierBody, true>({
  name: fields.text().required(),
});

export interface SaveLocationBody {
  readonly location_name: string;
  readonly location_type: LocationType;
  readonly address?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip?: string | null;
  readonly is_active?: boolean;
}

export const saveLocationBody = Joi.object<SaveLocationBody, true>({
  location_name: fields.text().required(),
  location_type: locationType().required(),
  address: fields.optionalText(),
  city: fields.optionalText(),
  state: fields.optionalText(),
  zip: fields.optionalText(),
  is_active: fields.flag(),
});

interface OpeningBody {
  readonly location_id: number;
  readonly quantity: number;
}

interface ToldMovement {
  readonly location_id: number;
  readonly quantity: number;
  readonly notes?: string | null;
}

export type MovementBody = ToldMovement &
  (
    | { readonly type: 'Add' | 'Remove' | 'Adjust' }
    | { readonly type: 'Transfer'; readonly to_location_id: number }
  );

const ofType = (type: MovementBody['type'], then: Schema, otherwise: Schema) =>
  Joi.when('type', { is: type, then, otherwise });

const movementBody = Joi.object<MovementBody>({
  type: Joi.string().valid('Add', 'Remove', 'Adjust', 'Transfer').required(),
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
  ),
  notes: fields.optionalText(fields.LONG_TEXT),
});

export interface ApplyItemBody extends PatchItemBody {
  readonly part_number: string;
  readonly part_name: string;
  readonly stock?: OpeningBody[];
  readonly movements?: MovementBody[];
}

/** One transaction writes them all; a company has far fewer places. */
const MAX_MOVEMENTS = 1_000;

export const applyItemBody = Joi.object<ApplyItemBody, true>({
  ...patchable,
  part_number: fields.text().required(),
  part_name: fields.text().required(),
  stock: fields
    .array(
      Joi.object<OpeningBody, true>({
        location_id: fields.id().required(),
        quantity: fields.integer().required(),
      }),
      MAX_MOVEMENTS,
    )
    .unique('location_id'),
  movements: fields.array(movementBody, MAX_MOVEMENTS),
});

interface ListReservationsQuery extends PageQuery {
  readonly job_id?: number;
  readonly status?: ReservationStatus;
}

export const listReservationsQuery = Joi.object<ListReservationsQuery, true>({
  ...fields.pageFields,
  job_id: fields.queryInteger(),
  status: Joi.string().valid(...RESERVATION_STATUSES),
});
