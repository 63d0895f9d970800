import { randomBytes, randomUUID } from 'node:crypto';
import {
  RECORD_READS,
  toSubject,
  type DomainEvent,
  type EventType,
  type Publisher,
} from '@svc/contracts';
import { createLogger } from '@svc/logging';
import { connectStream, toCloudEvent, type ReceivedEvent } from '@svc/messaging';
import { newEventId } from '@svc/outbox';
import { createAddressGuard, createOutgoingHttp, type OutgoingHttp } from '@svc/outgoing-http';
import {
  createCaller,
  createApiClient,
  createCertificateAuthority,
  eventually,
  startFakeOwners,
  createTestDatabase,
  claimTestNats,
  getTestTrust,
  type ApiClient,
  type FakeOwners,
} from '@svc/testing';
import { writtenRows } from '@svc/testing-services';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { createWebhooksApp, createWebhooksService } from '../src/app';
import { createArrivals } from '../src/delivery/arrivals';
import { startDelivering } from '../src/start-delivering';
import { entities, migrations } from '../src/persistence/data-source';
import { keepPartitions } from '../src/persistence/partitions';
import { createSecretBox } from '../src/persistence/secret-box';
import { createTransact } from '../src/persistence/transaction';
import { gatewayStandIn, type GatewayStandIn } from './gateway';
import { receiver, type Receiver } from './receiver';

type Fields = Readonly<Record<string, unknown>>;

export interface TestService {
  /** An integrator of company 1, in New York, with key 1. */
  readonly api: ApiClient;
  readonly admin: ApiClient;
  readonly db: DataSource;
  readonly owners: {
    readonly jobs: FakeOwners<'jobs'>;
    readonly customers: FakeOwners<'customers'>;
    readonly others: FakeOwners<'assets' | 'inventory' | 'technicians'>;
  };
  readonly gateway: GatewayStandIn;
  readonly metrics: Registry;
  readonly logged: readonly string[];
  givenJob(id: number, fields?: Fields, companyId?: number): void;
  givenCustomer(id: number, version: number, fields?: Fields): void;
  givenEndpoint(
    url: string,
    events?: readonly string[],
    companyId?: number,
  ): Promise<{ id: number; secret: string }>;
  /** Announces a change of company 1 and returns the event id. */
  publish(
    type: EventType,
    recordId: number,
    overrides?: Partial<ReceivedEvent> & { readonly by?: Publisher },
  ): Promise<string>;
  /** Publishes an event a second time, like a relay that lost its position. */
  publishAgain(eventId: string): Promise<void>;
  deliveries(query?: string): Promise<Delivery[]>;
  writtenRows(): Promise<unknown>;
  close(): Promise<void>;
}

export interface Delivery {
  readonly id: string;
  readonly endpoint_id: number;
  readonly event_id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly response_code: number | null;
  readonly error: string | null;
  readonly next_attempt_at: string | null;
}

export interface TestServiceOptions {
  /** Trusted certificates in place of the system's. */
  readonly ca?: string;
  readonly gapsMs?: readonly number[];
  readonly deadlineMs?: number;
  /** Number of delivering processes. */
  readonly replicas?: number;
}

export const HOST = 'receiver.example';

const ALL_EVENTS = ['job.created', 'job.updated', 'job.status_changed', 'customer.created'];

