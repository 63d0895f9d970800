import { eventually } from '@svc/testing';
import { testService, type TestService } from './service';

let service: TestService;
let olive: number;
let max: number;

beforeAll(async () => {
  service = await testService();
  olive = await service.givenUser();
  max = await service.givenUser({ role: 'manager' });
  await service.givenUser({}, 2);
  await service.startReplica();
  await service.publish();
  await eventually(async () => expect((await service.rows('notifications')).length).toBe(2));
  service.clock.advance(60_000);
  await service.publish({ type: 'webhook.endpoint_failing' });
  await service.publish({ companyId: 2 });
  await eventually(async () => expect((await service.rows('notifications')).length).toBe(5));
});
afterAll(() => service.close());

interface Shown {
  readonly notification_id: number;
  readonly user_id: number;
  readonly kind: string;
  readonly read_at: string | null;
}

const list = async (query = '') =>
  (
    await service.admin.get<{ data: Shown[]; pagination: { total: number } }>(
      `/admin/notifications?${query}`,
    )
  ).body;

describe('GET /admin/notifications', () => {
  it("answers what the company's users were told, newest first", async () => {
    const { data, ...rest } = await list();

    expect(data.map(({ user_id, kind }) => [user_id, kind])).toEqual([
      [max, 'webhook.endpoint_failing'],
      [olive, 'webhook.endpoint_failing'],
      [max, 'webhook.endpoint_off'],
      [olive, 'webhook.endpoint_off'],
    ]);
    expect(data[3]).toEqual({
      notification_id: expect.any(Number),
      user_id: olive,
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
    expect(rest).toEqual({
      success: true,
      pagination: expect.objectContaining({ total: 4 }),
      request_id: 'req_1',
    });
  });

  it('filters by user and page', async () => {
    const { data, pagination } = await list(`user_id=${olive}&page=2&per_page=1`);

    expect(data.map(({ kind }) => kind)).toEqual(['webhook.endpoint_off']);
    expect(pagination).toMatchObject({ total: 2 });
  });

  it.each(['user_id=x', 'is_read=maybe', 'page=0'])('refuses %s', async (query) => {
    expect(await list(query)).toMatchObject({ error: 'validation_failed' });
  });
});

describe('POST /admin/notifications/:id/read', () => {
  it('marks one as read, the first time for good', async () => {
    const [, , , first] = (await list()).data;
    const path = `/admin/notifications/${first?.notification_id}/read`;

    const { status, body } = await service.admin.post(path);
    service.clock.advance(60_000);
    const again = await service.admin.post(path);

    const readAt = '2026-03-02T09:16:00-05:00';
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, data: { ...first, read_at: readAt } });
    expect(again.body).toMatchObject({ data: { read_at: readAt } });
    expect((await list('is_read=true')).data).toEqual([{ ...first, read_at: readAt }]);
    expect((await list('is_read=false')).pagination).toMatchObject({ total: 3 });
  });

  it("does not know another company's notification", async () => {
    const [mine] = (await list()).data;
    const path = `/admin/notifications/${mine?.notification_id}/read`;

    const { status, body } = await service.admin.as({ companyId: 2 }).post(path);

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found' });
    expect((await list('is_read=true')).data).not.toContainEqual(
      expect.objectContaining({ notification_id: mine?.notification_id }),
    );
  });
});
