import { normalisePhone } from '@svc/kernel';
import type { Customer, CustomerDetails } from '../records/customer';

export type NewCustomer = Omit<Customer, 'id'>;

export type Contact = Pick<Customer, 'customerEmail' | 'customerPhone'>;

export const withNormalPhone = <Details extends Partial<CustomerDetails>>(
  details: Details,
  country: string,
): Details => {
  const { customerPhone } = details;
  return customerPhone === undefined
    ? details
    : { ...details, customerPhone: normalisePhone(customerPhone, country) };
};

export const newCustomer = (
  companyId: number,
  country: string,
  details: CustomerDetails,
  at: Date,
): NewCustomer => ({
  companyId,
  version: 1,
  ...withNormalPhone(details, country),
  hasLocations: false,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
});
