import { completeDetails } from '@svc/records';
import { serviceRecord } from '../records/service-record';
import { newServiceRecord } from './service-record';

const AT = new Date('2026-03-02T14:15:00Z');
const asset = { companyId: 1, id: 5 };
const given = completeDetails(serviceRecord, {
  serviceType: 'repair',
  description: 'New belt',
  serviceDate: '2026-03-01',
});

it('is empty but for what is told, and no warranty work', () => {
  expect(newServiceRecord(asset, given, AT)).toEqual({
    companyId: 1,
    assetId: 5,
    taskId: null,
    serviceType: 'repair',
    description: 'New belt',
    resolutionNotes: null,
    partsUsedSummary: null,
    technicianId: null,
    serviceDate: '2026-03-01',
    serviceStartedAt: null,
    serviceCompletedAt: null,
    nextServiceDue: null,
    meterReadingAtService: null,
    laborHours: null,
    serviceCost: null,
    isWarrantyWork: false,
    warrantyClaimNumber: null,
    createdAt: AT,
  });
});
