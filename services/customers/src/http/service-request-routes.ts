import { RECORD_READS } from '@svc/contracts';
import { adminRouter, created, found, privateRoute, serveRecords, viewOf } from '@svc/http';
import type Router from '@koa/router';
import type { CustomersUseCases } from '../use-cases';
import { serviceRequestAnswer } from './answers';
import { createServiceRequestBody } from './schemas';

/** What the portal and the booking page may do with service requests; the API has none. */
export const serviceRequestRoutes = (customers: CustomersUseCases): Router =>
  adminRouter()
    .post(
      '/service-requests',
      privateRoute({ body: createServiceRequestBody }, async ({ body, caller }) => {
        const request = await customers.createServiceRequest(caller, body);
        return created(
          'Service request created.',
          serviceRequestAnswer.present(request, viewOf(caller)),
        );
      }),
    )
    .get(
      '/service-requests/:id',
      privateRoute({}, async ({ id, caller }) => {
        const request = await customers.getServiceRequest(caller.companyId, id);
        return found(serviceRequestAnswer.present(request, viewOf(caller)));
      }),
    );

/** What other services may ask of service requests. */
export const serviceRequestRecords = (customers: CustomersUseCases): Router =>
  serveRecords(RECORD_READS.serviceRequests, {
    async byIds(ids, caller) {
      const requests = await customers.getServiceRequests(caller.companyId, ids);
      return requests.map((request) => ({
        id: request.id,
        version: request.version,
        object: serviceRequestAnswer.present(request, viewOf(caller)),
      }));
    },
  });
