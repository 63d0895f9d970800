import { adminRouter, found, privateRoute } from '@svc/http';
import type Router from '@koa/router';
import type { Customer } from '../domain/customer';
import type { CustomersUseCases } from '../use-cases';
import { savedCustomerOf } from './inputs';
import { saveCustomerBody } from './schemas';

const presentRemoval = ({ id, deletedAt }: Customer) => ({ id, deleted: deletedAt !== null });

/** What the operator and the dashboard may do beyond the API. */
export const adminRoutes = (customers: CustomersUseCases): Router =>
  adminRouter()
    .put(
      '/customers',
      privateRoute({ body: saveCustomerBody }, async ({ body, caller }) => {
        const saved = await customers.saveCustomer(caller, savedCustomerOf(body));
        return found({
          customer_id: saved.customer.id,
          outcome: saved.outcome,
          locations: saved.locations.map(({ location: { id, name }, outcome }) => ({
            location_id: id,
            location_name: name,
            outcome,
          })),
        });
      }),
    )
    .post(
      '/customers/:id/delete',
      privateRoute({}, async ({ id, caller }) =>
        found(presentRemoval(await customers.removeCustomer(caller, id))),
      ),
    )
    .post(
      '/customers/:id/restore',
      privateRoute({}, async ({ id, caller }) =>
        found(presentRemoval(await customers.restoreCustomer(caller, id))),
      ),
    );
