import type { Customer } from '../records/customer';
import type { Location } from '../records/location';
import type { Dependencies } from './dependencies';

export interface CustomerWithLocations extends Customer {
  /** Undefined unless requested. */
  readonly locations: readonly Location[] | undefined;
}

export const getCustomer =
  ({ customers, locations }: Dependencies) =>
  async (companyId: number, id: number, withLocations: boolean): Promise<CustomerWithLocations> => {
    const [customer, all] = await Promise.all([
      customers.find(companyId, id),
      withLocations ? locations.all(companyId, id) : undefined,
    ]);
    return { ...customer, locations: all };
  };
