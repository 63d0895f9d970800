import { COLLECTIONS, HOOKS, KEY, toSubject, type EventType, type Publisher } from '@svc/contracts';
import { toCloudEvent } from '@svc/messaging';
import { eventually } from '@svc/testing';
import { listenLive } from './live-connection';
import { sandboxIdOf, testService, type SignedInBrowser, type TestService } from './service';

const API = '/dashboard/api';
const LIVE = { companyId: 1, sandboxOf: undefined };
const SANDBOX = { companyId: sandboxIdOf(1), sandboxOf: 1 };

let service: TestService;
let olive: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  olive = await service.signedIn();
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const askedFor = () => service.neighbours.received.map(({ statement }) => statement);

describe('what is below /dashboard/api/test', () => {
  const operations = COLLECTIONS.filter(
    (collection) => collection !== HOOKS && collection !== KEY,
  ).flatMap(({ path, operations }) =>
    Object.entries(operations).map(([name, { method, where, selectors }]) => {
      const query = selectors.map((selector) => `${selector}=${where[selector] || 1}`).join('&');
      return [name, method, `${path.replace('/api/', '')}?${query}`] as const;
    }),
  );

  it.each(operations)(
    'asks for %s of the sandbox, and of nothing else',
    async (_, method, path) => {
      const ask = (prefix: string) =>
        method === 'GET'
          ? olive.get(`${API}/${prefix}${path}`)
          : olive.change(method as 'POST', `${prefix}${path}`, {});

      await ask('test/');
      await ask('');

      expect(askedFor()).toMatchObject([SANDBOX, LIVE]);
    },
  );

  it.each(['jobs', 'webhooks/endpoints', 'overview/deliveries', 'overview/requests'])(
    'asks for %s of the sandbox',
    async (path) => {
      await olive.get(`${API}/test/${path}`);

      expect(askedFor().length).toBeGreaterThan(0);
      for (const statement of askedFor()) expect(statement).toMatchObject(SANDBOX);
    },
  );

  it('needs a session, and a page of ours for a change, as everything does', async () => {
    const visitor = service.browser();
    expect((await visitor.get(`${API}/test/v1/jobs`)).status).toBe(401);
    const foreign = { 'content-type': 'application/json', 'origin': 'https://evil.example' };
    const answer = await olive.send('POST', `${API}/test/v1/jobs`, {}, foreign);
    expect(answer.status).toBe(403);
    expect(askedFor()).toEqual([]);
  });

  it('is marked in the log of activity', async () => {
    const job = { job_id: 4, job_title: 'Repair', deleted: false };
    service.neighbours.respondWith('GET /admin/jobs/4', { data: job });
    service.neighbours.respondWith('POST /admin/jobs/4/delete', { data: {} });

    expect((await olive.change('POST', 'test/jobs/4/delete')).status).toBe(200);
    expect((await olive.change('POST', 'jobs/4/delete')).status).toBe(200);

    const { body } = await olive.get(`${API}/test/activity?kind=deletion`);
    expect(body.data).toMatchObject([
      { what: 'Deleted the job 4, Repair' },
      { what: 'Deleted the job 4, Repair (test data)' },
    ]);
  });
});

it('announces changes of the displayed mode and of the company', async () => {
  const live = await service.startLive();
  const listening = async (path?: string) => {
    const connection = await listenLive(live.url, olive, service.clock.now(), path);
    await eventually(() => expect(connection.heartbeats()).toBe(1));
    return connection;
  };
  const [own, test] = [await listening(), await listening(`${API}/test/live`)];
  const announce = async (context: Publisher, type: EventType, companyId: number, id: number) => {
    const event = { type, companyId, recordId: id, version: 2, actor: 'ui', data: {} };
    const body = JSON.stringify(
      toCloudEvent(context, `evt_${companyId}_${id}`, { ...event, occurredAt: new Date() }),
    );
    const subject = toSubject(context, type);
    await (await live.as(context)).publish([{ id: `${companyId} ${id}`, subject, body }]);
  };

  await announce('jobs', 'job.updated', 1, 7);
  await announce('jobs', 'job.updated', sandboxIdOf(1), 8);
  await announce('gateway', 'key.changed', 1, 9);

  const changesTo = ({ messages }: typeof own) =>
    messages.filter(({ event }) => event === 'change').map(({ data }) => data as object);
  await eventually(() => {
    expect(changesTo(own)).toEqual([
      { kind: 'job', ids: [7] },
      { kind: 'key', ids: [9] },
    ]);
    expect(changesTo(test)).toEqual([
      { kind: 'job', ids: [8] },
      { kind: 'key', ids: [9] },
    ]);
  });
  await announce('gateway', 'company.changed', 1, 1);
  await eventually(() => expect([own.hasEnded(), test.hasEnded()]).toEqual([false, true]));
});

it("tells the company's people of an endpoint of its sandbox, and that it is test data", async () => {
  await service.startReplica();
  const data = { url: 'https://erp.example/hooks', reason: 'deliveries_failed' } as const;
  const id = await service.publish({
    companyId: sandboxIdOf(1),
    data: { ...data, sandbox_of: 1 },
  });

  await eventually(async () => {
    const notices = (await service.rows('notifications')).filter(({ event_id }) => event_id === id);
    expect(notices).toMatchObject([
      {
        user_id: olive.userId,
        title: 'The webhook endpoint on erp.example was turned off (test data)',
      },
    ]);
  });
});