/** The real service and senders, on a real database, stream and clock. */
export async function testService({
  ca,
  gapsMs = [50, 50, 50, 50, 50, 50, 50],
  deadlineMs,
  replicas = 1,
}: TestServiceOptions = {}): Promise<TestService> {
  const { db, close } = await createTestDatabase({ context: 'webhooks', entities, migrations });
  const now = (): Date => new Date();
  await keepPartitions(db, now());
  const logged: string[] = [];
  const destination = { write: (line: string) => void logged.push(line) };
  const log = createLogger({ name: 'webhooks', level: 'info', destination });
  const servers = [claimTestNats().url];
  const stream = connectStream({ servers, name: 'webhooks', replicas: 1, log });

  const standIns = {
    jobs: await startFakeOwners(['jobs'], now),
    customers: await startFakeOwners(['customers'], now),
    others: await startFakeOwners(['assets', 'inventory', 'technicians'], now),
  };
  const owners = {
    ...standIns.jobs.clients,
    ...standIns.customers.clients,
    ...standIns.others.clients,
  };

  const gateway = await gatewayStandIn(db, now);

  const guard = createAddressGuard(['127.0.0.0/8']);
  const resolve = async (host: string): Promise<string[]> => {
    if (host === HOST) return ['127.0.0.1'];
    if (host === 'internal.example') return ['93.184.215.14', '10.0.0.5'];
    throw new Error(`${host} does not exist`);
  };
  const createSender = (): OutgoingHttp => {
    const http = createOutgoingHttp({ guard, resolve, ca });
    return {
      ...http,
      post: (url, body, options) =>
        http.post(url, body, { ...options, ...(deadlineMs !== undefined && { deadlineMs }) }),
    };
  };
  const sender = createSender();
  const box = createSecretBox([randomBytes(32)]);
  const transact = createTransact(db, box, () => delivering.forEach(({ wake }) => wake()));
  const metrics = new Registry();
  const others = Array.from({ length: replicas - 1 }, () => ({
    sender: createSender(),
    metrics: new Registry(),
  }));
  const arrivals = createArrivals();
  const parts = { db, transact, box, owners, guard, resolve, sender, gapsMs, arrivals };
  const webhooks = createWebhooksService({ ...parts, now, log });
  const delivering = [{ sender, metrics }, ...others].map((own) =>
    startDelivering({
      ...own,
      db,
      stream,
      webhooks,
      box,
      owners,
      gateway: gateway.client,
      gapsMs,
      arrivals,
      log,
      now,
    }),
  );
  const app = createWebhooksApp(webhooks, { trust: getTestTrust('webhooks'), now, log });
  const api = createApiClient({ app, audience: 'webhooks' });
  const admin = api.as(createCaller({ reach: 'admin', actor: 'ui' }));

  const sent = new Map<string, { readonly subject: string; readonly body: string }>();
  const put = (eventId: string): Promise<void> =>
    eventually(async () => {
      const outgoing = { id: randomUUID(), subject: '', body: '', ...sent.get(eventId) };
      const { confirmed, failure } = await stream.publish([outgoing]);
      if (confirmed !== 1) throw failure ?? new Error('not confirmed');
    });

  return {
    api,
    admin,
    db,
    owners: standIns,
    gateway,
    metrics,
    logged,
    publishAgain: put,

    givenJob(id, fields = {}, companyId = 1) {
      const object = { job_id: id, version: 1, ...fields };
      const { version } = object;
      standIns.jobs.store(RECORD_READS.jobs, companyId, id, { id, version, object });
    },

    givenCustomer(id, version, fields = {}) {
      const object = { customer_id: id, ...fields };
      standIns.customers.store(RECORD_READS.customers, 1, id, { id, version, object });
    },

    async givenEndpoint(url, events = ALL_EVENTS, companyId = 1) {
      const { body } = await admin
        .as({ companyId })
        .post<{ data: { id: number; secret: string } }>('/admin/endpoints', { url, events });
      return body.data;
    },

    async publish(type, recordId, { id = newEventId(), trace, by, ...overrides } = {}) {
      const context = by ?? PUBLISHER[type.split('.')[0] ?? ''] ?? 'jobs';
      const event: DomainEvent = {
        type,
        companyId: 1,
        recordId,
        version: 1,
        occurredAt: now(),
        actor: 'ui',
        data: {},
        ...overrides,
      };
      const body = JSON.stringify(toCloudEvent(context, id, event, trace));
      sent.set(id, { subject: toSubject(context, type), body });
      await put(id);
      return id;
    },

    async deliveries(query = '') {
      const all: Delivery[] = [];
      for (let before = ''; ;) {
        const path = `/admin/deliveries?${query.slice(1)}&per_page=100${before}`;
        const { data } = (await admin.get<{ data: Delivery[] }>(path)).body;
        all.push(...data);
        if (data.length < 100) return all;
        before = `&before=${data.at(-1)?.id}`;
      }
    },

    writtenRows: () => writtenRows(db, ['endpoints']),

    async close() {
      await api.close();
      await Promise.all(delivering.map((each) => each.stop()));
      await stream.close();
      await Promise.all([...Object.values(standIns), gateway].map((each) => each.close()));
      await close();
    },
  };
}

/** Adds a receiver at `HOST` whose certificate is trusted; both end together. */
export async function serviceWithReceiver(
  options: Omit<TestServiceOptions, 'ca'> = {},
): Promise<{ readonly service: TestService; readonly target: Receiver }> {
  const { ca, certify } = await createCertificateAuthority();
  const service = await testService({ ...options, ca });
  const target = await receiver(await certify(HOST));
  const close = async (): Promise<void> => {
    await service.close();
    await target.close();
  };
  return { service: { ...service, close }, target };
}

const PUBLISHER: Readonly<Record<string, Publisher>> = {
  job: 'jobs',
  customer: 'customers',
  service_request: 'customers',
  asset: 'assets',
  item: 'inventory',
  stock: 'inventory',
  technician: 'technicians',
  key: 'gateway',
  company: 'gateway',
};
