import { normalisePhone } from '@svc/kernel';
import type { Location, LocationDetails } from '../records/location';
import type { Contact } from './customer';

export type Address = Pick<
  Location,
  'addressStreet' | 'addressCity' | 'addressState' | 'addressZip'
>;

export type Coordinates = Pick<Location, 'latitude' | 'longitude'>;

export type NewLocation = Omit<Location, 'id'>;

export type Premises = Omit<LocationDetails, 'contactEmail' | 'contactPhone'>;

export interface NewLocationOwner {
  readonly companyId: number;
  readonly customerId: number;
  readonly country: string;
  readonly isPrimary: boolean;
  readonly at: Date;
}

export const newLocation = (
  { companyId, customerId, country, isPrimary, at }: NewLocationOwner,
  details: LocationDetails,
  { latitude, longitude }: Coordinates,
): NewLocation => ({
  companyId,
  customerId,
  version: 1,
  ...withNormalPhone(details, country),
  latitude,
  longitude,
  isPrimary,
  createdAt: at,
  updatedAt: at,
});

export const copyContact = (
  { customerEmail, customerPhone }: Contact,
  premises: Premises,
): LocationDetails => ({
  ...premises,
  contactEmail: customerEmail,
  contactPhone: customerPhone,
});

export interface WantedChanges {
  readonly changes: Partial<LocationDetails>;
  readonly country: string;
  /** Called only when the address changes. */
  readonly getCoordinates: (address: Address) => Coordinates;
}

/** Adds the normalised phone, and the coordinates of a new address. */
export function completeChanges(
  location: Location,
  { changes, country, getCoordinates }: WantedChanges,
): Partial<Location> {
  const address = { ...location, ...changes };
  const complete = withNormalPhone(changes, country);
  if (isSameAddress(location, address)) return complete;
  const { latitude, longitude } = getCoordinates(address);
  return { ...complete, latitude, longitude };
}

const ADDRESS = ['addressStreet', 'addressCity', 'addressState', 'addressZip'] as const;

export const isSameAddress = (one: Address, other: Address): boolean =>
  ADDRESS.every((part) => one[part] === other[part]);

const withNormalPhone = <Details extends Partial<LocationDetails>>(
  details: Details,
  country: string,
): Details =>
  details.contactPhone
    ? { ...details, contactPhone: normalisePhone(details.contactPhone, country) }
    : details;
