import type { ServiceRecord, ServiceRecordDetails } from '../records/service-record';

export type ServiceRecordDraft = Omit<ServiceRecord, 'id'>;

export const newServiceRecord = (
  asset: { readonly companyId: number; readonly id: number },
  details: ServiceRecordDetails,
  at: Date,
): ServiceRecordDraft => ({
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
});
