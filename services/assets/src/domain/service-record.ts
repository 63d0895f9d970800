import { invalidField } from '@svc/contracts';
import type { ServiceRecord, ServiceRecordDetails } from '../records/service-record';

export type ServiceRecordDraft = Omit<ServiceRecord, 'id'>;

export function newServiceRecord(
  asset: { readonly companyId: number; readonly id: number },
  details: ServiceRecordDetails,
  at: Date,
): ServiceRecordDraft {
  if (details.warrantyClaimNumber !== null && !details.isWarrantyWork) {
    throw invalidField(
      'warranty_claim_number',
      'warranty_claim_number is only for work with is_warranty_work true.',
    );
  }
  return {
    ...details,
    companyId: asset.companyId,
    assetId: asset.id,
    taskId: null,
    partsUsedSummary: null,
    serviceStartedAt: null,
    serviceCompletedAt: null,
    nextServiceDue: null,
    meterReadingAtService: null,
    createdAt: at,
  };
}
