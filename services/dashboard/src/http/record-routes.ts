import type Router from '@koa/router';
import { created, found, written } from '@svc/http';
import type { AssetDeletionAnswer } from '../../contract/assets';
import type { CustomerRemovalAnswer } from '../../contract/customers';
import type { JobDeletionAnswer } from '../../contract/jobs';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { requireFeature } from './require-feature';
import { newAssetTypeBody, newJobBody, pageQuery, transactionsQuery } from './schemas';

const job = (id: number, deleted: boolean): JobDeletionAnswer => ({ job_id: id, deleted });
const asset = (id: number, deleted: boolean): AssetDeletionAnswer => ({ asset_id: id, deleted });
const customer = (id: number, removed: boolean): CustomerRemovalAnswer => ({
  customer_id: id,
  removed,
});

type HistoryUseCase = 'jobHistory' | 'customerHistory' | 'assetHistory';

/** Routes for records of other contexts where the dashboard does more than forward the request. */
export const recordRoutes = (dashboard: DashboardUseCases): Router => {
  const history = (list: HistoryUseCase) =>
    personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
      dashboard[list](asker, id, page),
    );

  const deletion = (
    change:
      | 'deleteJob'
      | 'restoreJob'
      | 'removeCustomer'
      | 'restoreCustomer'
      | 'deleteAsset'
      | 'restoreAsset',
    done: string,
    answer: (id: number) => object,
  ) =>
    personRoute('records', {}, async ({ id, ...asker }) => {
      await dashboard[change](asker, id);
      return written(done, answer(id));
    });

  return peopleRouter()
    .get('/jobs/:id/history', history('jobHistory'))
    .get('/customers/:id/history', history('customerHistory'))
    .get('/assets/:id/history', history('assetHistory'))
    .post(
      '/jobs/:id/delete',
      deletion('deleteJob', 'Job deleted.', (id) => job(id, true)),
    )
    .post(
      '/jobs/:id/restore',
      deletion('restoreJob', 'Job restored.', (id) => job(id, false)),
    )
    .post(
      '/customers/:id/remove',
      deletion('removeCustomer', 'Customer removed.', (id) => customer(id, true)),
    )
    .post(
      '/customers/:id/restore',
      deletion('restoreCustomer', 'Customer restored.', (id) => customer(id, false)),
    )
    .post(
      '/assets/:id/delete',
      deletion('deleteAsset', 'Asset deleted.', (id) => asset(id, true)),
    )
    .post(
      '/assets/:id/restore',
      deletion('restoreAsset', 'Asset restored.', (id) => asset(id, false)),
    )
    .post(
      '/asset-types',
      personRoute('records', { body: newAssetTypeBody }, async ({ body, ...asker }) =>
        created('Asset type created.', await dashboard.saveAssetType(asker, body.asset_type_name)),
      ),
    )
    .get(
      '/jobs/:id/reservation',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getReservation(asker, id)),
      ),
    )
    .get(
      '/inventory/:id/transactions',
      personListRoute('records', transactionsQuery, ({ id, query, ...asker }, page) => {
        requireFeature(asker.company, 'inventory');
        return dashboard.listTransactions(asker, id, query, page);
      }),
    )
    .post(
      '/service-requests/:id/job',
      personRoute('records', { body: newJobBody }, async ({ id, body, ...asker }) =>
        written('Job created.', await dashboard.createJobOfRequest(asker, id, body)),
      ),
    )
    .post(
      '/service-requests/:id/decline',
      personRoute('records', {}, async ({ id, ...asker }) =>
        written('Service request declined.', await dashboard.declineServiceRequest(asker, id)),
      ),
    );
};
