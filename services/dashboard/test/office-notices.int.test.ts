import { randomUUID } from 'node:crypto';
import { toSubject, type EventType, type Publisher } from '@svc/contracts';
import { toCloudEvent } from '@svc/messaging';
import { eventually } from '@svc/testing';
import { testService, type TestService } from './service';

let service: TestService;
let olive: number;

beforeEach(async () => {
  service = await testService();
  olive = await service.givenUser();
  await service.startReplica();
});
afterEach(() => service.close());

interface Happening {
  readonly context: Publisher;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly companyId?: number;
}

const happen = ({ context, type, data, companyId = 1 }: Happening): Promise<void> => {
  const change = { type, companyId, recordId: 7, version: 1, actor: 'scheduled', data };
  const id = `evt_${randomUUID()}`;
  const event = toCloudEvent(context, id, { ...change, occurredAt: service.clock.now() });
  return service.announce({
    id: randomUUID(),
    subject: toSubject(context, type),
    body: JSON.stringify(event),
  });
};

const HAPPENINGS: readonly (readonly [string, Happening, object])[] = [
  [
    'a new service request',
    {
      context: 'customers',
      type: 'service_request.created',
      data: { contact_name: 'Grace Hopper', subject: 'The unit is loud.' },
    },
    {
      kind: 'service_request.created',
      title: 'New service request from Grace Hopper',
      target_kind: 'service_request',
      actions: [{ name: 'Open request', path: '/service-requests/7' }],
    },
  ],
  [
    'a late job',
    {
      context: 'jobs',
      type: 'late_job.found',
      data: { job_title: 'Fix the pump', scheduled_end: '2026-03-02T14:00:00Z' },
    },
    {
      kind: 'job.late',
      title: 'Job 7 is late: Fix the pump',
      target_kind: 'job',
      actions: [{ name: 'Open job', path: '/jobs/7' }],
    },
  ],
  [
    'low stock',
    {
      context: 'inventory',
      type: 'stock.low',
      data: { part_name: 'Filter', quantity_on_hand: 2, min_stock_level: 5 },
    },
    {
      kind: 'stock.low',
      title: 'Low stock: Filter',
      target_kind: 'item',
      actions: [{ name: 'Open item', path: '/inventory/7' }],
    },
  ],
];

it.each(HAPPENINGS)(
  'tells the office of %s on its pages, not by mail',
  async (_, event, notice) => {
    await happen(event);

    await eventually(async () => {
      expect(await service.rows('notifications')).toMatchObject([{ user_id: olive, ...notice }]);
    });
    expect(await service.rows('outbox_mails')).toEqual([]);
  },
);

it('tells the team of a key that expires soon, on the pages and by mail', async () => {
  const data = { name: 'ERP', mode: 'live', last4: 'wxyz', expires_at: '2026-03-16T14:00:00Z' };
  await happen({ context: 'gateway', type: 'key.expiring', data });

  await eventually(async () => {
    expect(await service.rows('notifications')).toMatchObject([
      {
        user_id: olive,
        kind: 'key.expiring',
        title: 'API key expires soon: ERP',
        target_kind: 'key',
        mode: null,
        actions: [{ name: 'Review key', path: '/api-keys?id=7' }],
      },
    ]);
  });
  expect(await service.rows('outbox_mails')).toMatchObject([
    { user_id: olive, subject: 'API key expires soon: ERP' },
  ]);
});

it('tells each role of what it may read', async () => {
  const ids: Record<string, number> = { owner: olive };
  for (const role of ['manager', 'dispatcher', 'storekeeper', 'viewer'] as const)
    ids[role] = await service.givenUser({ role });
  const key = { name: 'ERP', mode: 'live', last4: 'wxyz', expires_at: '2026-03-16T14:00:00Z' };
  for (const [, happening] of HAPPENINGS) await happen(happening);
  await happen({ context: 'gateway', type: 'key.expiring', data: key });

  const told = async (kind: string) =>
    (await service.rows('notifications'))
      .filter((row) => row['kind'] === kind)
      .map((row) => Object.keys(ids).find((role) => ids[role] === Number(row['user_id'])))
      .toSorted();
  await eventually(async () => {
    expect({
      request: await told('service_request.created'),
      job: await told('job.late'),
      stock: await told('stock.low'),
      key: await told('key.expiring'),
    }).toEqual({
      request: ['dispatcher', 'manager', 'owner', 'viewer'],
      job: ['dispatcher', 'manager', 'owner', 'storekeeper', 'viewer'],
      stock: ['manager', 'owner', 'storekeeper', 'viewer'],
      key: ['manager', 'owner'],
    });
  });
});

it('tells nobody of what happens in a sandbox, which has no people', async () => {
  const [[, request]] = HAPPENINGS as [(typeof HAPPENINGS)[number]];
  await happen({ ...request, companyId: 1_000_000_001 });
  await happen(request);

  await eventually(async () => expect((await service.rows('notifications')).length).toBe(1));
  expect(await service.rows('dead_letters')).toEqual([]);
});
