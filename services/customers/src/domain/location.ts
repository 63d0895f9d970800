import { normalisePhone, revised } from '@svc/kernel';
import type { Contact } from './customer';

export interface Address {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place where a customer is served. */
export interface Location extends Address, Coordinates {
  readonly id: number;
  readonly companyId: number;
  readonly customerId: number;
  readonly version: number;
  /** The client's own id, which no other location of the company has. */
  readonly externalId: string | null;
  readonly name: string;
  /** Whether it was the customer's first. */
  readonly isPrimary: boolean;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly notes: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a company says of a location. */
export interface LocationDetails extends Address {
  readonly externalId: string | null;
  readonly name: string;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly notes: string | null;
}

/** A location that has no id yet. */
export type NewLocation = Omit<Location, 'id'>;

/** A place without a contact of its own. */
export type Premises = Omit<LocationDetails, 'contactEmail' | 'contactPhone'>;

/** The company and customer that a new location belongs to, and facts that they decide. */
export interface NewLocationOwner {
  readonly companyId: number;
  readonly customerId: number;
  /** Country of the company, for the contact's phone. */
  readonly country: string;
  readonly isPrimary: boolean;
  readonly at: Date;
}

export const newLocation = (
  { companyId, customerId, country, isPrimary, at }: NewLocationOwner,
  details: LocationDetails,
  coordinates: Coordinates,
): NewLocation => ({
  companyId,
  customerId,
  version: 1,
  ...details,
  contactPhone: normalised(details.contactPhone, country),
  latitude: coordinates.latitude,
  longitude: coordinates.longitude,
  isPrimary,
  createdAt: at,
  updatedAt: at,
});

/** The details of a location that is created with its customer and shares the customer's contact. */
export const withContactOf = ({ email, phone }: Contact, premises: Premises): LocationDetails => ({
  ...premises,
  contactEmail: email,
  contactPhone: phone,
});

export interface Change {
  readonly changes: Partial<LocationDetails>;
  /** Country of the company, for the contact's phone. */
  readonly country: string;
  /** Asked only when the address changes. */
  readonly coordinatesOf: (address: Address) => Coordinates;
  readonly at: Date;
}

/** The location with the given details changed; itself when they are what it has. */
export function changeLocation(
  location: Location,
  { changes, country, coordinatesOf, at }: Change,
): Location {
  const { contactPhone } = changes;
  const after: Location = {
    ...location,
    ...changes,
    ...(contactPhone !== undefined && { contactPhone: normalised(contactPhone, country) }),
  };
  if (DETAILS.every((name) => after[name] === location[name])) return location;
  const { latitude, longitude } = isSameAddress(location, after) ? location : coordinatesOf(after);
  return revised<Location>({ ...after, latitude, longitude }, at);
}

const ADDRESS = ['street', 'city', 'state', 'zip'] as const satisfies readonly (keyof Address)[];

/** The fields of what a company says of a location. */
export const DETAILS = [
  'externalId',
  'name',
  ...ADDRESS,
  'contactEmail',
  'contactPhone',
  'notes',
] as const satisfies readonly (keyof LocationDetails)[];

export const isSameAddress = (one: Address, other: Address): boolean =>
  ADDRESS.every((part) => one[part] === other[part]);

const normalised = (phone: string | null, country: string): string | null =>
  phone === null ? null : normalisePhone(phone, country);
