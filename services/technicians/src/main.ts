import { startRelay } from '@svc/outbox';
import { createServiceServer, measureRequests, runProcess } from '@svc/process';
import { createTrust } from '@svc/trust';
import { createTechniciansApp } from './app';
import { techniciansConfig } from './config';
import { techniciansDataSource } from './persistence/data-source';

runProcess({
  name: 'technicians',
  config: techniciansConfig,
  dataSource: techniciansDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const relay = startRelay({ db, context: 'technicians', stream, log, metrics });
    onStop(relay.stop);
    const app = createTechniciansApp({
      db,
      trust: createTrust('technicians', config),
      now: () => new Date(),
      log,
      onCommitted: relay.wake,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
