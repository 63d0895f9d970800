import type { FieldError } from '@svc/contracts';

/** Ids that an asset, or a record about it, is to refer to; absent ones are not looked up. */
export interface AssetReferenceIds {
  readonly assetTypeId?: number | undefined;
  readonly locationId?: number | null | undefined;
  readonly technicianId?: number | null | undefined;
}

export interface References {
  readonly typeIsKnown: boolean;
  readonly locationIsLive: boolean;
  readonly technicianIsKnown: boolean;
}

type FieldNames = Readonly<Record<keyof AssetReferenceIds, string>>;

const ASSET_FIELDS: FieldNames = {
  assetTypeId: 'asset_type_id',
  locationId: 'location_id',
  technicianId: 'assigned_to',
};

/** `names` are the fields of the request. */
export function findReferenceProblems(
  wanted: AssetReferenceIds,
  found: References,
  names: Partial<FieldNames> = {},
): FieldError[] {
  const fields = { ...ASSET_FIELDS, ...names };
  const problemsOf = (
    what: keyof AssetReferenceIds,
    isFound: boolean,
    kind: string,
  ): FieldError[] => {
    if (isFound || typeof wanted[what] !== 'number') return [];
    const field = fields[what];
    return [{ field, message: `${field} is not ${kind} of the company.` }];
  };
  return [
    ...problemsOf('assetTypeId', found.typeIsKnown, 'an asset type'),
    ...problemsOf('locationId', found.locationIsLive, 'a customer location'),
    ...problemsOf('technicianId', found.technicianIsKnown, 'a technician'),
  ];
}
