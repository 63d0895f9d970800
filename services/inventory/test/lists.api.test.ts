import { INVENTORY } from '@svc/contracts';
import { describeLists } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const LOW = { min_stock_level: 1 };

let quantity = 0;
let jobs = 0;

const places = new Map<number, number>();
async function placeOf(service: TestService, companyId: number): Promise<number> {
  const place = places.get(companyId) ?? (await service.givenLocation({}, companyId));
  places.set(companyId, place);
  return place;
}

describeLists({
  contract: INVENTORY,
  documentation: inventoryDocumentation,
  start: testService,
  lists: {
    listItems: {
      key: 'id',
      order: 'newest first',
      given: (service, companyId, given) => service.givenItem(given, companyId),
      filters: {
        category: {
          value: 'Filters',
          matching: { category: 'Filters' },
          other: { category: 'filters' },
        },
        search: {
          value: 'belt',
          matching: { part_name: 'V-belt 5' },
          other: { part_name: 'Bel 5' },
        },
        low_stock: async (service, companyId) => {
          const location_id = await placeOf(service, companyId);
          const stock = [{ location_id, quantity: 2 }];
          return { value: 'true', matching: LOW, other: { ...LOW, stock } };
        },
      },
      searched: ['part_name', 'part_number'],
    },
    listItemTransactions: {
      key: 'quantity',
      order: 'newest first',
      parent: async (service, companyId) => ({ id: await service.givenItem({}, companyId) }),
      async given(service, companyId, { isReserved }, { id = 0 }) {
        const location_id = await placeOf(service, companyId);
        if (isReserved) {
          jobs += 1;
          const required_parts = [{ item_id: id, location_id, quantity: 1 }];
          await service.givenJob({ job_id: jobs, required_parts }, companyId);
          return -1;
        }
        quantity += 1;
        const body = { location_id, quantity, reason: 'Count' };
        await service.ask('adjustStock', `?id=${id}&sub=adjust`, body, { companyId });
        return quantity;
      },
      filters: {
        type: { value: 'Adjust', matching: {}, other: { isReserved: true } },
      },
    },
    listInventoryLocations: {
      key: 'id',
      order: 'newest first',
      given: (service, companyId, given) => service.givenLocation(given, companyId),
      filters: {
        type: {
          value: 'vehicle',
          matching: { location_type: 'vehicle' },
          other: { location_type: 'job_site' },
        },
        active_only: {
          value: 'true',
          matching: { is_active: true },
          other: { is_active: false },
        },
      },
    },
    listLowStock: {
      key: 'id',
      order: 'oldest first',
      given: (service, companyId) => service.givenItem(LOW, companyId),
    },
    listItemHistory: 'history',
    listReservations: {
      key: 'reservation_id',
      order: 'newest first',
      async given(service, companyId, { jobId }) {
        const place = await placeOf(service, companyId);
        const job_id = Number(jobId ?? (jobs += 1));
        if (!service.jobs.cardOf(job_id, companyId)) service.jobs.keep({ job_id }, companyId);
        const item_id = await service.givenItem({}, companyId);
        const { body } = await service.ask<{ data: { reservation_id: number } }>(
          'createReservation',
          '?sub=reservations',
          { job_id, item_id, location_id: place, quantity: 1 },
          { companyId },
        );
        return body.data.reservation_id;
      },
      filters: {
        job_id: async () => {
          const jobId = (jobs += 1);
          return { value: jobId, matching: { jobId }, other: { jobId: (jobs += 1) } };
        },
      },
    },
  },
});
