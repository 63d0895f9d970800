import { INVENTORY } from '@svc/contracts';
import { describeBulks, itHoldsNoConnection } from '@svc/testing-services';
import { inventoryDocumentation } from '../src/http/documentation';
import { testService } from './service';

let made = 0;
const aPart = () => {
  made += 1;
  return { part_number: `B-${made}`, part_name: 'Filter' };
};

describeBulks({
  contract: INVENTORY,
  documentation: inventoryDocumentation,
  start: testService,
  create: () => ({ method: 'POST', body: aPart() }),
  idOf: ({ item_id }) => Number(item_id),
  change: (id, n) => ({ method: 'PATCH', id, body: { part_name: `Filter ${n}` } }),
  others: async (service, id) => {
    const [from, to] = [await service.givenLocation(), await service.givenLocation()];
    service.jobs.keep({ job_id: id });
    const part = { job_id: id, item_id: id, location_id: from, quantity: 1 };
    const move = { item_id: id, from_location_id: from, to_location_id: to, quantity: 2 };
    return [
      { method: 'PUT', id, body: aPart() },
      {
        method: 'POST',
        id,
        sub: 'adjust',
        body: { location_id: from, quantity: 5, reason: 'Counted.' },
      },
      { method: 'POST', sub: 'transfer', body: move },
      { method: 'POST', sub: 'reservations', body: part },
    ];
  },
  readingScopes: ['inventory:read'],
});

itHoldsNoConnection('the owner of a job', INVENTORY, async () => {
  const service = await testService();
  const letGo = service.owners.hold();
  return {
    service,
    async creation(companyId) {
      service.jobs.keep({ job_id: 1 }, companyId);
      return {
        query: '?sub=reservations',
        body: {
          job_id: 1,
          item_id: await service.givenItem({}, companyId),
          location_id: await service.givenLocation({}, companyId),
          quantity: 1,
        },
      };
    },
    asked: () => service.owners.requests.length,
    letGo,
  };
});
