import { RECORD_READS, type EventType } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { expectDocumented } from './documented';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

type Owner = keyof TestService['owners'];

interface Case {
  readonly announced: EventType;
  readonly event: string;
  readonly owner: Owner;
  readonly path: string;
  readonly id: string;
}

const ofJobs = { owner: 'jobs', path: RECORD_READS.jobs, id: 'job_id' } as const;
const ofCustomers = {
  owner: 'customers',
  path: RECORD_READS.customers,
  id: 'customer_id',
} as const;
const ofAssets = { owner: 'others', path: RECORD_READS.assets, id: 'asset_id' } as const;
const ofItems = { owner: 'others', path: RECORD_READS.items, id: 'item_id' } as const;
const ofTechnicians = {
  owner: 'others',
  path: RECORD_READS.technicians,
  id: 'technician_id',
} as const;

const CASES: readonly Case[] = [
  { announced: 'job.assigned', event: 'job.assigned', ...ofJobs },
  { announced: 'job.unassigned', event: 'job.unassigned', ...ofJobs },
  { announced: 'customer.updated', event: 'customer.updated', ...ofCustomers },
  { announced: 'customer.deleted', event: 'customer.removed', ...ofCustomers },
  { announced: 'customer.restored', event: 'customer.restored', ...ofCustomers },
  { announced: 'asset.created', event: 'asset.created', ...ofAssets },
  { announced: 'asset.updated', event: 'asset.updated', ...ofAssets },
  { announced: 'asset.status_changed', event: 'asset.status_changed', ...ofAssets },
  { announced: 'asset.transferred', event: 'asset.transferred', ...ofAssets },
  {
    announced: 'asset.meter_threshold_reached',
    event: 'asset.meter_threshold_reached',
    ...ofAssets,
  },
  { announced: 'stock.low', event: 'inventory.low_stock', ...ofItems },
  { announced: 'stock.changed', event: 'inventory.stock_changed', ...ofItems },
  { announced: 'technician.updated', event: 'technician.updated', ...ofTechnicians },
];

let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver());
  url = `https://${HOST}:${target.port}/`;
});
afterAll(() => service.close());
beforeEach(() => {
  target.received.length = 0;
});

const bodies = () => target.received.map(({ body }) => JSON.parse(body));

describe.each(CASES)('$event', ({ announced, event, owner, path, id: idName }) => {
  it('arrives at an endpoint and a subscription with the record as it is when it is sent', async () => {
    const companyId = 1;
    const { id: endpoint } = await service.givenEndpoint(`${url}dashboard`, [event]);
    const api = service.api.as({
      actor: `api_key:${100 + CASES.findIndex((each) => each.event === event)}`,
    });
    const { body: hook } = await api.post<{ id: number }>('/api/v1/hooks.php', {
      target_url: `${url}api`,
      event,
    });
    const object = { [idName]: 7, name: 'As its owner shows it.' };
    service.owners[owner].store(path, companyId, 7, { id: 7, version: 3, object });

    const eventId = await service.publish(announced, 7, {
      version: 2,
      actor: 'api_key:4',
      occurredAt: new Date('2030-03-02T14:15:00.123Z'),
      data: { previous: { field: 'before' } },
    });

    await eventually(() => expect(target.received.length).toBe(2));
    for (const body of bodies()) {
      expect(body).toEqual({
        id: eventId,
        type: event,
        api_version: '2026-05-27',
        occurred_at: '2030-03-02T14:15:00.123Z',
        source: 'api_key:4',
        data: { object, previous: { field: 'before' }, version: 3 },
      });
    }
    for (const { headers } of target.received) expect(headers['x-svc-event-type']).toBe(event);
    await eventually(async () => {
      for (const receiving of [endpoint, hook.id]) {
        expect(await service.deliveries(`?endpoint_id=${receiving}`)).toMatchObject([
          { event, status: 'succeeded' },
        ]);
      }
    });
  });

  it('of a record that is gone has its id alone', async () => {
    await service.db.query('delete from endpoints');
    await service.givenEndpoint(url, [event]);

    await service.publish(announced, 8, { version: 2 });

    await eventually(() => expect(target.received.length).toBe(1));
    expect(bodies()[0].data).toEqual({
      object: { [idName]: 8, deleted: true },
      previous: {},
      version: 2,
    });
  });

  it('has a sample, from the newest record and from an example', async () => {
    const sample = async (companyId: number) => {
      const answer = await service.api
        .as({ companyId })
        .get<{ data: { type: string; data: { object: object } }[] }>(
          `/api/v1/hooks.php?action=sample&event=${event}`,
        );
      expectDocumented('sampleEvent', answer.status, answer.body);
      expect(answer.status).toBe(200);
      return answer.body.data[0];
    };
    const object = { [idName]: 9, name: 'The newest.' };
    service.owners[owner].store(path, 2, 9, { id: 9, version: 5, object });

    expect(await sample(2)).toMatchObject({ type: event, data: { object, version: 5 } });
    const { type, data } = (await sample(3)) ?? {};
    expect(type).toBe(event);
    expect(data?.object).toMatchObject(
      idName === 'item_id' ? { item: { id: 1 }, stock: [{ location_id: 1 }] } : { [idName]: 1 },
    );
  });
});

it('a threshold that was reached says which, beside the asset', async () => {
  await service.db.query('delete from endpoints');
  await service.givenEndpoint(url, ['asset.meter_threshold_reached']);
  const object = { asset_id: 70, asset_name: 'Chiller' };
  service.owners.others.store(RECORD_READS.assets, 1, 70, { id: 70, version: 3, object });
  const meter_reading = { meter_id: 3, threshold: 500, reading_value: 512 };

  await service.publish('asset.meter_threshold_reached', 70, {
    data: { meter_id: 3, object: { meter_reading } },
  });

  await eventually(() => expect(target.received.length).toBe(1));
  expect(bodies()[0].data).toEqual({
    object: { ...object, meter_reading },
    previous: {},
    version: 3,
  });
});
