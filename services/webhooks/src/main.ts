import { startRelay } from '@svc/outbox';
import { createAddressGuard, createOutgoingHttp, createSystemResolver } from '@svc/outgoing-http';
import { connectOwners, measureRequests, runProcess, createServiceServer } from '@svc/process';
import { createTrust } from '@svc/trust';
import { createWebhooksApp, createWebhooksService } from './app';
import { keepEndingListeners } from './background/keep-ending-listeners';
import { createArrivals } from './delivery/arrivals';
import { webhooksConfig } from './config';
import { webhooksDataSource } from './persistence/data-source';
import { startPartitionKeeping } from './persistence/partitions';
import { createSecretBox } from './persistence/secret-box';
import { createTransact } from './persistence/transaction';
import { startDelivering } from './start-delivering';

const now = (): Date => new Date();

runProcess({
  name: 'webhooks',
  config: webhooksConfig,
  dataSource: webhooksDataSource,
  async start({ config, log, metrics, db, stream, listen, onClosing, onStop }) {
    const urls = {
      gateway: config.GATEWAY_ADMIN_URL,
      jobs: config.JOBS_URL,
      customers: config.CUSTOMERS_URL,
      assets: config.ASSETS_URL,
      inventory: config.INVENTORY_URL,
      technicians: config.TECHNICIANS_URL,
    };
    const trust = createTrust('webhooks', config);
    const { gateway, ...owners } = connectOwners(urls, { trust, now, metrics, onStop });

    onStop(startPartitionKeeping(db, now, log).stop);

    const relay = startRelay({ db, context: 'webhooks', stream, log, metrics });
    onStop(relay.stop);
    const box = createSecretBox(config.ENCRYPTION_KEY);
    const guard = createAddressGuard(config.WEBHOOK_ALLOWED_NETWORKS);
    const resolve = createSystemResolver();
    const sender = createOutgoingHttp({ guard, resolve });
    const transact = createTransact(db, box, () => {
      relay.wake();
      delivering.wake();
    });
    const gapsMs = config.WEBHOOK_RETRY_GAPS;
    const arrivals = createArrivals();
    onClosing(arrivals.end);
    const parts = { db, transact, box, owners, guard, resolve, sender, gapsMs, arrivals, now, log };
    const webhooks = createWebhooksService(parts);
    const delivering = startDelivering({ ...parts, stream, webhooks, gateway, metrics });
    onStop(delivering.stop);

    onStop(keepEndingListeners({ ...webhooks, now, log }).stop);

    const app = createWebhooksApp(webhooks, {
      trust,
      now,
      log,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
