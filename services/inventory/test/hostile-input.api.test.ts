import { INVENTORY, type ErrorCode } from '@svc/contracts';
import {
  bulkInput,
  cases,
  describeHostileInput,
  upsertInput,
  type OperationInput,
} from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const { coded, inQuery, integer, isMissing, optional, optionalText, unitPrice } = cases;
const { reference, required, text, updatable } = cases;

const LOCATION_TYPES = ['warehouse', 'vehicle', 'technician', 'job_site', 'other'];
const TRANSACTION_TYPES = [
  'Add',
  'Remove',
  'Transfer_out',
  'Transfer_in',
  'Adjust',
  'Reserve',
  'Release',
  'Job_complete',
];

const orMissing = (error: ErrorCode, field: cases.FieldCases) =>
  coded(field, (value) => (isMissing(value) ? error : undefined));

const content = () => ({
  description: optionalText({ max: 10_000 }),
  category: optionalText(),
  serial_number: optionalText(),
  cost_per_unit: optional(unitPrice()),
  price_per_unit: optional(unitPrice()),
  supplier_id: optional(reference()),
  external_id: optionalText(),
});

const item = () => ({
  ...content(),
  part_number: orMissing('missing_part_number', required(text())),
  part_name: orMissing('missing_part_name', required(text())),
  min_stock_level: optional(integer()),
  reorder_quantity: optional(integer()),
});

let made = 0;
const aPart = async (service: TestService) => ({
  part_number: `H-${(made += 1)}`,
  part_name: 'Filter',
  description: 'Pleated',
  category: 'Filters',
  serial_number: 'SN-1',
  cost_per_unit: 6.4,
  price_per_unit: 14.95,
  supplier_id: await service.givenSupplier(),
  min_stock_level: 5,
  reorder_quantity: 24,
});

const anItem = async (service: TestService) => ({ id: await service.givenItem() });

let stocked: { item: number; place: number; other: number } | undefined;
const stockOf = async (service: TestService) => {
  if (stocked) return stocked;
  const [place, other] = [await service.givenLocation(), await service.givenLocation()];
  const stock = [{ location_id: place, quantity: 1_000 }];
  stocked = { item: await service.givenItem({ stock }), place, other };
  return stocked;
};

let jobs = 0;
const aReservation = async (service: TestService) => {
  const { item: item_id, place: location_id } = await stockOf(service);
  service.jobs.keep({ job_id: (jobs += 1) });
  return { job_id: jobs, item_id, location_id, quantity: 1 };
};

const createItem = (): OperationInput<TestService> => ({
  body: async (service) => ({
    ...(await aPart(service)),
    quantity_on_hand: 5,
    warehouse_id: (await stockOf(service)).place,
  }),
  emptyBody: 'missing_part_number',
  fields: {
    ...item(),
    quantity_on_hand: optional(integer()),
    warehouse_id: coded(required(reference('warehouse_required')), (value) =>
      isMissing(value) ? 'warehouse_required' : undefined,
    ),
    location_id: optional(reference('warehouse_required')),
  },
});

describeHostileInput({
  contract: INVENTORY,
  documentation: inventoryDocumentation,
  start: testService,
  operations: {
    listItems: {
      query: {
        ids: inQuery.ids(),
        category: inQuery.exactText(),
        search: inQuery.text(),
        external_id: inQuery.text(),
        low_stock: inQuery.flag(),
      },
    },
    getItem: { ids: anItem },
    createItem: createItem(),
    upsertItem: upsertInput(createItem()),
    replaceItem: {
      ids: anItem,
      body: aPart,
      emptyBody: 'missing_part_number',
      fields: item(),
    },
    patchItem: {
      ids: anItem,
      body: aPart,
      emptyBody: 'no_fields',
      fields: {
        ...content(),
        part_number: orMissing('invalid_part_number', updatable(text())),
        part_name: orMissing('invalid_part_name', updatable(text())),
        min_stock_level: updatable(integer()),
        reorder_quantity: updatable(integer()),
      },
    },
    listItemStock: { ids: anItem },
    listItemTransactions: { ids: anItem, query: { type: inQuery.oneOf(TRANSACTION_TYPES) } },
    listItemHistory: { ids: anItem },
    adjustStock: {
      ids: async (service) => ({ id: (await stockOf(service)).item }),
      body: async (service) => ({
        location_id: (await stockOf(service)).place,
        quantity: 1,
        reason: 'Counted.',
      }),
      emptyBody: 'missing_location_id',
      fields: {
        location_id: orMissing('missing_location_id', required(reference('location_not_found'))),
        quantity: coded(
          required(cases.cases([1, -1], ['5', '', true, [], {}, 0, 1.5, 2 ** 31, -(2 ** 31) - 1])),
          (value) => {
            if (typeof value !== 'number') return 'missing_quantity';
            return value === 0 ? 'invalid_quantity' : undefined;
          },
        ),
        reason: orMissing('missing_reason', required(text({ max: 10_000 }))),
      },
    },
    transferStock: {
      body: async (service) => {
        const { item: item_id, place, other } = await stockOf(service);
        return {
          item_id,
          from_location_id: place,
          to_location_id: other,
          quantity: 1,
          notes: 'For the van.',
        };
      },
      emptyBody: 'missing_item_id',
      fields: {
        item_id: orMissing('missing_item_id', required(reference('item_not_found'))),
        from_location_id: orMissing(
          'missing_from_location_id',
          required(reference('from_location_not_found')),
        ),
        to_location_id: orMissing(
          'missing_to_location_id',
          required(reference('to_location_not_found')),
        ),
        quantity: coded(
          required(cases.cases([1, 2], ['5', '', true, [], {}, 0, -1, 1.5, 2 ** 31])),
          (value) => (value === 2 ** 31 ? undefined : 'invalid_quantity'),
        ),
        notes: optionalText({ max: 10_000 }),
      },
    },
    listInventoryLocations: {
      query: { type: inQuery.oneOf(LOCATION_TYPES), active_only: inQuery.flag() },
    },
    getInventoryLocation: {
      ids: async (service) => ({ location_id: (await stockOf(service)).place }),
    },
    listLowStock: {},
    listReservations: { query: { job_id: inQuery.id() } },
    createReservation: {
      body: aReservation,
      fields: {
        job_id: required(reference('not_found')),
        item_id: required(reference('item_not_found')),
        location_id: required(reference('location_not_found')),
        quantity: required(cases.cases([1, 2], ['5', '', true, [], {}, 0, -1, 1.5, 2 ** 31])),
      },
    },
    deleteReservation: {
      async ids(service) {
        const { body } = await service.ask<{ data: { reservation_id: number } }>(
          'createReservation',
          '?sub=reservations',
          await aReservation(service),
        );
        return { reservation_id: body.data.reservation_id };
      },
    },
    bulkInventory: bulkInput(async (service: TestService) => ({
      method: 'POST',
      body: await aPart(service),
    })),
  },
  operator: [
    { method: 'PUT', path: '/admin/items', body: aPart },
    { method: 'PUT', path: '/admin/suppliers', body: () => ({ name: 'Parts Co' }) },
    {
      method: 'PUT',
      path: '/admin/inventory-locations',
      body: () => ({ location_name: 'Depot', location_type: 'warehouse', is_active: true }),
    },
  ],
  async expectInvariants(service) {
    expect(await service.differences()).toEqual([]);
  },
});
