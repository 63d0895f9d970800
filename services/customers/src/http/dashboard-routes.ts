import {
  adminRouter,
  historyRoute,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
  written,
} from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import {
  customerHistoryAnswer,
  customerSummaryAnswer,
  locationAnswer,
  shownServiceRequestAnswer,
} from './answers';
import {
  linkJobBody,
  showCustomersQuery,
  showLocationsQuery,
  showServiceRequestsQuery,
} from './schemas';

/** What the dashboard shows of customers and service requests, and what people decide on the latter. */
export const dashboardRoutes = (customers: CustomersUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/customers',
      listRoute(showCustomersQuery, customerSummaryAnswer, async ({ query, caller }, page) => {
        const filter = { search: query.search, removed: query.removed === '1' };
        const shown = await customers.showCustomers(caller.companyId, filter, page);
        return { rows: shown.customers, total: shown.total };
      }),
    )
    .get(
      '/dashboard/customers/:id',
      recordRoute(customerSummaryAnswer, ({ id, caller }) =>
        customers.showCustomer(caller.companyId, id),
      ),
    )
    .get(
      '/dashboard/customers/:id/history',
      historyRoute(customerHistoryAnswer, customers.historyEvenOfRemoved),
    )
    .get(
      '/dashboard/customers/:id/locations',
      listRoute(showLocationsQuery, locationAnswer, async ({ id, query, caller }, page) => {
        const wanted = { companyId: caller.companyId, customerId: id, search: query.search };
        const shown = await customers.showLocations(wanted, page);
        return { rows: shown.locations, total: shown.total };
      }),
    )
    .get(
      '/dashboard/service-requests',
      listRoute(
        showServiceRequestsQuery,
        shownServiceRequestAnswer,
        async ({ query, caller }, page) => {
          const filter = { status: query.status };
          const shown = await customers.showServiceRequests(caller.companyId, filter, page);
          return { rows: shown.serviceRequests, total: shown.total };
        },
      ),
    )
    .get(
      '/dashboard/service-requests/:id',
      recordRoute(shownServiceRequestAnswer, ({ id, caller }) =>
        customers.showServiceRequest(caller.companyId, id),
      ),
    )
    .post(
      '/dashboard/service-requests/:id/job',
      privateRoute({ body: linkJobBody }, async ({ id, body, caller }) => {
        await customers.linkJobToRequest(caller.companyId, id, body.job_id);
        const request = await customers.showServiceRequest(caller.companyId, id);
        return written('Job linked.', shownServiceRequestAnswer.present(request, viewOf(caller)));
      }),
    )
    .post(
      '/dashboard/service-requests/:id/decline',
      privateRoute({}, async ({ id, caller }) => {
        await customers.declineServiceRequest(caller.companyId, id);
        const request = await customers.showServiceRequest(caller.companyId, id);
        return written(
          'Service request declined.',
          shownServiceRequestAnswer.present(request, viewOf(caller)),
        );
      }),
    );
