import {
  createAdminRouter,
  created,
  found,
  createHistoryRoute,
  createListRoute,
  createPrivateRoute,
  putEntries,
  createRecordRoute,
  toView,
  written,
} from '@svc/http';
import type Router from '@koa/router';
import type { Customer } from '../records/customer';
import type { CustomersUseCases } from '../use-cases';
import type { SavedCustomer } from '../use-cases/save-customers';
import {
  customerHistoryResponse,
  customerSummaryResponse,
  locationResponse,
  serviceRequestResponse,
  serviceRequestDetailsResponse,
} from './responses';
import {
  createServiceRequestBody,
  linkJobBody,
  listCustomersForPeopleQuery,
  listLocationsForPeopleQuery,
  listServiceRequestsQuery,
  saveCustomerBody,
} from './schemas';

const presentRemoval = ({ id, deletedAt }: Customer) => ({ id, deleted: deletedAt !== null });

const presentSaved = ({ customer, outcome, locations }: SavedCustomer) => ({
  customer_id: customer.id,
  outcome,
  locations: locations.map((saved) => ({
    location_id: saved.location.id,
    location_name: saved.location.locationName,
    outcome: saved.outcome,
  })),
});

export const adminRoutes = (customers: CustomersUseCases): Router =>
  putEntries(createAdminRouter(), {
    path: '/customers',
    entry: saveCustomerBody,
    key: 'customerEmail',
    save: async (caller, entries) =>
      (await customers.saveCustomers(caller, entries)).map(presentSaved),
  })
    .get(
      '/customers',
      createListRoute(
        listCustomersForPeopleQuery,
        customerSummaryResponse,
        ({ query, caller }, page) => {
          const filter = { search: query.search, removed: query.removed === '1' };
          return customers.listSummaries(caller.companyId, filter, page);
        },
      ),
    )
    .get(
      '/customers/:id',
      createRecordRoute(customerSummaryResponse, ({ id, caller }) =>
        customers.getSummary(caller.companyId, id),
      ),
    )
    .get(
      '/customers/:id/history',
      createHistoryRoute(customerHistoryResponse, customers.historyIncludingRemoved),
    )
    .get(
      '/customers/:id/locations',
      createListRoute(
        listLocationsForPeopleQuery,
        locationResponse,
        ({ id, query, caller }, page) => {
          const wanted = { companyId: caller.companyId, customerId: id, search: query.search };
          return customers.listLocationsIncludingRemoved(wanted, page);
        },
      ),
    )
    .post(
      '/customers/:id/delete',
      createPrivateRoute({}, async ({ id, caller }) =>
        found(presentRemoval(await customers.removeCustomer(caller, id))),
      ),
    )
    .post(
      '/customers/:id/restore',
      createPrivateRoute({}, async ({ id, caller }) =>
        found(presentRemoval(await customers.restoreCustomer(caller, id))),
      ),
    )
    .get(
      '/service-requests',
      createListRoute(
        listServiceRequestsQuery,
        serviceRequestDetailsResponse,
        ({ query, caller }, page) =>
          customers.listServiceRequests(caller.companyId, { status: query.status }, page),
      ),
    )
    .post(
      '/service-requests',
      createPrivateRoute({ body: createServiceRequestBody }, async ({ body, caller }) => {
        const request = await customers.createServiceRequest(caller, body);
        return created(
          'Service request created.',
          serviceRequestResponse.present(request, toView(caller)),
        );
      }),
    )
    .get(
      '/service-requests/:id',
      createRecordRoute(serviceRequestDetailsResponse, ({ id, caller }) =>
        customers.getServiceRequest(caller.companyId, id),
      ),
    )
    .post(
      '/service-requests/:id/job',
      createPrivateRoute({ body: linkJobBody }, async ({ id, body, caller }) => {
        await customers.linkJobToRequest(caller, id, body.job_id);
        const request = await customers.getServiceRequest(caller.companyId, id);
        return written(
          'Job linked.',
          serviceRequestDetailsResponse.present(request, toView(caller)),
        );
      }),
    )
    .post(
      '/service-requests/:id/decline',
      createPrivateRoute({}, async ({ id, caller }) => {
        await customers.declineServiceRequest(caller, id);
        const request = await customers.getServiceRequest(caller.companyId, id);
        return written(
          'Service request declined.',
          serviceRequestDetailsResponse.present(request, toView(caller)),
        );
      }),
    );
