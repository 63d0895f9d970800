import { join } from 'node:path';
import { CONTEXTS, SERVICE_TIMEOUT_MS, SERVICES } from '@svc/contracts';
import { startRetention, createEncryption } from '@svc/database';
import { startRelay } from '@svc/outbox';
import {
  registerBreakerMetrics,
  registerRequestMetrics,
  runProcess,
  createServiceServer,
  toServiceUrls,
} from '@svc/process';
import { createTrust } from '@svc/trust';
import { adminApp } from './admin/app';
import { serviceAdmin } from './admin/owners/service-admin';
import { refusalMetrics } from './admission/refusal-metrics';
import { createTickets } from './admission/tickets';
import { createGateway } from './app';
import { gatewayConfig } from './config';
import { dashboardAt } from './dashboard/dashboard';
import type { Upstreams } from './forwarding/forward';
import { upstream } from './forwarding/upstream';
import { keyCache } from './keys/key-cache';
import { lastUsed } from './keys/last-used';
import { dailyRequests } from './limits/daily-requests';
import { failedAuthentications } from './limits/failed-authentications';
import { localCounting } from './limits/local-counting';
import { measuredAllowances } from './limits/measured-allowances';
import { startSharedCounting, type SharedCounting } from './limits/shared/shared-counting';
import { pages } from './pages/pages';
import { allowanceStoreIn } from './persistence/allowance-store';
import { dailyRequestStoreIn } from './persistence/daily-request-store';
import { gatewayDataSource } from './persistence/data-source';
import { gatewayHeartbeatsIn } from './persistence/gateway-heartbeats';
import { findKeysIn, saveLastUsedIn } from './persistence/find-key';
import { keptAnswersIn } from './persistence/kept-answers';
import { deleteLoggedRequests, loggedRequestsIn } from './persistence/logged-requests';
import { startRemovingExpired } from './background/remove-expired';
import { holdSoleGateway } from './persistence/sole-gateway';
import { droppedRequests } from './request-log/dropped-requests';
import { requestLog } from './request-log/request-log';

const IDEMPOTENCY_LOCK_MS = 2 * SERVICE_TIMEOUT_MS;

const now = (): Date => new Date();

runProcess({
  name: 'gateway',
  config: gatewayConfig,
  dataSource: ({ url, log }) => gatewayDataSource(url, log),
  async start({ config, log, metrics, db, stream, listen, degradedUnless, onClosing, onStop }) {
    const sole = await holdSoleGateway({
      url: config.DIRECT_DATABASE_URL,
      isShared: config.REDIS_URL !== undefined,
      log,
      onReplaced(error) {
        log.fatal({ err: error }, 'another gateway has taken over');
        process.exit(1);
      },
    });
    onStop(sole.release);

    const relay = startRelay({ db, context: 'gateway', stream, log, metrics });
    onStop(relay.stop);
    const trust = createTrust('gateway', config);
    let shared: SharedCounting | undefined;
    const keys = keyCache(
      findKeysIn(db),
      trust,
      () => shared === undefined || shared.mayRemember(),
    );
    const used = lastUsed(saveLastUsedIn(db), log);
    const requests = dailyRequests(dailyRequestStoreIn(db), log);
    const refusedRequests = requestLog({
      store: loggedRequestsIn(db),
      dropped: droppedRequests(metrics),
      log,
      now,
    });
    // At once, as each may take most of the time that there is to stop.
    onStop(() => Promise.all([used.close(), requests.close(), refusedRequests.close()]));
    onStop(startRetention(db, deleteLoggedRequests, log).stop);
    const allowances = measuredAllowances(allowanceStoreIn(db), metrics);
    if (config.REDIS_URL) {
      shared = await startSharedCounting({
        address: config.REDIS_URL,
        heartbeats: gatewayHeartbeatsIn(db),
        allowances,
        forget: keys.forget,
        now,
        log,
        metrics,
      });
      degradedUnless('store', shared.requireStore);
      onStop(shared.close);
    }
    const { limits, failures, windows } = shared ?? localCounting(allowances, now);
    if (!shared) onStop(limits.close);
    const kept = keptAnswersIn(db, createEncryption(config.ENCRYPTION_KEY), now);
    onStop(startRemovingExpired({ limits, allowances, requests, kept, now, log }).stop);

    const urls = toServiceUrls(config, SERVICES);
    const upstreams = Object.fromEntries(
      CONTEXTS.map((name) => [
        name,
        upstream({ name, url: urls[name], timeoutMs: SERVICE_TIMEOUT_MS }),
      ]),
    ) as unknown as Upstreams;
    registerBreakerMetrics(
      metrics,
      Object.values(upstreams).map(({ breaker }) => breaker),
    );
    onStop(() => Promise.all(Object.values(upstreams).map(({ close }) => close())));

    const services = serviceAdmin({ urls, trust, now });
    onStop(services.close);
    const admin = adminApp({
      db,
      now,
      async changed() {
        keys.forget();
        relay.wake();
        await shared?.announceChange();
      },
      token: config.ADMIN_TOKEN,
      trust,
      limits,
      failures: failedAuthentications(now),
      trustedProxies: config.TRUSTED_PROXIES,
      services,
      kept,
      lastUsed: used,
      requests,
      requestLog: refusedRequests,
      log,
    });
    await listen(createServiceServer(admin.callback(), log), {
      host: config.ADMIN_HOST,
      port: config.ADMIN_PORT,
      variable: 'ADMIN_PORT',
    });

    const answerLog = {
      log,
      observe: registerRequestMetrics(metrics),
      refused: refusalMetrics(metrics),
      requestLog: refusedRequests,
    };
    const dashboard = dashboardAt({
      ...answerLog,
      url: urls.dashboard,
      trust,
      trustedProxies: config.TRUSTED_PROXIES,
      windows,
      limits: {
        perSession: config.DASHBOARD_REQUESTS_PER_SESSION,
        perClient: config.DASHBOARD_REQUESTS_PER_ADDRESS,
      },
      streams: {
        total: config.DASHBOARD_STREAMS,
        perClient: config.DASHBOARD_STREAMS_PER_ADDRESS,
      },
      now,
    });
    onClosing(dashboard.endStreams);
    onStop(dashboard.close);
    await listen(
      createGateway({
        ...answerLog,
        keys,
        lastUsed: used,
        requests,
        limits,
        failures,
        trustedProxies: config.TRUSTED_PROXIES,
        idempotency: { kept, lockMs: IDEMPOTENCY_LOCK_MS, log },
        pages: pages(config.OPENAPI_FILE ?? join(__dirname, 'openapi.json')),
        dashboard,
        upstreams,
        tickets: createTickets(SERVICE_TIMEOUT_MS),
        timeouts: { keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000 },
        now,
      }),
    );
  },
});
