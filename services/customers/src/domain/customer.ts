import { normalisePhone, revised } from '@svc/kernel';

export interface Customer {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  /** The client's own id, which no other customer of the company has unless one of them is removed. */
  readonly externalId: string | null;
  readonly name: string;
  readonly email: string;
  /** As `normalisePhone` has it. */
  readonly phone: string;
  readonly defaultSlaHours: number;
  readonly taxExempt: boolean;
  readonly taxExemptionReason: string | null;
  readonly hasLocations: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the dashboard removed it; a removed customer still holds its e-mail and phone. */
  readonly deletedAt: Date | null;
}

/** What a company says of its customer. */
export type CustomerDetails = Pick<
  Customer,
  'externalId' | 'name' | 'email' | 'phone' | 'defaultSlaHours' | 'taxExempt' | 'taxExemptionReason'
>;

/** A customer that has no id yet. */
export type NewCustomer = Omit<Customer, 'id'>;

export type Contact = Pick<Customer, 'email' | 'phone'>;

export const newCustomer = (
  companyId: number,
  country: string,
  details: CustomerDetails,
  at: Date,
): NewCustomer => ({
  companyId,
  version: 1,
  ...details,
  phone: normalisePhone(details.phone, country),
  hasLocations: false,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
});

/** The customer with the given details changed; itself when they are what it has. */
export function changeCustomer(
  customer: Customer,
  country: string,
  changes: Partial<CustomerDetails>,
  at: Date,
): Customer {
  const { phone } = changes;
  const after: Customer = {
    ...customer,
    ...changes,
    ...(phone !== undefined && { phone: normalisePhone(phone, country) }),
  };
  if (DETAILS.every((name) => after[name] === customer[name])) return customer;
  return revised(after, at);
}

/** The fields of what a company says of its customer. */
export const DETAILS = [
  'externalId',
  'name',
  'email',
  'phone',
  'defaultSlaHours',
  'taxExempt',
  'taxExemptionReason',
] as const satisfies readonly (keyof CustomerDetails)[];
