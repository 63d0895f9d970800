import type { Caller } from '@svc/contracts';
import { newCustomer, type Customer, type CustomerDetails } from '../domain/customer';
import { customerCreated } from '../domain/customer-events';
import { newLocation, withContactOf, type Location, type Premises } from '../domain/location';
import { locationCreated } from '../domain/location-events';
import { claimContact } from './claim-contact';
import { customerChange, locationChange } from './customer-change';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

export interface CreateCustomer {
  readonly details: CustomerDetails;
  /** Created with the customer, or neither is. */
  readonly premises: Premises | undefined;
}

export interface CreatedCustomer {
  readonly customer: Customer;
  readonly location: Location | undefined;
}

export const createCustomer =
  ({ transact, geocoder, now, ...reads }: Dependencies) =>
  async (caller: Caller, { details, premises }: CreateCustomer): Promise<CreatedCustomer> => {
    const { companyId, country, actor } = caller;
    const coordinatesOf = await locateAddresses(geocoder, premises ? [premises] : []);
    return claimContact(reads, () =>
      transact(async ({ customers, locations, changeLog }) => {
        const at = now();
        const draft = newCustomer(companyId, country, details, at);
        const customer = await customers.add({ ...draft, hasLocations: premises !== undefined });
        await changeLog.record(
          [customerChange(undefined, customer, caller)],
          [customerCreated(customer, actor)],
        );
        if (!premises) return { customer, location: undefined };
        const placing = { companyId, country, at, customerId: customer.id, isPrimary: true };
        const location = await locations.add(
          newLocation(placing, withContactOf(customer, premises), coordinatesOf(premises)),
        );
        await changeLog.record(
          [locationChange(undefined, location, caller)],
          [locationCreated(location, actor)],
        );
        return { customer, location };
      }),
    );
  };
