import {
  adminRouter,
  fields,
  found,
  listed,
  pageOf,
  privateRoute,
  viewOf,
  written,
} from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { customerSummaryAnswer, locationAnswer, shownServiceRequestAnswer } from './answers';
import { linkJobBody, showCustomersQuery, showServiceRequestsQuery } from './schemas';

/** What the dashboard shows of customers and service requests, and what people decide on the latter. */
export const dashboardRoutes = (customers: CustomersUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/customers',
      privateRoute({ query: showCustomersQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const filter = { search: query.search, removed: query.removed === '1' };
        const shown = await customers.showCustomers(caller.companyId, filter, page);
        const rows = customerSummaryAnswer.presentAll(shown.customers, viewOf(caller));
        return listed(rows, page, shown.total);
      }),
    )
    .get(
      '/dashboard/customers/:id',
      privateRoute({}, async ({ id, caller }) => {
        const customer = await customers.showCustomer(caller.companyId, id);
        return found(customerSummaryAnswer.present(customer, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/customers/:id/locations',
      privateRoute({ query: fields.pageQuery }, async ({ id, query, caller }) => {
        const page = pageOf(query);
        const { locations, total } = await customers.showLocations(caller.companyId, id, page);
        return listed(locationAnswer.presentAll(locations, viewOf(caller)), page, total);
      }),
    )
    .get(
      '/dashboard/service-requests',
      privateRoute({ query: showServiceRequestsQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const filter = { status: query.status };
        const shown = await customers.showServiceRequests(caller.companyId, filter, page);
        const rows = shownServiceRequestAnswer.presentAll(shown.serviceRequests, viewOf(caller));
        return listed(rows, page, shown.total);
      }),
    )
    .get(
      '/dashboard/service-requests/:id',
      privateRoute({}, async ({ id, caller }) => {
        const request = await customers.showServiceRequest(caller.companyId, id);
        return found(shownServiceRequestAnswer.present(request, viewOf(caller)));
      }),
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
