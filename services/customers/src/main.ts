import { deleteDoneOperations, startRetention } from '@svc/database';
import { startRelay } from '@svc/outbox';
import {
  createServiceServer,
  measureRequests,
  registerBreakerMetrics,
  runProcess,
} from '@svc/process';
import { createTrust } from '@svc/trust';
import { createCustomersApp } from './app';
import { customersConfig } from './config';
import { createGeocoder } from './geocoding/create-geocoder';
import { customersDataSource } from './persistence/data-source';

runProcess({
  name: 'customers',
  config: customersConfig,
  dataSource: customersDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const relay = startRelay({ db, context: 'customers', stream, log, metrics });
    onStop(relay.stop);
    onStop(startRetention(db, deleteDoneOperations, log).stop);
    const { geocoder, breakers } = await createGeocoder(
      {
        provider: config.GEOCODER_PROVIDER,
        url: config.GEOCODER_URL,
        apiKey: config.GEOCODER_API_KEY,
      },
      log,
    );
    registerBreakerMetrics(metrics, breakers);
    const app = createCustomersApp({
      db,
      geocoder,
      trust: createTrust('customers', config),
      now: () => new Date(),
      log,
      onCommitted: relay.wake,
      serviceRequestsChanged: (companyId) =>
        stream.notifyChange('customers', { companyId, kind: 'service_request' }),
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
