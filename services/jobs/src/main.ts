import type { Context } from '@svc/contracts';
import { serviceClient, type ServiceClient } from '@svc/http';
import { startRelay } from '@svc/outbox';
import { breakerMetrics, measureRequests, runProcess, serviceServer } from '@svc/process';
import { followOwners } from '@svc/projections';
import { jobsApp, jobsOn } from './app';
import { jobsConfig } from './config';
import { jobsDataSource } from './persistence/data-source';
import { followMeterThresholds } from './projections/meter-thresholds';
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
    const relay = startRelay({ db, context: 'jobs', stream, log, metrics });
    onStop(relay.stop);
    const jobs = jobsOn({ db, projections, now, committed: relay.wake });

    const following = { db, stream, log, metrics };
    onStop(followOwners(projections, { ...following, context: 'jobs' }).stop);
    const thresholds = followMeterThresholds({
      ...following,
      assets: projections.assets,
      openMeterJob: jobs.openMeterJob,
      committed: relay.wake,
    });
    onStop(thresholds.stop);

    const app = jobsApp(jobs, {
      secrets: config.INTERNAL_SECRET,
      now,
      log,
      around: [measureRequests(metrics)],
    });
    await listen(serviceServer(app.callback()));
  },
});
