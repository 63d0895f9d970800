import { recordReads, type Run } from '@svc/database';
import { recordWrites } from '@svc/records';
import { serviceRequest, type ServiceRequest } from '../records/service-request';

/** Service requests that are read and written, locked where that is wanted. */
export const serviceRequestWrites = (run: Run, isLocking: boolean) => ({
  ...recordReads<ServiceRequest>(run, serviceRequest, { isLocking }),
  ...recordWrites(run, serviceRequest, 'customers'),
});
