import { invalidField, type ServiceType } from '@svc/contracts';

/** Service that was done on an asset; calendar dates are YYYY-MM-DD. */
export interface ServiceRecord {
  readonly companyId: number;
  readonly id: number;
  readonly assetId: number;
  readonly taskId: number | null;
  readonly serviceType: ServiceType;
  readonly description: string;
  readonly resolutionNotes: string | null;
  readonly partsUsedSummary: string | null;
  readonly technicianId: number | null;
  readonly serviceDate: string;
  readonly serviceStartedAt: Date | null;
  readonly serviceCompletedAt: Date | null;
  readonly nextServiceDue: string | null;
  readonly meterReadingAtService: number | null;
  readonly laborHours: number | null;
  readonly serviceCost: number | null;
  readonly isWarrantyWork: boolean;
  readonly warrantyClaimNumber: string | null;
  readonly createdAt: Date;
}

/** A service record before the database has given it an id. */
export type ServiceRecordDraft = Omit<ServiceRecord, 'id'>;

/** The fields that a new service record is created with; those left out are empty. */
export type ServiceRecordInput = Pick<
  ServiceRecord,
  'serviceType' | 'description' | 'serviceDate'
> &
  Partial<
    Pick<
      ServiceRecord,
      | 'resolutionNotes'
      | 'technicianId'
      | 'laborHours'
      | 'serviceCost'
      | 'isWarrantyWork'
      | 'warrantyClaimNumber'
    >
  >;

/** Refuses a claim number of work that is not under warranty. */
export function newServiceRecord(
  asset: { readonly companyId: number; readonly id: number },
  input: ServiceRecordInput,
  at: Date,
): ServiceRecordDraft {
  const isWarrantyWork = input.isWarrantyWork ?? false;
  const warrantyClaimNumber = input.warrantyClaimNumber ?? null;
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
    serviceType: input.serviceType,
    description: input.description,
    resolutionNotes: input.resolutionNotes ?? null,
    partsUsedSummary: null,
    technicianId: input.technicianId ?? null,
    serviceDate: input.serviceDate,
    serviceStartedAt: null,
    serviceCompletedAt: null,
    nextServiceDue: null,
    meterReadingAtService: null,
    laborHours: input.laborHours ?? null,
    serviceCost: input.serviceCost ?? null,
    isWarrantyWork,
    warrantyClaimNumber,
    createdAt: at,
  };
}
