import { INVENTORY } from '@svc/contracts';
import {
  bulkInput,
  cases,
  describeHostileInput,
  upsertInput,
  type OperationInput,
} from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import {
  LOCATION_TYPES,
  TRANSACTION_TYPES,
  adjustment,
  orMissing,
  stockOf,
  transfer,
} from './movement-inputs';
import { testService, type TestService } from './service';

const { coded, inQuery, integer, isMissing, optional, optionalText, unitPrice } = cases;
const { reference, required, text, updatable } = cases;

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
      ...adjustment,
    },
    transferStock: transfer,
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
