import { recordReads, type Run } from '@svc/database';
import { recordWrites } from '@svc/records';
import { serviceRequest, type ServiceRequest } from '../records/service-request';

export const serviceRequestWrites = (run: Run, isLocking: boolean) => ({
  ...recordReads<ServiceRequest>(run, serviceRequest, { isLocking }),
  ...recordWrites(run, serviceRequest, 'customers'),
});
