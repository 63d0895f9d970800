import { invalidField } from '@svc/contracts';

export const SERVICE_TYPES = [
  'repair',
  'inspection',
  'preventive_maintenance',
  'installation',
  'decommission',
  'meter_read',
  'warranty_claim',
  'calibration',
  'upgrade',
  'relocation',
] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];

/** Service that was done on an asset; calendar dates are YYYY-MM-DD. */
export interface ServiceRecord {
  readonly companyId: number;
  readonly id: number;
  readonly assetId: number;
  readonly taskId: number | null;
  readonly type: ServiceType;
  readonly description: string;
  readonly resolutionNotes: string | null;
  readonly partsUsedSummary: string | null;
  readonly technicianId: number | null;
  readonly serviceDate: string;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly nextServiceDue: string | null;
  readonly meterReading: number | null;
  readonly laborHours: number | null;
  readonly cost: number | null;
  readonly isWarrantyWork: boolean;
  readonly warrantyClaimNumber: string | null;
  readonly createdAt: Date;
}

/** A service record before the database has given it an id. */
export type ServiceRecordDraft = Omit<ServiceRecord, 'id'>;

/** What is told of service that was done; the rest is empty. */
export type GivenService = Pick<ServiceRecord, 'type' | 'description' | 'serviceDate'> &
  Partial<
    Pick<
      ServiceRecord,
      | 'resolutionNotes'
      | 'technicianId'
      | 'laborHours'
      | 'cost'
      | 'isWarrantyWork'
      | 'warrantyClaimNumber'
    >
  >;

/** Refuses a claim number of work that is not under warranty. */
export function newServiceRecord(
  asset: { readonly companyId: number; readonly id: number },
  given: GivenService,
  at: Date,
): ServiceRecordDraft {
  const isWarrantyWork = given.isWarrantyWork ?? false;
  const warrantyClaimNumber = given.warrantyClaimNumber ?? null;
  if (warrantyClaimNumber !== null && !isWarrantyWork) {
    throw invalidField(
      'warranty_claim_number',
      'warranty_claim_number is only for work with is_warranty_work true.',
    );
  }
  return {
    companyId: asset.companyId,
    assetId: asset.id,
    taskId: null,
    type: given.type,
    description: given.description,
    resolutionNotes: given.resolutionNotes ?? null,
    partsUsedSummary: null,
    technicianId: given.technicianId ?? null,
    serviceDate: given.serviceDate,
    startedAt: null,
    completedAt: null,
    nextServiceDue: null,
    meterReading: null,
    laborHours: given.laborHours ?? null,
    cost: given.cost ?? null,
    isWarrantyWork,
    warrantyClaimNumber,
    createdAt: at,
  };
}
