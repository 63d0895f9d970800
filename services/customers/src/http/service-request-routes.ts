import { RECORD_READS } from '@svc/contracts';
import { adminRouter, created, found, privateRoute, serveRecords } from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { serviceRequestOf } from './inputs';
import { presentServiceRequest } from './presenters';
import { createServiceRequestBody } from './schemas';

/** What the portal and the booking page may do with service requests; the API has none. */
export const serviceRequestRoutes = (customers: CustomersUseCases): Router =>
  adminRouter()
    .post(
      '/service-requests',
      privateRoute({ body: createServiceRequestBody }, async ({ body, caller }) => {
        const request = await customers.createServiceRequest(caller, serviceRequestOf(body));
        return created('Service request created.', presentServiceRequest(request, caller.zone));
      }),
    )
    .get(
      '/service-requests/:id',
      privateRoute({}, async ({ id, caller: { companyId, zone } }) =>
        found(presentServiceRequest(await customers.getServiceRequest(companyId, id), zone)),
      ),
    );

/** What other services may ask of service requests. */
export const serviceRequestRecords = (customers: CustomersUseCases): Router =>
  serveRecords(RECORD_READS.serviceRequests, {
    async byIds(ids, { companyId, zone }) {
      const requests = await customers.getServiceRequests(companyId, ids);
      return requests.map((request) => ({
        id: request.id,
        version: request.version,
        object: presentServiceRequest(request, zone),
      }));
    },
  });
