import {
  createAdminRouter,
  created,
  createHistoryRoute,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  found,
  addManifestRoutes,
  written,
} from '@svc/http';
import type Router from '@koa/router';
import type { Customer } from '../records/customer';
import type { CustomersUseCases } from '../use-cases';
import type { SavedCustomer } from '../use-cases/save-customers';
import * as responses from './responses';
import * as schemas from './schemas';

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
  addManifestRoutes(createAdminRouter(), {
    path: '/customers',
    entry: schemas.saveCustomerBody,
    key: 'customerEmail',
    save: async (caller, entries) =>
      (await customers.saveCustomers(caller, entries)).map(presentSaved),
  })
    .get(
      '/customers',
      createListRoute(
        schemas.listCustomersForPeopleQuery,
        responses.customerSummaryResponse,
        ({ query, caller }, page) => {
          const filter = { search: query.search, removed: query.removed === '1' };
          return customers.listSummaries(caller.companyId, filter, page);
        },
      ),
    )
    .get(
      '/customers/:id',
      createRecordRoute(responses.customerSummaryResponse, ({ id, caller }) =>
        customers.getSummary(caller.companyId, id),
      ),
    )
    .get(
      '/customers/:id/history',
      createHistoryRoute(responses.customerHistoryResponse, customers.historyIncludingRemoved),
    )
    .get(
      '/customers/:id/locations',
      createListRoute(
        schemas.listLocationsForPeopleQuery,
        responses.locationResponse,
        ({ id, query, caller }, page) => {
          const wanted = { companyId: caller.companyId, customerId: id, search: query.search };
          return customers.listLocationsIncludingRemoved(wanted, page);
        },
      ),
    )
    .get(
      '/locations/:id',
      createRecordRoute(responses.locationContactResponse, ({ id, caller }) =>
        customers.findLocationContact(caller.companyId, id),
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
        schemas.listServiceRequestsQuery,
        responses.serviceRequestDetailsResponse,
        ({ query, caller }, page) =>
          customers.listServiceRequests(caller.companyId, { status: query.status }, page),
      ),
    )
    .post(
      '/service-requests',
      createPrivateRoute(
        { body: schemas.createServiceRequestBody },
        async ({ body, caller, view }) => {
          const request = await customers.createServiceRequest(caller, body);
          return created(
            'Service request created.',
            responses.serviceRequestResponse.present(request, view),
          );
        },
      ),
    )
    .get(
      '/service-requests/:id',
      createRecordRoute(responses.serviceRequestDetailsResponse, ({ id, caller }) =>
        customers.getServiceRequest(caller.companyId, id),
      ),
    )
    .post(
      '/service-requests/:id/job',
      createPrivateRoute({ body: schemas.linkJobBody }, async ({ id, body, caller, view }) => {
        await customers.linkJobToRequest(caller, id, body.job_id);
        const request = await customers.getServiceRequest(caller.companyId, id);
        return written(
          'Job linked.',
          responses.serviceRequestDetailsResponse.present(request, view),
        );
      }),
    )
    .post(
      '/service-requests/:id/decline',
      createPrivateRoute({}, async ({ id, caller, view }) => {
        await customers.declineServiceRequest(caller, id);
        const request = await customers.getServiceRequest(caller.companyId, id);
        return written(
          'Service request declined.',
          responses.serviceRequestDetailsResponse.present(request, view),
        );
      }),
    );
