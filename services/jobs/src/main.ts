import type { Context } from '@svc/contracts';
import { serviceClient, type ServiceClient } from '@svc/http';
import { startRelay } from '@svc/outbox';
import { breakerMetrics, measureRequests, runProcess, serviceServer } from '@svc/process';
import { followOwners } from '@svc/projections';
import { jobsApp } from './app';
import { jobsConfig } from './config';
import { jobsDataSource } from './persistence/data-source';
import { createProjections } from './projections/projections';

const now = (): Date => new Date();

runProcess({
  name: 'jobs',
  config: jobsConfig,
  dataSource: jobsDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const [secret = ''] = config.INTERNAL_SECRET;
    const ask = (context: Context, url: string): ServiceClient => {
      const client = serviceClient({ context, url, secret, now });
      onStop(client.close);
      return client;
    };
    const owners = {
      customers: ask('customers', config.CUSTOMERS_URL),
      technicians: ask('technicians', config.TECHNICIANS_URL),
      assets: ask('assets', config.ASSETS_URL),
    };
    breakerMetrics(
      metrics,
      Object.values(owners).map(({ breaker }) => breaker),
    );
    const projections = createProjections(owners);
    const following = followOwners(projections, { context: 'jobs', db, stream, log, metrics });
    onStop(following.stop);
    const relay = startRelay({ db, context: 'jobs', stream, log, metrics });
    onStop(relay.stop);
    const app = jobsApp({
      db,
      projections,
      secrets: config.INTERNAL_SECRET,
      now,
      log,
      committed: relay.wake,
      around: [measureRequests(metrics)],
    });
    await listen(serviceServer(app.callback()));
  },
});
