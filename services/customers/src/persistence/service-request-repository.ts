import { createRecordReads, type Run } from '@svc/database';
import { createRecordWrites } from '@svc/records';
import { serviceRequest, type ServiceRequest } from '../records/service-request';

export const serviceRequestWrites = (run: Run, isLocking: boolean) => ({
  ...createRecordReads<ServiceRequest>(run, serviceRequest, { isLocking }),
  ...createRecordWrites(run, serviceRequest, 'customers'),
});
