import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toSubject, type EndpointTrouble, type EventType, type Publisher } from '@svc/contracts';
import { createLogger, type Logger } from '@svc/logging';
import { connectStream, prepareStream, toCloudEvent, type Stream } from '@svc/messaging';
import { createApiClient, eventually, claimTestNats, type ApiClient } from '@svc/testing';
import { serviceFixture, type ServedApp } from '@svc/testing-services';
import { Registry } from 'prom-client';
import { dashboardApp } from '../src/app';
import { followChanges } from '../src/consumers/follow-changes';
import { followOffice } from '../src/consumers/office-events';
import { followOperator } from '../src/consumers/operator-events';
import { followWebhooks } from '../src/consumers/webhook-events';
import type { Company } from '../src/domain/company';
import type { SaveUserBody } from '../contract/bodies';
import { openMailServer } from '../src/delivery/mail-server';
import { startMailing } from '../src/delivery/start-mailing';
import { createLiveBrowsers, type LiveBrowsers } from '../src/live/live-browsers';
import { entities, migrations } from '../src/persistence/data-source';
import { createOutboxMails } from '../src/persistence/outbox-mails';
import { createNeighbours, type Neighbours } from './neighbours';
import { createPasswordHashes } from '../src/persistence/password-hash';
import { createSessions } from '../src/persistence/sessions';
import { createToken } from '../src/persistence/tokens';
import { testBrowser, type TestBrowser, type Where } from './browser';

export interface TestService extends ServedApp {
  readonly neighbours: Neighbours;
  /** Saves a unique user, by default an owner, and returns the id. */
  givenUser(overrides?: Partial<SaveUserBody>, companyId?: number): Promise<number>;
  /** Starts the background work of one replica; it stops with the service. */
  startReplica(options?: ReplicaOptions): Promise<Replica>;
  /** Publishes an event of webhooks; an earlier id makes it a duplicate. */
  publish(event?: Partial<Announcement>): Promise<string>;
  announce(message: Outgoing): Promise<void>;
  /** Subscribes the service to changes. */
  startLive(): Promise<Live>;
  /** Creates a new browser, by default at a unique address. */
  browser(from?: Partial<Where>): TestBrowser;
  /** Uses a second replica on the same database. */
  browserOfReplica(from?: Partial<Where>): TestBrowser;
  /** Signs a new user in, by default an owner with PASSWORD. */
  signedIn(overrides?: Partial<SaveUserBody>, companyId?: number): Promise<SignedInBrowser>;
  rows(table: Table): Promise<Row[]>;
}

type Table =
  | 'notifications'
  | 'outbox_mails'
  | 'dead_letters'
  | 'sessions'
  | 'activities'
  | 'calendar_links';

export interface SignedInBrowser extends TestBrowser {
  readonly userId: number;
  readonly email: string;
}

interface Outgoing {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
}

type Row = Readonly<Record<string, unknown>>;

export interface ReplicaOptions {
  readonly smtpUrl?: string;
}

export interface Replica {
  readonly logged: Row[];
  /** Makes it look for mail now. */
  wake(): void;
  stop(): Promise<void>;
}

export interface Live extends LiveBrowsers {
  readonly url: string;
  /** Connects with the NATS rights of a process. */
  as(process: Publisher): Promise<Stream>;
  loseNats(): Promise<void>;
}

export interface Announcement {
  readonly id: string;
  readonly type: EventType;
  readonly companyId: number;
  readonly data: EndpointTrouble;
}

export const ENDPOINT = 'https://erp.example/hooks';

export const PUBLIC_URL = 'https://fsm.example';

export const PASSWORD = 'nine green bottles';

export const COMPANY_WITHOUT_FEATURES = 50;

/** Minimal cost makes hashing instant. */
export const passwords = createPasswordHashes({ N: 2, r: 1, p: 1 });

export const sandboxIdOf = (companyId: number): number => 1_000_000_000 + companyId;

const readCompany = async (companyId: number): Promise<Company> => ({
  companyId,
  sandboxId: sandboxIdOf(companyId),
  slug: `company-${companyId}`,
  name: `Company ${companyId}`,
  zone: 'America/New_York',
  country: 'US',
  plan: 'enterprise',
  features: companyId === COMPANY_WITHOUT_FEATURES ? [] : ['inventory'],
});

const forgetCompany = (): void => undefined;

