import type { ErrorCode } from '@svc/contracts';
import { cases, describeHostileAdminInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import type { InventoryUseCases } from '../src/use-cases';
import { testService, type TestService } from './service';

const { coded, flag, inQuery, isMissing, oneOf, optional, optionalText, reference } = cases;
const { required, text, updatable } = cases;

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
const RESERVATION_STATUSES = ['reserved', 'waiting', 'released', 'consumed'];

const orMissing = (error: ErrorCode, field: cases.FieldCases) =>
  coded(field, (value) => (isMissing(value) ? error : undefined));

let keys = 0;
const aKey = () => ({ idempotency_key: `key-${(keys += 1)}` });

let stocked: { item: number; place: number; other: number } | undefined;
const stockOf = async (service: TestService) => {
  if (stocked) return stocked;
  const [place, other] = [await service.givenLocation(), await service.givenLocation()];
  const stock = [{ location_id: place, quantity: 1_000 }];
  stocked = { item: await service.givenItem({ stock }), place, other };
  return stocked;
};

const ofItem = async (service: TestService) => ({ id: (await stockOf(service)).item });
const ofLocation = async (service: TestService) => ({ id: await service.givenLocation() });
const ofSupplier = async (service: TestService) => ({ id: await service.givenSupplier() });

let names = 0;
const aLocation = () => ({
  location_name: `Depot ${(names += 1)}`,
  location_type: 'warehouse',
  address: '12 Dock Street',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  is_active: true,
});
const aSupplier = () => ({ name: `Parts Co ${(names += 1)}` });

const location = (sent: typeof required) => ({
  location_name: sent(text()),
  location_type: sent(oneOf(LOCATION_TYPES)),
  address: optionalText(),
  city: optionalText(),
  state: optionalText(),
  zip: optionalText(),
});

describeHostileAdminInput<TestService>({
  start: testService,
  routers: [adminRoutes({} as InventoryUseCases)],
  others: ['PUT /items', 'PUT /items/batch', 'PUT /inventory-locations', 'PUT /suppliers'],
  rows: {
    'GET /items': {
      query: {
        category: inQuery.exactText(),
        search: inQuery.text(),
        low_stock: inQuery.flag(),
      },
    },
    'GET /items/:id': { parts: ofItem },
    'GET /items/:id/transactions': {
      parts: ofItem,
      query: { type: inQuery.oneOf(TRANSACTION_TYPES) },
    },
    'POST /items/:id/adjust': {
      parts: ofItem,
      body: async (service) => ({
        location_id: (await stockOf(service)).place,
        quantity: 1,
        reason: 'Counted.',
        ...aKey(),
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
        idempotency_key: required(text()),
      },
    },
    'POST /stock-transfers': {
      body: async (service) => {
        const { item: item_id, place, other } = await stockOf(service);
        return {
          item_id,
          from_location_id: place,
          to_location_id: other,
          quantity: 1,
          notes: 'For the van.',
          ...aKey(),
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
        idempotency_key: required(text()),
      },
    },
    'GET /reservations': {
      query: { job_id: inQuery.id(), status: inQuery.oneOf(RESERVATION_STATUSES) },
    },
    'GET /inventory-locations': {
      query: {
        search: inQuery.text(),
        type: inQuery.oneOf(LOCATION_TYPES),
        active_only: inQuery.flag(),
      },
    },
    'POST /inventory-locations': {
      body: aLocation,
      fields: { ...location(required), is_active: optional(flag()) },
    },
    'PATCH /inventory-locations/:id': {
      parts: ofLocation,
      body: aLocation,
      fields: { ...location(updatable), is_active: updatable(flag()) },
    },
    'GET /suppliers': { query: { search: inQuery.text() } },
    'POST /suppliers': { body: aSupplier, fields: { name: required(text()) } },
    'PATCH /suppliers/:id': {
      parts: ofSupplier,
      body: aSupplier,
      fields: { name: required(text()) },
    },
  },
});
