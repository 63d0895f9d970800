import { eventually } from '@svc/testing';
import { eventStream, type EventStream } from '@svc/testing-services';
import { followMeterThresholds } from '../src/consumers/meter-thresholds';
import { testService, type TestService } from './service';

let service: TestService;
let events: EventStream;

beforeAll(async () => {
  service = await testService();
  events = eventStream('jobs', service.clock.now);
  startProcess();
});

function startProcess(): void {
  const { db, projections, jobs } = service;
  events.follow((following) =>
    followMeterThresholds({
      ...following,
      db,
      assets: projections.assets,
      jobs,
      onCommitted: () => undefined,
    }),
  );
}

afterAll(async () => {
  await events.close();
  await service.close();
});
beforeEach(() => service.announced());

let meters = 0;
const aMeter = () => {
  meters += 1;
  return { assetId: 900 + meters, meterId: 500 + meters, locationId: service.givenLocation() };
};

const reach = (
  { assetId, meterId, locationId }: ReturnType<typeof aMeter>,
  data: Readonly<Record<string, unknown>> = {},
  eventId?: string,
) =>
  events.publish(
    'assets',
    'asset.meter_threshold_reached',
    assetId,
    {
      card: {
        asset_id: assetId,
        asset_tag: 'AST-000901',
        asset_name: 'Chiller',
        asset_status: 'Active',
        deleted: false,
        version: 3,
      },
      ...{
        asset_id: assetId,
        location_id: locationId,
        meter_id: meterId,
        meter_name: 'Run hours',
        unit: 'h',
        threshold: 500,
        reading_id: 1,
        reading_value: 512.5,
        reading_date: '2026-03-02',
        ...data,
      },
    },
    eventId,
  );

const jobsOf = ({ meterId }: { meterId: number }): Promise<{ id: number }[]> =>
  service.db.query('select id from jobs where meter_id = $1 order by id', [meterId]);

async function handled(): Promise<void> {
  const last = aMeter();
  await reach(last);
  await eventually(async () => expect((await jobsOf(last)).length).toBe(1));
}

describe('asset.meter_threshold_reached', () => {
  it('opens one job for the asset, at its location, by the system itself', async () => {
    const meter = aMeter();

    await reach(meter);

    const [job] = await eventually(async () => {
      const found = await jobsOf(meter);
      expect(found.length).toBe(1);
      return found;
    });
    const { body } = await service.api.get(`/api/v1/jobs?id=${job?.id}`);
    expect(body).toMatchObject({
      data: {
        version: 1,
        job_title: 'Chiller: Run hours reached 512.5 h',
        job_description:
          'Run hours of AST-000901 (Chiller) stood at 512.5 h on 2026-03-02 and has reached its threshold of 500 h.',
        job_status: 'Pending',
        job_priority: 'Medium',
        assigned_technician_id: null,
        customer_location_id: meter.locationId,
        assets: [
          {
            asset_id: meter.assetId,
            asset_tag: 'AST-000901',
            asset_name: 'Chiller',
            relationship_type: 'meter_threshold',
          },
        ],
      },
    });
    expect(await service.announced()).toMatchObject([
      { type: 'job.created', subject: String(job?.id), actor: 'scheduled' },
    ]);
  });

  it('opens no second job while the meter has an open one, and another one after it', async () => {
    const meter = aMeter();
    await reach(meter);
    await reach(meter, { reading_id: 2 });
    await handled();
    const [first, ...more] = await jobsOf(meter);
    expect(more).toEqual([]);

    await service.api.patch(`/api/v1/jobs?id=${first?.id}`, { job_status: 'Cancelled' });
    await reach(meter, { reading_id: 3 });

    await eventually(async () => expect((await jobsOf(meter)).length).toBe(2));
  });

  it('opens one job for an event that arrives twice', async () => {
    const meter = aMeter();
    await reach(meter, {}, 'evt_twice');
    await eventually(async () => expect((await jobsOf(meter)).length).toBe(1));
    await service.api.patch(`/api/v1/jobs?id=${(await jobsOf(meter))[0]?.id}`, {
      job_status: 'Cancelled',
    });

    await reach(meter, {}, 'evt_twice');

    await handled();
    expect(await jobsOf(meter)).toHaveLength(1);
  });

  it('opens one job for each meter whose readings three processes share', async () => {
    startProcess();
    startProcess();
    const several = Array.from({ length: 10 }, aMeter);

    const ids = several.flatMap(({ meterId }) => [1, 2, 3].map((at) => `evt_${meterId}_${at}`));
    for (const reading_id of [1, 2, 3]) {
      await Promise.all(
        several.map((meter) => reach(meter, { reading_id }, `evt_${meter.meterId}_${reading_id}`)),
      );
    }

    await eventually(async () => {
      const consumed = await service.db.query(
        `select count(*)::integer as readings from consumed_events
         where consumer = 'jobs-meter-thresholds' and event_id = any($1)`,
        [ids],
      );
      expect(consumed).toEqual([{ readings: 30 }]);
    });
    for (const meter of several) expect(await jobsOf(meter)).toHaveLength(1);
  });

  it('calls the owner of its location before the transaction', async () => {
    const meter = aMeter();
    const asked = service.owners.requests.length;
    const release = service.owners.hold();
    await reach(meter);
    await eventually(() => expect(service.owners.requests.length).toBeGreaterThan(asked));

    expect(
      await service.db.query(
        `select from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
      ),
    ).toEqual([]);
    release();
    await eventually(async () => expect((await jobsOf(meter)).length).toBe(1));
  });

  it('opens none for an asset without a live location', async () => {
    const [nowhere, gone] = [aMeter(), aMeter()];
    const locationId = service.givenLocation({ customerIsDeleted: true });

    await reach(nowhere, { location_id: null });
    await reach({ ...gone, locationId });

    await handled();
    expect(await jobsOf(nowhere)).toEqual([]);
    expect(await jobsOf(gone)).toEqual([]);
  });
});
