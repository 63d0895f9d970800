import { isDeepStrictEqual } from 'node:util';

export const LOCATION_TYPES = ['warehouse', 'vehicle', 'technician', 'job_site', 'other'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

/** What the operator decides about a location. */
export interface LocationContent {
  readonly name: string;
  readonly type: LocationType;
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
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that a location is created or changed with; those left out get a default or stay as they are. */
export type LocationInput = Pick<LocationContent, 'name' | 'type'> & {
  readonly [Field in keyof LocationContent]?: LocationContent[Field] | undefined;
};

/** A location before the database has given it an id. */
export type LocationDraft = Omit<InventoryLocation, 'id'>;

export const newLocation = (companyId: number, input: LocationInput, at: Date): LocationDraft => ({
  companyId,
  name: input.name,
  type: input.type,
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
  changes: LocationInput,
  at: Date,
): InventoryLocation {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const edited: InventoryLocation = { ...location, ...Object.fromEntries(given) };
  return isDeepStrictEqual(location, edited) ? location : { ...edited, updatedAt: at };
}
