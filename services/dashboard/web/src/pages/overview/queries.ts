import type {
  DeliveredHourResponse,
  FirstStepResponse,
  InvoiceSumsResponse,
  ItemResponse,
  JobsOfTodayResponse,
  ListedJobResponse,
  LoggedRequestResponse,
  NotificationResponse,
  RequestsResponse,
  ServiceRequestResponse,
} from '../../../../contract/responses';
import { overviewQuery } from './part';

/** Rows shown of a list. */
const SHOWN = 5;

type LowItem = Pick<ItemResponse, 'id' | 'part_name' | 'quantity_on_hand' | 'min_stock_level'>;

export const todaysJobsQuery = overviewQuery<JobsOfTodayResponse>(
  ['overview-jobs'],
  'overview/jobs',
);
export const moneyQuery = overviewQuery<InvoiceSumsResponse>(['overview-money'], 'overview/money');
export const completedJobsQuery = overviewQuery<readonly ListedJobResponse[]>(
  ['overview-jobs', 'completed'],
  'jobs',
  { status: 'Completed', per_page: 1 },
);
export const firstStepsQuery = overviewQuery<readonly FirstStepResponse[]>(
  ['overview-first-steps'],
  'overview/first-steps',
);
export const newRequestsQuery = overviewQuery<readonly ServiceRequestResponse[]>(
  ['service-requests', 'new'],
  'service-requests',
  { status: 'New', per_page: 1 },
);
export const lowStockQuery = overviewQuery<readonly LowItem[]>(
  ['overview-low-stock'],
  'v1/inventory',
  { sub: 'low-stock', per_page: SHOWN },
);
export const unreadNoticesQuery = overviewQuery<readonly NotificationResponse[]>(
  ['notifications', 'unread'],
  'notifications',
  { is_read: 'false', per_page: SHOWN },
);
export const apiRequestsQuery = overviewQuery<RequestsResponse>(
  ['overview-requests'],
  'overview/requests',
);
export const deliveredHoursQuery = overviewQuery<readonly DeliveredHourResponse[]>(
  ['overview-deliveries'],
  'overview/deliveries',
);

/** Counts the refused requests since a time. */
export const refusedRequestsQuery = (name: string, from: string) =>
  overviewQuery<readonly LoggedRequestResponse[]>(['request-log', name], 'request-log', {
    from,
    status: 'failed',
    per_page: 1,
  });