export async function testService({
  webFolder = '/nowhere',
  log: ownLog,
}: { readonly webFolder?: string; readonly log?: Logger } = {}): Promise<TestService> {
  const { db, settings, serve, onCommitted } = await serviceFixture({
    context: 'dashboard',
    entities,
    migrations,
  });
  const { now, log } = settings;
  const others = await createNeighbours(now);
  const { clients } = others;
  const nats = claimTestNats();
  let hearing: Stream | undefined;
  const liveBrowsers = createLiveBrowsers({
    findEnded: (keys) => createSessions(db).findEnded(keys, now()),
    isConnected: () => hearing?.isReady() ?? false,
    log,
  });
  const onNotificationsChanged = (companyId: number): void =>
    hearing?.notifyChange('dashboard', { companyId, kind: 'notification' });
  const dependencies = {
    ...{ db, readCompany, forgetCompany, clients, passwords, onCommitted, onNotificationsChanged },
    ...{ webFolder, publicUrl: PUBLIC_URL, browsers: liveBrowsers },
    ...settings,
    ...(ownLog && { log: ownLog }),
  };
  const served = serve(dashboardApp(dependencies));
  const replica = createApiClient({ app: dashboardApp(dependencies), audience: 'dashboard', now });
  const stream = connectStream({ servers: [nats.url], name: 'test', replicas: 1, log });
  const stops: (() => Promise<void>)[] = [];
  const streamAs = async (name: Publisher | 'dashboard'): Promise<Stream> => {
    const own = connectStream({ servers: [nats.urlOf(name)], name, replicas: 1, log });
    stops.push(own.close);
    await eventually(() => expect(own.isReady()).toBe(true));
    return own;
  };
  let saved = 0;
  let published = 0;
  let browsers = 0;

  async function givenUser(overrides: Partial<SaveUserBody> = {}, companyId = 1): Promise<number> {
    saved += 1;
    const { body } = await served.admin
      .as({ companyId })
      .put<{ data: { user_id: number } }>('/admin/users', {
        email: `user-${saved}@acme.example`,
        name: `User ${saved}`,
        role: 'owner',
        ...overrides,
      });
    return body.data.user_id;
  }

  const announce = (message: Outgoing): Promise<void> =>
    eventually(async () => expect((await stream.publish([message])).confirmed).toBe(1));

  function browserOn(client: ApiClient, from: Partial<Where>): TestBrowser {
    browsers += 1;
    return testBrowser(client, now, { address: `198.51.100.${browsers}`, ...from });
  }
  const browser = (from: Partial<Where> = {}): TestBrowser => browserOn(served.api, from);

  return {
    ...served,
    neighbours: others,
    givenUser,
    browser,
    browserOfReplica: (from = {}) => browserOn(replica, from),

    async signedIn({ password = PASSWORD, ...overrides } = {}, companyId = 1) {
      const email = `person-${saved + 1}@acme.example`;
      const userId = await givenUser({ email, ...overrides }, companyId);
      await db.query('update users set password_hash = $1 where id = $2', [
        await passwords.hash(password),
        userId,
      ]);
      const token = createToken();
      const own = browser({ sessionToken: token });
      const from = { address: '198.51.100.0', userAgent: 'Firefox' };
      await createSessions(db).add({ companyId, id: userId }, token, from, now());
      return { ...own, userId, email: overrides.email ?? email };
    },

    async startLive() {
      await prepareStream({ servers: [nats.url], replicas: 1 });
      const own = await streamAs('dashboard');
      hearing = own;
      followChanges({ stream: own, ...liveBrowsers });
      const server = createServer(dashboardApp(dependencies).callback());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      stops.push(async () => {
        liveBrowsers.end();
        await new Promise((resolve) => server.close(resolve));
      });
      const { port } = server.address() as AddressInfo;
      return {
        ...liveBrowsers,
        url: `http://127.0.0.1:${port}`,
        as: streamAs,
        loseNats: own.close,
      };
    },

    async startReplica({ smtpUrl } = {}) {
      const logged: Row[] = [];
      const destination = { write: (line: string) => void logged.push(JSON.parse(line) as Row) };
      const own = createLogger({ name: 'dashboard', level: 'info', destination });
      const metrics = new Registry();
      const sendMail = smtpUrl
        ? await openMailServer({ url: smtpUrl, from: 'Platform <no-reply@platform.example>' })
        : undefined;
      const mails = createOutboxMails(db);
      const mailing = startMailing({ mails, sendMail, now, log: own, metrics });
      const onCommitted = mailing.wake;
      const parts = {
        ...{ db, stream, metrics, readCompany, now, onCommitted, onNotificationsChanged },
        publicUrl: PUBLIC_URL,
        log: own,
      };
      const following = followWebhooks(parts);
      const ofOffice = followOffice(parts);
      const ofOperator = followOperator({ db, stream, log: own, metrics, now });
      const stop = async (): Promise<void> => {
        await ofOperator.stop();
        await ofOffice.stop();
        await following.stop();
        await mailing.stop();
      };
      stops.push(stop);
      return { logged, wake: mailing.wake, stop };
    },

    async publish(overrides = {}) {
      published += 1;
      const { id, type, companyId, data }: Announcement = {
        id: `evt_${published}`,
        type: 'webhook.endpoint_off',
        companyId: 1,
        data: { url: ENDPOINT, reason: 'deliveries_failed' },
        ...overrides,
      };
      const body = JSON.stringify(
        toCloudEvent('webhooks', id, {
          type,
          companyId,
          recordId: 7,
          version: 2,
          occurredAt: now(),
          actor: 'scheduled',
          data: { ...data },
        }),
      );
      await announce({ id: randomUUID(), subject: toSubject('webhooks', type), body });
      return id;
    },

    announce,

    rows: (table) => db.query(`select * from ${table} order by 1, 2, 3`),

    async close() {
      for (const stop of stops) await stop();
      await stream.close();
      await replica.close();
      await served.close();
      await others.close();
    },
  };
}
