import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { CONTEXTS, SCOPES, SERVICES, type ServiceName } from '@svc/contracts';
import { createEncryption } from '@svc/database';
import { createLogger, type Logger } from '@svc/logging';
import { registerRequestMetrics, createServiceServer } from '@svc/process';
import {
  createFixedClock,
  createTestDatabase,
  getTestTrust,
  type FixedClock,
  type TestDatabase,
} from '@svc/testing';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { request, type Dispatcher } from 'undici';
import { createAdminApp } from '../src/admin/app';
import { createServiceAdmin } from '../src/admin/owners/service-admin';
import { createRefusalCounter } from '../src/admission/refusal-metrics';
import { createTickets } from '../src/admission/tickets';
import { createGateway, type GatewayParts } from '../src/app';
import {
  createDashboard,
  type Dashboard,
  type DashboardSettings,
} from '../src/dashboard/dashboard';
import type { Upstreams } from '../src/forwarding/forward';
import { createUpstream } from '../src/forwarding/upstream';
import { parseAddressRanges } from '../src/keys/address-ranges';
import { createKeyCache } from '../src/keys/key-cache';
import { createKeyRequestCounts } from '../src/limits/key-requests';
import { createLastUsed } from '../src/keys/last-used';
import { createDailyRequests } from '../src/limits/daily-requests';
import { createFailedAuthentications } from '../src/limits/failed-authentications';
import { createLocalLimits } from '../src/limits/local-limits';
import { measureAllowances } from '../src/limits/measured-allowances';
import { startSharedLimits, type SharedLimits } from '../src/limits/shared/start-shared-limits';
import type { StoreAddress } from '../src/limits/shared/store-address';
import { createFindPage } from '../src/pages/pages';
import { createAllowanceStore } from '../src/persistence/allowance-store';
import { createDailyRequestStore } from '../src/persistence/daily-request-store';
import { gatewayEntities, gatewayMigrations } from '../src/persistence/data-source';
import { createKeyRequestStore } from '../src/persistence/key-request-store';
import { createFindKeys, createSaveLastUsed } from '../src/persistence/find-key';
import { createGatewayHeartbeats } from '../src/persistence/gateway-heartbeats';
import { createStoredResponses } from '../src/persistence/stored-responses';
import { createRequestLogStore } from '../src/persistence/logged-requests';
import { createDropCounter } from '../src/request-log/dropped-requests';
import { createRequestLog } from '../src/request-log/request-log';
import { aService, type AService } from './a-service';

export const ADMIN_TOKEN = 'the-token-of-the-operator';

