import { isDeepStrictEqual } from 'node:util';
import { DomainError, type LocationType } from '@svc/contracts';
import { givenFields, revised } from '@svc/kernel';

/** What the operator decides about a location. */
export interface LocationContent {
  readonly locationName: string;
  readonly locationType: LocationType;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  /** Stock of an inactive location can be seen and taken away; none can be added. */
  readonly isActive: boolean;
}

/** A place where parts are kept. */
export interface InventoryLocation extends LocationContent {
  readonly companyId: number;
  readonly id: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is to be different about a location; what is absent stays as it is. */
export type LocationChanges = {
  readonly [Field in keyof LocationContent]?: LocationContent[Field] | undefined;
};

/** The fields that a location is created with; those left out get a default. */
export type LocationInput = Pick<LocationContent, 'locationName' | 'locationType'> &
  LocationChanges;

/** A location before the database has given it an id. */
export type LocationDraft = Omit<InventoryLocation, 'id'>;

export const newLocation = (companyId: number, input: LocationInput, at: Date): LocationDraft => ({
  companyId,
  version: 1,
  locationName: input.locationName,
  locationType: input.locationType,
  address: input.address ?? null,
  city: input.city ?? null,
  state: input.state ?? null,
  zip: input.zip ?? null,
  isActive: input.isActive ?? true,
  createdAt: at,
  updatedAt: at,
});

/** The location after a change, or the very same location when the change makes no difference. */
export function editLocation(
  location: InventoryLocation,
  changes: LocationChanges,
  at: Date,
): InventoryLocation {
  const edited: InventoryLocation = { ...location, ...givenFields(changes) };
  return isDeepStrictEqual(location, edited) ? location : revised(edited, at);
}

/** Why no other location can have this name. */
export function locationNameTaken(name: string): DomainError {
  const message = `There is a location called ${name} already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'location_name', message }] });
}
