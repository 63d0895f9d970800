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
      listRoute(showCustomersQuery, customerSummaryAnswer, ({ query, caller }, page) => {
        const filter = { search: query.search, removed: query.removed === '1' };
        return customers.showCustomers(caller.companyId, filter, page);
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
      listRoute(showLocationsQuery, locationAnswer, ({ id, query, caller }, page) => {
        const wanted = { companyId: caller.companyId, customerId: id, search: query.search };
        return customers.showLocations(wanted, page);
      }),
    )
    .get(
      '/dashboard/service-requests',
      listRoute(showServiceRequestsQuery, shownServiceRequestAnswer, ({ query, caller }, page) =>
        customers.showServiceRequests(caller.companyId, { status: query.status }, page),
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
        await customers.linkJobToRequest(caller, id, body.job_id);
        const request = await customers.showServiceRequest(caller.companyId, id);
        return written('Job linked.', shownServiceRequestAnswer.present(request, viewOf(caller)));
      }),
    )
    .post(
      '/dashboard/service-requests/:id/decline',
      privateRoute({}, async ({ id, caller }) => {
        await customers.declineServiceRequest(caller, id);
        const request = await customers.showServiceRequest(caller.companyId, id);
        return written(
          'Service request declined.',
          shownServiceRequestAnswer.present(request, viewOf(caller)),
        );
      }),
    );
