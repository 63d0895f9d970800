import type { ListPage } from '@svc/database';
import type { ChangesQuery, Page, RowChanges } from '@svc/kernel';
import type { WantedLocations } from '../persistence/locations';
import type { Location } from '../records/location';
import type { Dependencies } from './dependencies';

export const listLocations =
  ({ customers, locations }: Dependencies) =>
  async (wanted: WantedLocations, page: Page): Promise<ListPage<Location>> => {
    const [listed] = await Promise.all([
      locations.list(wanted, page),
      customers.find(wanted.companyId, wanted.customerId),
    ]);
    return listed;
  };

export const listLocationChanges =
  ({ customers, locations }: Dependencies) =>
  async (wanted: WantedLocations, part: ChangesQuery): Promise<RowChanges<Location>> => {
    const { companyId, customerId } = wanted;
    const [changes] = await Promise.all([
      locations.listChanges(wanted, part),
      part.withRemoved
        ? customers.findAny(companyId, customerId)
        : customers.find(companyId, customerId),
    ]);
    return changes;
  };

export const listLocationsIncludingRemoved =
  ({ customers, locations }: Dependencies) =>
  async (wanted: WantedLocations, page: Page): Promise<ListPage<Location>> => {
    await customers.findAny(wanted.companyId, wanted.customerId);
    return locations.list(wanted, page);
  };
