import { deleteDoneOperations, startRetention } from '@svc/database';
import { startRelay } from '@svc/outbox';
import { connectOwners, createServiceServer, measureRequests, runProcess } from '@svc/process';
import { createTrust } from '@svc/trust';
import { createInventory, createInventoryApp } from './app';
import { inventoryConfig } from './config';
import { inventoryDataSource } from './persistence/data-source';
import { followJobParts } from './consumers/job-parts';
import { keepRetryingReservations } from './background/keep-retrying-reservations';

const now = (): Date => new Date();

runProcess({
  name: 'inventory',
  config: inventoryConfig,
  dataSource: inventoryDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const relay = startRelay({ db, context: 'inventory', stream, log, metrics });
    onStop(relay.stop);
    onStop(startRetention(db, deleteDoneOperations, log).stop);
    const onCommitted = (): void => {
      relay.wake();
      retries.wake();
    };
    const trust = createTrust('inventory', config);
    const { jobs } = connectOwners({ jobs: config.JOBS_URL }, { trust, now, metrics, onStop });
    const inventory = createInventory({ db, jobs, now, onCommitted });
    const { followJob } = inventory;
    const retries = keepRetryingReservations({ ...inventory, log });
    onStop(retries.stop);
    const following = followJobParts({ db, stream, log, metrics, followJob, onCommitted });
    onStop(following.stop);

    const app = createInventoryApp(inventory, {
      trust,
      now,
      log,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
