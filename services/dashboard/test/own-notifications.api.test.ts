import { eventually } from '@svc/testing';
import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let olive: SignedInBrowser;
let max: SignedInBrowser;
let other: SignedInBrowser;

const LIST = '/dashboard/api/notifications';

beforeEach(async () => {
  service = await testService();
  olive = await service.signedIn();
  max = await service.signedIn({ role: 'manager' });
  other = await service.signedIn({}, 2);
  await service.startReplica();
  await service.publish();
  await eventually(async () => expect((await service.rows('notifications')).length).toBe(2));
  service.clock.advance(60_000);
  await service.publish({ type: 'webhook.endpoint_failing' });
  await service.publish({ companyId: 2 });
  await eventually(async () => expect((await service.rows('notifications')).length).toBe(5));
});
afterEach(() => service.close());

const unreadOf = async (browser: SignedInBrowser): Promise<number> =>
  (await browser.get('/dashboard/api/session')).body.data.unread;

interface Shown {
  readonly notification_id: number;
  readonly kind: string;
}

const notificationsOf = async (browser: SignedInBrowser, query = ''): Promise<Shown[]> =>
  (await browser.get(`${LIST}?${query}`)).body.data;

it("are only the person's, newest first, in pages of 25", async () => {
  const { status, body } = await max.get(LIST);

  expect(status).toBe(200);
  expect(body.data.map(({ kind }: Shown) => kind)).toEqual([
    'webhook.endpoint_failing',
    'webhook.endpoint_off',
  ]);
  expect(body.data[1]).toEqual({
    notification_id: expect.any(Number),
    user_id: max.userId,
    kind: 'webhook.endpoint_off',
    title: 'The webhook endpoint on erp.example was turned off',
    text: expect.stringContaining('https://erp.example/hooks'),
    target: { kind: 'endpoint', id: 7 },
    mode: 'live',
    actions: [
      { name: 'Open endpoint', path: '/webhooks/7' },
      { name: 'Resend failed since then', path: expect.stringContaining('endpoint_id=7') },
    ],
    count: 1,
    created_at: '2026-03-02T09:15:00-05:00',
    read_at: null,
  });
  expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2, total_pages: 1 });
});

it('are read one by one, for good, by the person alone', async () => {
  const [newest] = await notificationsOf(olive);
  const path = `notifications/${newest?.notification_id}/read`;

  const { status, body } = await olive.change('POST', path);
  service.clock.advance(60_000);
  const again = await olive.change('POST', path);

  expect(status).toBe(200);
  expect(body.data).toEqual({ ...newest, read_at: '2026-03-02T09:16:00-05:00' });
  expect(again.body.data).toEqual(body.data);
  expect(await unreadOf(olive)).toBe(1);
  expect(await unreadOf(max)).toBe(2);
  expect(await notificationsOf(olive, 'is_read=false')).toHaveLength(1);
});

it('are one for what repeats until it is read, with a count and the newest time', async () => {
  const failing = async () =>
    (await olive.get(`${LIST}?is_read=false`)).body.data.filter(
      ({ kind }: Shown) => kind === 'webhook.endpoint_failing',
    );
  const [first] = await failing();
  service.clock.advance(60_000);
  await service.publish({ type: 'webhook.endpoint_failing' });
  await service.publish({ type: 'webhook.endpoint_failing' });

  await eventually(async () =>
    expect(await failing()).toEqual([
      {
        ...first,
        title: '3 deliveries to …/hooks failed',
        text: expect.any(String),
        actions: expect.any(Array),
        count: 3,
        created_at: '2026-03-02T09:17:00-05:00',
      },
    ]),
  );
  await olive.change('POST', `notifications/${first.notification_id}/read`);
  await service.publish({ type: 'webhook.endpoint_failing' });
  await eventually(async () => expect(await failing()).toMatchObject([{ count: 1 }]));
});

it('are all read at once', async () => {
  const { status, body } = await olive.change('POST', 'notifications/read-all');

  expect(status).toBe(200);
  expect(body.data).toEqual({ read: 2 });
  expect([await unreadOf(olive), await unreadOf(max), await unreadOf(other)]).toEqual([0, 2, 1]);
  expect((await olive.change('POST', 'notifications/read-all')).body.data).toEqual({ read: 0 });
});

it("of a colleague, and of another company's people, do not exist", async () => {
  const [newest] = await notificationsOf(olive);

  for (const browser of [max, other]) {
    const path = `notifications/${newest?.notification_id}/read`;
    const { status, body } = await browser.change('POST', path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found' });
  }
  expect(await unreadOf(olive)).toBe(2);
});

it('need a session', async () => {
  const visitor = service.browser();

  expect((await visitor.get(LIST)).status).toBe(401);
  expect((await visitor.change('POST', 'notifications/read-all')).status).toBe(401);
});
