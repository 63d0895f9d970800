import { startRelay } from '@svc/outbox';
import { connectOwners, measureRequests, runProcess, serviceServer } from '@svc/process';
import { followOwners } from '@svc/projections';
import { assetsApp } from './app';
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
    const secrets = config.INTERNAL_SECRET;
    const owners = connectOwners(urls, { secrets, now, metrics, onStop });
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
    const app = assetsApp({
      db,
      projections,
      secrets,
      now,
      log,
      committed: relay.wake,
      around: [measureRequests(metrics)],
    });
    await listen(serviceServer(app.callback()));
  },
});
