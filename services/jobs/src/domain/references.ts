import type { FieldError, TechnicianSummary } from '@svc/contracts';

/** Ids of other contexts' records that a job is to refer to; absent ones are not looked up. */
export interface JobReferenceIds {
  readonly customerLocationId?: number | undefined;
  readonly assignedTechnicianId?: number | null | undefined;
  readonly assetIds?: readonly number[] | null | undefined;
}

export interface References {
  readonly locationIsLive: boolean;
  /** Undefined when the company has no such technician. */
  readonly technicianStatus: TechnicianSummary['status'] | undefined;
  readonly liveAssetIds: ReadonlySet<number>;
}

export const findReferenceProblems = (wanted: JobReferenceIds, found: References): FieldError[] => [
  ...findLocationProblems(wanted, found),
  ...findTechnicianProblems(wanted, found),
];

const createProblems = (field: string, text: string): FieldError[] => [
  { field, message: `${field} ${text}` },
];

function findLocationProblems(
  { customerLocationId }: JobReferenceIds,
  { locationIsLive }: References,
): FieldError[] {
  if (customerLocationId === undefined || locationIsLive) return [];
  return createProblems('customer_location_id', 'is not a location of the company.');
}

function findTechnicianProblems(
  { assignedTechnicianId }: JobReferenceIds,
  { technicianStatus }: References,
): FieldError[] {
  if (typeof assignedTechnicianId !== 'number' || technicianStatus === 'Active') return [];
  return technicianStatus === 'Inactive'
    ? createProblems('assigned_technician_id', 'is an inactive technician, who cannot be assigned.')
    : createProblems('assigned_technician_id', 'is not a technician of the company.');
}

/** Each linkable asset once; unknown and deleted ones are left out. */
export const selectLinkable = (
  { assetIds }: JobReferenceIds,
  { liveAssetIds }: References,
): readonly number[] | undefined =>
  assetIds ? [...new Set(assetIds.filter((assetId) => liveAssetIds.has(assetId)))] : undefined;
