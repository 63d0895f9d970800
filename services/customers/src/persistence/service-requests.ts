import { requireFound, type RequestStatus } from '@svc/contracts';
import {
  createRecordReads,
  readListPage,
  selectList,
  statement,
  toConditions,
  type ListPage,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { createRecordWrites } from '@svc/records';
import { serviceRequest, type ServiceRequest } from '../records/service-request';

export interface ServiceRequestDetails extends ServiceRequest {
  readonly customerName: string | null;
  readonly customerIsRemoved: boolean;
}

export interface ServiceRequestFilter {
  readonly status?: RequestStatus | undefined;
}

const SERVICE_REQUEST_COLUMNS = selectList(serviceRequest.columns, 'request');

const DETAILS = `${SERVICE_REQUEST_COLUMNS}, customer_name as "customerName",
  customer.deleted_at is not null as "customerIsRemoved"`;

const WITH_CUSTOMER = `left join customers customer
  on customer.company_id = request.company_id and customer.id = request.customer_id`;

const FIND_DETAILS = statement<{ companyId: number; id: number }, ServiceRequestDetails>()(
  'find_service_request_details',
  `select ${DETAILS} from service_requests request ${WITH_CUSTOMER}
   where request.company_id = :companyId and request.id = :id`,
);

export const createServiceRequestReads = (run: Run) => ({
  ...createRecordReads<ServiceRequest>(run, serviceRequest),

  async findDetails(companyId: number, id: number): Promise<ServiceRequestDetails> {
    const [request] = await run(FIND_DETAILS, { companyId, id });
    return requireFound(request, 'Service request');
  },

  list: (
    companyId: number,
    filter: ServiceRequestFilter,
    page: Page,
  ): Promise<ListPage<ServiceRequestDetails>> =>
    readListPage(
      run,
      {
        name: 'service_requests',
        table: 'service_requests request',
        columns: DETAILS,
        joins: WITH_CUSTOMER,
        owner: { company_id: companyId },
        where: toConditions(filter, { status: 'request.status = ?' }),
        order: 'request.created_at desc, request.id desc',
      },
      page,
    ),
});

export const createServiceRequestWrites = (run: Run, isLocking: boolean) => ({
  ...createRecordReads<ServiceRequest>(run, serviceRequest, { isLocking }),
  ...createRecordWrites(run, serviceRequest, 'customers'),
});
