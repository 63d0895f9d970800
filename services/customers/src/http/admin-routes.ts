import { adminRouter, batchOf, found, privateRoute } from '@svc/http';
import type Router from '@koa/router';
import type { Customer } from '../records/customer';
import type { CustomersUseCases } from '../use-cases';
import type { SavedCustomer } from '../use-cases/save-customer';
import { saveCustomerBody } from './schemas';

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

/** What the operator and the dashboard may do beyond the API. */
export const adminRoutes = (customers: CustomersUseCases): Router =>
  adminRouter()
    .put(
      '/customers',
      privateRoute({ body: saveCustomerBody }, async ({ body, caller }) =>
        found(presentSaved(await customers.saveCustomer(caller, body))),
      ),
    )
    .put(
      '/customers/batch',
      privateRoute(
        { body: batchOf(saveCustomerBody, 'customerEmail') },
        async ({ body, caller }) => {
          const saved = await customers.saveCustomers(caller, body.entries);
          return found(saved.map(presentSaved));
        },
      ),
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