export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface TestRequest {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface CompanyOptions {
  readonly slug?: string;
  readonly timezone?: string;
  readonly plan?: string;
  readonly features?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
}

export interface KeyOptions {
  readonly name?: string;
  readonly mode?: string;
  readonly scopes?: readonly string[] | 'all';
  readonly ip_allowlist?: readonly string[];
  readonly expires_at?: string;
}

export interface AGateway {
  readonly url: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly clock: FixedClock;
  readonly db: DataSource;
  readonly parts: GatewayParts;
  readonly dashboard: Dashboard;
  /** One service plays all of them. */
  readonly service: AService;
  /** The number of keys in each query of the gateway. */
  readonly keyQueries: number[];
  readonly shared: SharedLimits | undefined;
  connections(): Promise<number>;
  bytesRead(): number;
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  readonly metrics: Registry;
  ask(pathAndQuery: string, asked?: TestRequest): Promise<JsonResponse>;
  admin(method: string, path: string, body?: unknown): Promise<JsonResponse>;
  givenCompany(options?: CompanyOptions): Promise<{ readonly id: number; readonly slug: string }>;
  givenKey(
    slug: string,
    options?: KeyOptions,
  ): Promise<{ readonly id: number; readonly key: string }>;
  /** A fresh process on the same database; after a crash, nothing is given back. */
  restart(how: 'gently' | 'after a crash', encryptionKeys?: readonly Buffer[]): Promise<void>;
  close(): Promise<void>;
}

export interface AGatewayOptions {
  readonly clock?: FixedClock;
  readonly trustedProxies?: readonly string[];
  readonly serviceTimeoutMs?: number;
  readonly timeouts?: GatewayParts['timeouts'];
  readonly maxConnections?: number;
  readonly lockMs?: number;
  readonly openApiFile?: string;
  readonly log?: Logger;
  readonly encryptionKeys?: readonly Buffer[];
  /** A database and a store that several gateways share. */
  readonly shared?: {
    readonly database: TestDatabase;
    readonly store: StoreAddress;
    readonly aheadMs?: number;
  };
  readonly urls?: Partial<Record<ServiceName, string>>;
  readonly dashboard?: Partial<Pick<DashboardSettings, 'limits' | 'streams'>>;
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const json = async (answer: Dispatcher.ResponseData): Promise<JsonResponse> => {
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
};

/** A gateway with its admin listener and its own database, before one service that plays all. */
export async function aGateway(options: AGatewayOptions = {}): Promise<AGateway> {
  const clock = options.clock ?? createFixedClock('2026-03-02T12:00:00Z');
  // Gateways with a store use its time.
  const { aheadMs = 0 } = options.shared ?? {};
  const now = options.shared ? (): Date => new Date(Date.now() + aheadMs) : clock.now;
  const logged: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const log = options.log ?? createLogger({ name: 'gateway', level: 'info', destination });
  const trust = getTestTrust('gateway');
  const database =
    options.shared?.database ??
    (await createTestDatabase({
      context: 'gateway',
      entities: gatewayEntities,
      migrations: gatewayMigrations,
    }));
  const { db } = database;
  const service = await aService();
  const urls = Object.fromEntries(
    SERVICES.map((name) => [name, options.urls?.[name] ?? service.url]),
  ) as Record<ServiceName, string>;

  const keyQueries: number[] = [];
  let encryptionKeys = options.encryptionKeys ?? [randomBytes(32)];

  async function start() {
    const metrics = new Registry();
    const observe = registerRequestMetrics(metrics);
    const countRefusal = createRefusalCounter(metrics);
    const storedResponses = createStoredResponses(db, createEncryption(encryptionKeys), now);
    const findKeys = createFindKeys(db);
    const keys = createKeyCache({
      findKeys: (hashes, at) => {
        keyQueries.push(hashes.length);
        return findKeys(hashes, at);
      },
      trust,
      now,
      mayUseCachedKeys: () => limiting.mayUseCachedKeys(),
    });
    const used = createLastUsed(createSaveLastUsed(db), log);
    const dailyRequests = createDailyRequests(createDailyRequestStore(db), log);
    const keyRequests = createKeyRequestCounts(createKeyRequestStore(db), log, now);
    const refusedRequests = createRequestLog({
      store: createRequestLogStore(db),
      countDropped: createDropCounter(metrics),
      log,
      now,
    });
    const allowances = measureAllowances(createAllowanceStore(db), metrics);
    const shared =
      options.shared &&
      (await startSharedLimits({
        address: options.shared.store,
        heartbeats: createGatewayHeartbeats(db),
        allowances,
        forget: keys.forget,
        now,
        log,
        metrics,
      }));
    const limiting = shared ?? createLocalLimits(allowances, now);
    const { limits, failures, windows } = limiting;
    const trustedProxies = parseAddressRanges(options.trustedProxies ?? []);
    const timeoutMs = options.serviceTimeoutMs ?? 2_000;
    const dashboard = createDashboard({
      log,
      observe,
      countRefusal,
      requestLog: refusedRequests,
      keyRequests,
      url: urls.dashboard,
      trust,
      trustedProxies,
      windows,
      limits: { perSession: 600, perClient: 3_000 },
      streams: { total: 100, perClient: 50 },
      now,
      timeoutMs,
      ...options.dashboard,
    });
    const upstreams = Object.fromEntries(
      CONTEXTS.map((name) => [name, createUpstream({ name, url: urls[name], timeoutMs })]),
    ) as unknown as Upstreams;
    const parts: GatewayParts = {
      keys,
      lastUsed: used,
      dailyRequests,
      limits,
      failures,
      trustedProxies,
      idempotency: { storedResponses, lockMs: options.lockMs ?? 20_000, log },
      findPage: createFindPage(options.openApiFile ?? '/nonexistent/openapi.json'),
      dashboard,
      upstreams,
      tickets: createTickets(timeoutMs),
      now,
      observe,
      countRefusal,
      requestLog: refusedRequests,
      keyRequests,
      log,
      ...(options.timeouts && { timeouts: options.timeouts }),
      maxConnections: options.maxConnections,
    };
    const gateway = createGateway(parts);
    const connections = new Set<Socket>();
    gateway.on('connection', (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
    const services = createServiceAdmin({ urls, trust, now });
    const admin = createServiceServer(
      createAdminApp({
        db,
        now,
        async onChanged() {
          keys.forget();
          await limiting.announceChange();
        },
        token: ADMIN_TOKEN,
        trust,
        limits,
        failures: createFailedAuthentications(now),
        trustedProxies,
        services,
        storedResponses,
        lastUsed: used,
        dailyRequests,
        requestLog: refusedRequests,
        keyRequests,
        log,
      }).callback(),
      log,
    );
    const port = await listen(gateway);
    const adminPort = await listen(admin);
    return {
      parts,
      dashboard,
      metrics,
      shared,
      gateway,
      connections,
      port,
      adminPort,
      async stop(gently: boolean) {
        gateway.closeAllConnections();
        admin.closeAllConnections();
        await Promise.all(
          [gateway, admin].map((each) => new Promise((resolve) => each.close(resolve))),
        );
        await Promise.all(Object.values(upstreams).map((each) => each.close()));
        await dashboard.close();
        await services.close();
        await Promise.all(
          [used, dailyRequests, keyRequests, refusedRequests].map((each) => each.close()),
        );
        if (shared || gently) await limiting.close();
      },
    };
  }

  let running = await start();
  let companies = 0;
  let keysGiven = 0;

  const ask = async (pathAndQuery: string, asked: TestRequest = {}): Promise<JsonResponse> => {
    const body = asked.body === undefined ? null : asked.body;
    return json(
      await request(`http://127.0.0.1:${running.port}${pathAndQuery}`, {
        method: (asked.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: { ...(asked.key !== undefined && { 'x-api-key': asked.key }), ...asked.headers },
        body: body === null || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  };
  const admin = async (method: string, path: string, body?: unknown): Promise<JsonResponse> =>
    json(
      await request(`http://127.0.0.1:${running.adminPort}${path}`, {
        method: method as Dispatcher.HttpMethod,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
  const dataOf = <T>({ status, body }: JsonResponse): T => {
    if (status >= 300) throw new Error(`The operator was answered ${JSON.stringify(body)}.`);
    return body['data'] as T;
  };

  return {
    get url() {
      return `http://127.0.0.1:${running.port}`;
    },
    get port() {
      return running.port;
    },
    get adminUrl() {
      return `http://127.0.0.1:${running.adminPort}`;
    },
    get parts() {
      return running.parts;
    },
    get dashboard() {
      return running.dashboard;
    },
    clock,
    db,
    service,
    keyQueries,
    get shared() {
      return running.shared;
    },
    connections: () => promisify(running.gateway.getConnections.bind(running.gateway))(),
    bytesRead: () => [...running.connections].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    logged,
    get metrics() {
      return running.metrics;
    },
    ask,
    admin,
    async givenCompany(given = {}) {
      companies += 1;
      const company = { slug: `company-${companies}`, features: ['inventory'], ...given };
      return dataOf(await admin('PUT', '/companies', company));
    },
    async givenKey(slug, given = {}) {
      keysGiven += 1;
      const key = { name: `Key ${keysGiven}`, scopes: SCOPES, ...given };
      return dataOf(await admin('POST', `/companies/${slug}/keys`, key));
    },
    async restart(how, keys = encryptionKeys) {
      await running.stop(how === 'gently');
      encryptionKeys = keys;
      running = await start();
    },
    async close() {
      await running.stop(false);
      await service.close();
      if (!options.shared) await database.close();
    },
  };
}
