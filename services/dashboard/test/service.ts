import { randomUUID } from 'node:crypto';
import { subjectOf, type EndpointTrouble, type EventType } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import { connectStream, toCloudEvent } from '@svc/messaging';
import { eventually, testNats } from '@svc/testing';
import { testGround, type ServedApp } from '@svc/testing-services';
import { Registry } from 'prom-client';
import { dashboardApp } from '../src/app';
import { followWebhooks } from '../src/consumers/webhook-events';
import type { Company } from '../src/domain/company';
import type { SaveUserBody } from '../src/http/schemas';
import { mailServer } from '../src/delivery/mail-server';
import { startMailing } from '../src/delivery/start-mailing';
import { entities, migrations } from '../src/persistence/data-source';
import { outboxMails } from '../src/persistence/outbox-mails';
import { neighbours, type Neighbours } from './neighbours';
import { testBrowser, type TestBrowser, type Where } from './browser';

export interface TestService extends ServedApp {
  /** The other processes, which answer what the test has them answer. */
  readonly neighbours: Neighbours;
  /** Saves a user, by default an owner whom nobody else resembles; answers the id. */
  givenUser(overrides?: Partial<SaveUserBody>, companyId?: number): Promise<number>;
  /** Starts what a replica of the service does by itself; it ends with the service. */
  startReplica(options?: ReplicaOptions): Promise<Replica>;
  /** Has the webhooks context announce an event; the id of an earlier one makes it the same again. */
  publish(event?: Partial<Announcement>): Promise<string>;
  /** A browser that has never been here, at an address of its own unless one is named. */
  browser(from?: Partial<Where>): TestBrowser;
  /** A browser in which a new user, by default an owner, is signed in. */
  signedIn(overrides?: Partial<SaveUserBody>, companyId?: number): Promise<SignedInBrowser>;
  /** Rows of a table, in order of id. */
  rows(table: Table): Promise<Row[]>;
}

type Table = 'notifications' | 'outbox_mails' | 'dead_letters' | 'sessions' | 'activities';

export interface SignedInBrowser extends TestBrowser {
  readonly userId: number;
  readonly email: string;
}

type Row = Readonly<Record<string, unknown>>;

export interface ReplicaOptions {
  readonly smtpUrl?: string;
}

export interface Replica {
  /** The lines of its log. */
  readonly logged: Row[];
  /** Has it look for mail now. */
  wake(): void;
  stop(): Promise<void>;
}

export interface Announcement {
  readonly id: string;
  readonly type: EventType;
  readonly companyId: number;
  readonly data: EndpointTrouble;
}

export const ENDPOINT = 'https://erp.example/hooks';

export const PASSWORD = 'nine green bottles';

/** A company that has its plan and nothing besides. */
export const COMPANY_WITHOUT_FEATURES = 50;

/** What the gateway says of a company. */
const companyOf = async (companyId: number): Promise<Company> => ({
  companyId,
  slug: `company-${companyId}`,
  name: `Company ${companyId}`,
  zone: 'America/New_York',
  country: 'US',
  plan: 'enterprise',
  features: companyId === COMPANY_WITHOUT_FEATURES ? [] : ['inventory'],
});

/** The service on a database, a stream and a clock of its own. */
export async function testService({ webFolder = '/nowhere' } = {}): Promise<TestService> {
  const { db, settings, serve, committed } = await testGround({
    context: 'dashboard',
    entities,
    migrations,
  });
  const { now, log } = settings;
  const others = await neighbours(now);
  const { clients } = others;
  const app = dashboardApp({ db, companyOf, clients, committed, webFolder, ...settings });
  const served = serve(app);
  const stream = connectStream({ servers: [testNats().url], name: 'test', replicas: 1, log });
  const stops: (() => Promise<void>)[] = [];
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

  function browser(from: Partial<Where> = {}): TestBrowser {
    browsers += 1;
    return testBrowser(served.api, now, { address: `198.51.100.${browsers}`, ...from });
  }

  return {
    ...served,
    neighbours: others,
    givenUser,
    browser,

    async signedIn(overrides = {}, companyId = 1) {
      const email = `person-${saved + 1}@acme.example`;
      const userId = await givenUser({ email, password: PASSWORD, ...overrides }, companyId);
      const own = browser();
      const given = { email, password: PASSWORD, ...overrides };
      const { status } = await own.signIn(given.email, given.password);
      if (status !== 200) throw new Error(`Signing in was answered with ${status}.`);
      return { ...own, userId, email: given.email };
    },

    async startReplica({ smtpUrl } = {}) {
      const logged: Row[] = [];
      const destination = { write: (line: string) => void logged.push(JSON.parse(line) as Row) };
      const own = createLogger({ name: 'dashboard', level: 'info', destination });
      const metrics = new Registry();
      const sendMail = smtpUrl
        ? await mailServer({ url: smtpUrl, from: 'Platform <no-reply@platform.example>' })
        : undefined;
      const mails = outboxMails(db);
      const mailing = startMailing({ mails, sendMail, now, log: own, metrics });
      const committed = mailing.wake;
      const following = followWebhooks({ db, stream, log: own, metrics, now, committed });
      const stop = async (): Promise<void> => {
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
      await eventually(async () => {
        const outgoing = { id: randomUUID(), subject: subjectOf('webhooks', type), body };
        expect((await stream.publish([outgoing])).confirmed).toBe(1);
      });
      return id;
    },

    rows: (table) => db.query(`select * from ${table} order by id`),

    async close() {
      for (const stop of stops) await stop();
      await stream.close();
      await served.close();
      await others.close();
    },
  };
}
