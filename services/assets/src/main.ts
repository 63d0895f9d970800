import { deleteDoneOperations, startRetention } from '@svc/database';
import { startRelay } from '@svc/outbox';
import { connectOwners, createServiceServer, measureRequests, runProcess } from '@svc/process';
import { followOwners } from '@svc/projections';
import { createTrust } from '@svc/trust';
import { createAssetsApp } from './app';
import { assetsConfig } from './config';
import { assetsDataSource } from './persistence/data-source';
import { createProjections } from './projections/projections';

const now = (): Date => new Date();

runProcess({
  name: 'assets',
  config: assetsConfig,
  dataSource: assetsDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const urls = {
      customers: config.CUSTOMERS_URL,
      technicians: config.TECHNICIANS_URL,
    };
    const trust = createTrust('assets', config);
    const owners = connectOwners(urls, { trust, now, metrics, onStop });
    const projections = createProjections(owners);
    const following = followOwners(projections, {
      context: 'assets',
      db,
      stream,
      log,
      metrics,
    });
    onStop(following.stop);
    const relay = startRelay({ db, context: 'assets', stream, log, metrics });
    onStop(relay.stop);
    onStop(startRetention(db, deleteDoneOperations, log).stop);
    const app = createAssetsApp({
      db,
      projections,
      trust,
      now,
      log,
      onCommitted: relay.wake,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
