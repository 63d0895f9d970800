import { requireFound } from '@svc/contracts';
import { createRun, selectList, statement } from '@svc/database';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { location, type Location } from '../records/location';

const COLUMNS = selectList(location.columns);

const LOCK = statement<{ companyId: number; customerId: number; id: number }, Location>()(
  'lock_location',
  `select ${COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId and id = :id for update`,
);

const OF_CUSTOMER = statement<{ companyId: number; customerId: number }, Location>()(
  'locations_to_change',
  `select ${COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId order by id for update`,
);

export const locationRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...createRecordWrites(run, location, 'customers'),

    async lock(companyId: number, customerId: number, id: number): Promise<Location> {
      const [found] = await run(LOCK, { companyId, customerId, id });
      return requireFound(found, 'Location');
    },

    lockAll: (companyId: number, customerId: number): Promise<Location[]> =>
      run(OF_CUSTOMER, { companyId, customerId }),
  };
};
