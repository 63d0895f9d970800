import type Router from '@koa/router';
import { adminRouter, batchOf, found, listRoute, privateRoute, viewOf } from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import type { AppliedItem } from '../use-cases/apply-items';
import { auditAnswer, reservationAnswer } from './answers';
import { appliedOf, locationInputOf } from './inputs';
import {
  applyItemBody,
  listReservationsQuery,
  saveLocationBody,
  saveSupplierBody,
} from './schemas';

const presentApplied = ({ itemId, outcome }: AppliedItem) => ({ item_id: itemId, outcome });

/** What the operator and the dashboard may do beyond the API. */
export const adminRoutes = (inventory: InventoryUseCases): Router =>
  adminRouter()
    .put(
      '/suppliers',
      privateRoute({ body: saveSupplierBody }, async ({ body, caller: { companyId } }) => {
        const { id, outcome } = await inventory.saveSupplier({ companyId, ...body });
        return found({ supplier_id: id, outcome });
      }),
    )
    .put(
      '/inventory-locations',
      privateRoute({ body: saveLocationBody }, async ({ body, caller: { companyId } }) => {
        const input = locationInputOf(body);
        const { id, outcome } = await inventory.saveInventoryLocation({ companyId, input });
        return found({ location_id: id, outcome });
      }),
    )
    .put(
      '/items',
      privateRoute({ body: applyItemBody }, async ({ body, caller }) => {
        const [applied] = (await inventory.applyItems(caller, [appliedOf(body)])).map(
          presentApplied,
        );
        return found(applied);
      }),
    )
    .put(
      '/items/batch',
      privateRoute({ body: batchOf(applyItemBody, 'part_number') }, async ({ body, caller }) => {
        const applied = await inventory.applyItems(caller, body.entries.map(appliedOf));
        return found(applied.map(presentApplied));
      }),
    )
    .get(
      '/reservations',
      listRoute(listReservationsQuery, reservationAnswer, ({ query, caller }, page) =>
        inventory.listReservations({
          companyId: caller.companyId,
          filter: { jobId: query.job_id, status: query.status },
          page,
        }),
      ),
    )
    .post(
      '/reconcile',
      privateRoute({}, async ({ caller }) =>
        found(auditAnswer.present(await inventory.reconcile(caller.companyId), viewOf(caller))),
      ),
    );
