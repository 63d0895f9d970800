import { cases, describeHostileAdminInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import type { InventoryUseCases } from '../src/use-cases';
import {
  LOCATION_TYPES,
  TRANSACTION_TYPES,
  adjustment,
  stockOf,
  transfer,
} from './movement-inputs';
import { testService, type TestService } from './service';

const { flag, inQuery, oneOf, optional, optionalText, required, text, updatable } = cases;

const RESERVATION_STATUSES = ['reserved', 'waiting', 'released', 'consumed'];

let keys = 0;
const withKey = ({ body, emptyBody, fields }: typeof adjustment | typeof transfer) => ({
  body: async (service: TestService) => ({
    ...(await body(service)),
    idempotency_key: `key-${(keys += 1)}`,
  }),
  emptyBody,
  fields: { ...fields, idempotency_key: required(text()) },
});

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
    'POST /items/:id/adjust': { parts: ofItem, ...withKey(adjustment) },
    'POST /stock-transfers': withKey(transfer),
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
