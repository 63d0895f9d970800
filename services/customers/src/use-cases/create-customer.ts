import type { Caller } from '@svc/contracts';
import { newCustomer } from '../domain/customer';
import { customerCreated } from '../domain/customer-events';
import { copyContact, newLocation, type Premises } from '../domain/location';
import { locationCreated } from '../domain/location-events';
import type { Customer, CustomerDetails } from '../records/customer';
import type { Location } from '../records/location';
import { explainContactConflict } from './explain-contact-conflict';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

export interface CreateCustomer extends CustomerDetails {
  readonly location?: Premises | null | undefined;
}

export interface CreatedCustomer {
  readonly customer: Customer;
  readonly location: Location | undefined;
}

export const createCustomer =
  ({ transact, writeOnce, geocoder, now, ...reads }: Dependencies) =>
  async (
    caller: Caller,
    { location: premises, ...details }: CreateCustomer,
  ): Promise<CreatedCustomer> => {
    const { companyId, country } = caller;
    const getCoordinates = await locateAddresses(geocoder, premises ? [premises] : []);
    const at = now();
    const draft = newCustomer(companyId, country, details, at);
    if (!premises) {
      const customer = await explainContactConflict(reads, () =>
        writeOnce(({ customers }) => customers.add(caller, draft, customerCreated)),
      );
      return { customer, location: undefined };
    }
    return explainContactConflict(reads, () =>
      transact(async ({ customers, locations }) => {
        const withLocation = { ...draft, hasLocations: true };
        const customer = await customers.add(caller, withLocation, customerCreated);
        const placing = { companyId, country, at, customerId: customer.id, isPrimary: true };
        const location = await locations.add(
          caller,
          newLocation(placing, copyContact(customer, premises), getCoordinates(premises)),
          locationCreated,
        );
        return { customer, location };
      }),
    );
  };
