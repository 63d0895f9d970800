import { existing } from '@svc/contracts';
import { runOn, selectList, statement } from '@svc/database';
import { recordWrites } from '@svc/records';
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
  const run = runOn(tx);
  return {
    ...recordWrites(run, location, 'customers'),

    async lock(companyId: number, customerId: number, id: number): Promise<Location> {
      const [found] = await run(LOCK, { companyId, customerId, id });
      return existing(found, 'Location');
    },

    lockAll: (companyId: number, customerId: number): Promise<Location[]> =>
      run(OF_CUSTOMER, { companyId, customerId }),
  };
};
