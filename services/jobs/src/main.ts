import { deleteDoneOperations, startRetention } from '@svc/database';
import { startRelay } from '@svc/outbox';
import { connectOwners, createServiceServer, measureRequests, runProcess } from '@svc/process';
import { followOwners } from '@svc/projections';
import { createTrust } from '@svc/trust';
import { createJobs, createJobsApp } from './app';
import { keepAnnouncingLateJobs } from './background/keep-announcing-late-jobs';
import { jobsConfig } from './config';
import { followMeterThresholds } from './consumers/meter-thresholds';
import { registerJobMetrics } from './job-metrics';
import { jobsDataSource } from './persistence/data-source';
import { deleteOldLateJobs } from './persistence/late-jobs';
import { createStatusCounter } from './persistence/job-schedule';
import { createProjections } from './projections/projections';

const now = (): Date => new Date();

runProcess({
  name: 'jobs',
  config: jobsConfig,
  dataSource: jobsDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const urls = {
      customers: config.CUSTOMERS_URL,
      technicians: config.TECHNICIANS_URL,
      assets: config.ASSETS_URL,
    };
    const trust = createTrust('jobs', config);
    const owners = connectOwners(urls, { trust, now, metrics, onStop });
    const projections = createProjections(owners);
    const relay = startRelay({ db, context: 'jobs', stream, log, metrics });
    onStop(relay.stop);
    onStop(startRetention(db, deleteDoneOperations, log).stop);
    onStop(startRetention(db, deleteOldLateJobs, log).stop);
    const jobs = createJobs({
      db,
      projections,
      now,
      onCommitted: relay.wake,
      onInvoicesChanged: (companyId) => stream.notifyChange('jobs', { companyId, kind: 'invoice' }),
    });

    const following = { db, stream, log, metrics };
    registerJobMetrics(metrics, createStatusCounter(db));
    onStop(followOwners(projections, { ...following, context: 'jobs' }).stop);
    const thresholds = followMeterThresholds({
      ...following,
      assets: projections.assets,
      jobs,
      onCommitted: relay.wake,
    });
    onStop(thresholds.stop);
    onStop(keepAnnouncingLateJobs({ ...jobs, log }).stop);

    const app = createJobsApp(jobs, {
      trust,
      now,
      log,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
