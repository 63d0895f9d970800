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
import { createAdminApp } from './admin/app';
import { createServiceAdmin } from './admin/owners/service-admin';
import { createRefusalCounter } from './admission/refusal-metrics';
import { createTickets } from './admission/tickets';
import { createGateway } from './app';
import { gatewayConfig } from './config';
import { createDashboard } from './dashboard/dashboard';
import type { Upstreams } from './forwarding/forward';
import { createUpstream } from './forwarding/upstream';
import { createKeyCache } from './keys/key-cache';
import { createKeyRequestCounts } from './limits/key-requests';
import { createLastUsed } from './keys/last-used';
import { createDailyRequests } from './limits/daily-requests';
import { createFailedAuthentications } from './limits/failed-authentications';
import { createLocalLimits, type GatewayLimits } from './limits/local-limits';
import { measureAllowances } from './limits/measured-allowances';
import { startSharedLimits } from './limits/shared/start-shared-limits';
import { createFindPage } from './pages/pages';
import { createAllowanceStore, deleteOldAllowances } from './persistence/allowance-store';
import { createDailyRequestStore, deleteOldDailyRequests } from './persistence/daily-request-store';
import { gatewayDataSource } from './persistence/data-source';
import { createGatewayHeartbeats } from './persistence/gateway-heartbeats';
import { createKeyRequestStore, deleteOldKeyRequests } from './persistence/key-request-store';
import { createFindKeys, createSaveLastUsed } from './persistence/find-key';
import { createStoredResponses, deleteExpiredResponses } from './persistence/stored-responses';
import {
  createRequestLogStore,
  deleteIgnoredNames,
  deleteLoggedRequests,
} from './persistence/logged-requests';
import { followKeyExpiry } from './background/follow-key-expiry';
import { holdSoleGateway } from './persistence/sole-gateway';
import { createDropCounter } from './request-log/dropped-requests';
import { createRequestLog } from './request-log/request-log';

const IDEMPOTENCY_LOCK_MS = 2 * SERVICE_TIMEOUT_MS;
const REMOVE_EXPIRED_MS = 60_000;

const DELETIONS = [
  deleteLoggedRequests,
  deleteIgnoredNames,
  deleteOldKeyRequests,
  deleteOldAllowances,
  deleteOldDailyRequests,
  deleteExpiredResponses,
];

const now = (): Date => new Date();

runProcess({
  name: 'gateway',
  config: gatewayConfig,
  dataSource: gatewayDataSource,
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
    const keys = createKeyCache({
      findKeys: createFindKeys(db),
      trust,
      now,
      mayUseCachedKeys: () => limiting.mayUseCachedKeys(),
    });
    const lastUsed = createLastUsed(createSaveLastUsed(db), log);
    const dailyRequests = createDailyRequests(createDailyRequestStore(db), log);
    const keyRequests = createKeyRequestCounts(createKeyRequestStore(db), log, now);
    const requestLog = createRequestLog({
      store: createRequestLogStore(db),
      countDropped: createDropCounter(metrics),
      log,
      now,
    });
    // Closed in parallel, because each may take most of the time of the shutdown.
    onStop(() =>
      Promise.all([
        lastUsed.close(),
        dailyRequests.close(),
        keyRequests.close(),
        requestLog.close(),
      ]),
    );
    for (const deletion of DELETIONS) onStop(startRetention(db, deletion, log).stop);
    const allowances = measureAllowances(createAllowanceStore(db), metrics);
    const startLimits = async (): Promise<GatewayLimits> => {
      if (!config.REDIS_URL) return createLocalLimits(allowances, now);
      const shared = await startSharedLimits({
        address: config.REDIS_URL,
        heartbeats: createGatewayHeartbeats(db),
        allowances,
        forget: keys.forget,
        now,
        log,
        metrics,
      });
      degradedUnless('store', shared.requireStore);
      return shared;
    };
    const limiting = await startLimits();
    onStop(limiting.close);
    const { limits, failures, windows } = limiting;
    setInterval(limits.removeExpired, REMOVE_EXPIRED_MS).unref();
    const storedResponses = createStoredResponses(db, createEncryption(config.ENCRYPTION_KEY), now);

    const urls = toServiceUrls(config, SERVICES);
    const upstreams = Object.fromEntries(
      CONTEXTS.map((name) => [
        name,
        createUpstream({ name, url: urls[name], timeoutMs: SERVICE_TIMEOUT_MS }),
      ]),
    ) as unknown as Upstreams;
    registerBreakerMetrics(
      metrics,
      Object.values(upstreams).map(({ breaker }) => breaker),
    );
    onStop(() => Promise.all(Object.values(upstreams).map(({ close }) => close())));

    const services = createServiceAdmin({ urls, trust, now });
    onStop(services.close);
    async function onChanged(): Promise<void> {
      keys.forget();
      relay.wake();
      await limiting.announceChange();
    }
    onStop(followKeyExpiry({ db, onChanged, onAnnounced: relay.wake, now, log }).stop);
    const admin = createAdminApp({
      db,
      now,
      onChanged,
      token: config.ADMIN_TOKEN,
      trust,
      limits,
      failures: createFailedAuthentications(now),
      trustedProxies: config.TRUSTED_PROXIES,
      services,
      storedResponses,
      lastUsed,
      dailyRequests,
      keyRequests,
      requestLog,
      log,
    });
    await listen(createServiceServer(admin.callback(), log), {
      host: config.ADMIN_HOST,
      port: config.ADMIN_PORT,
      variable: 'ADMIN_PORT',
    });

    const responseLog = {
      log,
      keyRequests,
      observe: registerRequestMetrics(metrics),
      countRefusal: createRefusalCounter(metrics),
      requestLog,
    };
    const dashboard = createDashboard({
      ...responseLog,
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
        ...responseLog,
        keys,
        lastUsed,
        dailyRequests,
        limits,
        failures,
        trustedProxies: config.TRUSTED_PROXIES,
        idempotency: { storedResponses, lockMs: IDEMPOTENCY_LOCK_MS, log },
        findPage: createFindPage(config.OPENAPI_FILE ?? join(__dirname, 'openapi.json')),
        dashboard,
        upstreams,
        tickets: createTickets(SERVICE_TIMEOUT_MS),
        timeouts: { keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000 },
        now,
      }),
    );
  },
});
