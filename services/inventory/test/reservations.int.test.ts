import type { EventType, JobSummary } from '@svc/contracts';
import type { Loop } from '@svc/kernel';
import { eventually } from '@svc/testing';
import { eventStream, type EventStream } from '@svc/testing-services';
import { followJobParts } from '../src/consumers/job-parts';
import { keepRetryingReservations } from '../src/background/keep-retrying-reservations';
import { createLogger } from '@svc/logging';
import { testService, type TestService } from './service';

let service: TestService;
let events: EventStream;
let retries: Loop[];
let main: number;
const troubles: string[] = [];

beforeAll(async () => {
  service = await testService();
  main = await service.givenLocation();
  retries = [];
  const destination = { write: (line: string) => void troubles.push(line) };
  const log = createLogger({ name: 'inventory', level: 'warn', destination });
  events = eventStream('inventory', service.clock.now, log);
  startProcess();
});
afterAll(async () => {
  await Promise.all(retries.map((each) => each.stop()));
  await events.close();
  await service.close();
});
afterEach(async () => expect(await service.differences()).toEqual([]));

function startProcess(): void {
  const { followJob } = service.inventory;
  const log = createLogger({ name: 'inventory', level: 'silent' });
  const retry = keepRetryingReservations({ ...service.inventory, log });
  retries.push(retry);
  events.follow((following) =>
    followJobParts({ ...following, db: service.db, followJob, onCommitted: retry.wake }),
  );
}

let jobs = 0;
const nextJob = (): number => (jobs += 1);

type Part = JobSummary['required_parts'][number];

interface Published extends Partial<Omit<JobSummary, 'job_id'>> {
  readonly type?: 'job.created' | 'job.updated' | 'job.status_changed' | 'job.deleted';
  readonly previous?: Readonly<Record<string, unknown>>;
  readonly eventId?: string;
}

const publish = (
  jobId: number,
  { type = 'job.status_changed', previous = {}, eventId, ...card }: Published,
) => {
  const data = {
    card: {
      job_id: jobId,
      job_status: 'Pending',
      deleted: false,
      required_parts: [],
      version: 1,
      ...card,
    },
    previous,
  };
  return events.publish('jobs', type, jobId, data, eventId);
};

interface Reservation {
  readonly status: string;
  readonly version: number;
  readonly parts: readonly unknown[];
}

async function reservationOf(jobId: number): Promise<Reservation | undefined> {
  const { body } = await service.admin.get<{ data: Reservation[] }>(
    `/admin/reservations?job_id=${jobId}`,
  );
  return body.data[0];
}

/** Waits until the job's state of this version is known. */
const settled = (jobId: number, expected: Partial<Reservation>, within = 5_000) =>
  eventually(async () => expect(await reservationOf(jobId)).toMatchObject(expected), { within });

async function handled(): Promise<void> {
  const jobId = nextJob();
  await publish(jobId, { required_parts: [{ item_id: 1, location_id: 1, quantity: 1_000_000 }] });
  await settled(jobId, { version: 1 });
}

const givenStocked = (quantity: number, locationId = main) =>
  service.givenItem({ stock: [{ location_id: locationId, quantity }] });

const part = (itemId: number, quantity: number, locationId = main): Part => ({
  item_id: itemId,
  location_id: locationId,
  quantity,
});

const stockOf = async (itemId: number) => {
  const [{ quantity, reserved_quantity: reserved } = { quantity: 0, reserved_quantity: 0 }] =
    await service.stockOf(itemId);
  return { quantity, reserved };
};

it('an event of a type that a newer release of jobs announces is nothing to be tried again', async () => {
  await events.publish('jobs', 'job.rescheduled' as EventType, nextJob(), { card: { version: 1 } });
  await handled();

  expect(troubles).toEqual([]);
});

describe('a job with required parts', () => {
  it('reserves them, and uses them when it is completed', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const required_parts = [part(itemId, 3)];

    await publish(jobId, { type: 'job.created', required_parts });
    await settled(jobId, { status: 'reserved', version: 1 });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 3 });

    await publish(jobId, { job_status: 'Completed', required_parts, version: 4 });
    await settled(jobId, { status: 'consumed', version: 4 });
    expect(await stockOf(itemId)).toEqual({ quantity: 7, reserved: 0 });
    const { body } = await service.ask('listItemTransactions', `?id=${itemId}&sub=transactions`);
    expect(body).toMatchObject({
      data: [
        { transaction_type: 'Job_complete', quantity: -3, job_id: jobId, location_id: main },
        { transaction_type: 'Reserve', quantity: -3, job_id: jobId, related_location_id: null },
        { transaction_type: 'Add', quantity: 10, job_id: null },
      ],
    });
    expect((await service.ask('getItem', `?id=${itemId}`)).body).toMatchObject({
      data: { item: { quantity_on_hand: 7 } },
    });
  });

  it('announces what changes', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();

    await publish(jobId, { required_parts: [part(itemId, 3)] });
    await settled(jobId, { status: 'reserved' });

    expect(await service.announced()).toMatchObject([
      {
        type: 'stock.changed',
        subject: String(itemId),
        data: {
          quantity_on_hand: 10,
          stock: [{ quantity: 10, reserved_quantity: 3, available: 7 }],
          movements: [{ transaction_type: 'Reserve', quantity: -3, job_id: jobId }],
        },
      },
    ]);
  });

  it('releases them when it is cancelled', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const required_parts = [part(itemId, 3)];

    await publish(jobId, { required_parts });
    await publish(jobId, { job_status: 'Cancelled', required_parts, version: 2 });

    await settled(jobId, { status: 'released', version: 2 });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 0 });
    expect(await service.ledgerOf(itemId)).toEqual([
      ['Release', 3],
      ['Reserve', -3],
      ['Add', 10],
    ]);
  });

  it('releases them when it is deleted, and reserves them again when it is restored', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const required_parts = [part(itemId, 3)];

    await publish(jobId, { required_parts });
    await publish(jobId, { type: 'job.deleted', deleted: true, required_parts, version: 2 });
    await settled(jobId, { status: 'released', version: 2 });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 0 });

    await publish(jobId, { required_parts, version: 3 });
    await settled(jobId, { status: 'reserved', version: 3 });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 3 });
  });

  it('reserves or releases the difference when it needs other parts', async () => {
    const [one, other] = [await givenStocked(10), await givenStocked(10)];
    const jobId = nextJob();

    await publish(jobId, { required_parts: [part(one, 3), part(one, 2)] });
    await settled(jobId, { status: 'reserved', parts: [{ ...part(one, 5), available: 5 }] });
    await publish(jobId, { required_parts: [part(other, 4), part(one, 1)], version: 2 });

    await settled(jobId, { status: 'reserved', version: 2 });
    expect(await stockOf(one)).toEqual({ quantity: 10, reserved: 1 });
    expect(await stockOf(other)).toEqual({ quantity: 10, reserved: 4 });
    expect(await service.ledgerOf(one)).toEqual([
      ['Release', 4],
      ['Reserve', -5],
      ['Add', 10],
    ]);
  });

  it('forgets what it no longer needs', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    await publish(jobId, { required_parts: [part(itemId, 3)] });
    await publish(jobId, {
      version: 2,
      previous: { required_parts: [part(itemId, 3)] },
    });

    await settled(jobId, { status: 'released', version: 2, parts: [] });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 0 });
  });

  it('keeps what was used when it is deleted or changed afterwards', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const required_parts = [part(itemId, 3)];
    await publish(jobId, { job_status: 'Completed', required_parts, version: 4 });
    await publish(jobId, {
      job_status: 'Completed',
      required_parts: [part(itemId, 9)],
      version: 5,
    });
    await publish(jobId, { job_status: 'Completed', deleted: true, required_parts, version: 6 });

    await settled(jobId, { status: 'consumed', version: 6, parts: [{ quantity: 3 }] });
    expect(await stockOf(itemId)).toEqual({ quantity: 7, reserved: 0 });
  });

  it('is not remembered when it never needed any', async () => {
    const jobId = nextJob();
    await publish(jobId, { type: 'job.created' });
    await handled();

    expect(await reservationOf(jobId)).toBeUndefined();
  });
});

describe('an event of a job that needs no parts', () => {
  it('leaves nothing behind, whichever version of the job it tells of', async () => {
    const jobId = nextJob();
    await publish(jobId, { type: 'job.created', eventId: 'evt_no_parts_1' });
    await publish(jobId, { type: 'job.updated', version: 2, eventId: 'evt_no_parts_2' });
    await publish(jobId, {
      version: 3,
      previous: { required_parts: [] },
      eventId: 'evt_no_parts_3',
    });
    await handled();

    expect(await reservationOf(jobId)).toBeUndefined();
    // A transaction would have recorded the event that it was opened for.
    const consumed = await service.db.query(
      `select event_id from consumed_events where event_id like 'evt_no_parts%'`,
    );
    expect(consumed).toEqual([]);
  });

  it('releases what an older version needed, though what took it off is not heard of', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    await publish(jobId, { required_parts: [part(itemId, 3)] });
    await settled(jobId, { status: 'reserved' });

    await publish(jobId, { version: 3 });

    await settled(jobId, { status: 'released', version: 3, parts: [] });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 0 });
  });

  it('releases what an older version needs that comes with it', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const row = service.db.createQueryRunner();
    await row.startTransaction();
    // The event before them waits for this, so that they come together.
    await row.query(
      'set local transaction_timeout = 0; lock table consumed_events in access exclusive mode',
    );
    await publish(nextJob(), { required_parts: [part(itemId, 1)] });
    await publish(jobId, { required_parts: [part(itemId, 3)] });
    await publish(jobId, { version: 3 });
    await row.commitTransaction();
    await row.release();

    await settled(jobId, { status: 'released', version: 3, parts: [] });
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 1 });
  });
});

describe('too little stock', () => {
  it('reserves none of the parts, and says so', async () => {
    const [plenty, scarce] = [await givenStocked(10), await givenStocked(1)];
    const jobId = nextJob();

    await publish(jobId, { required_parts: [part(plenty, 3), part(scarce, 2)] });

    await settled(jobId, {
      status: 'waiting',
      parts: [
        { ...part(plenty, 3), available: 10 },
        { ...part(scarce, 2), available: 1 },
      ],
    });
    expect(await stockOf(plenty)).toEqual({ quantity: 10, reserved: 0 });
    const { body } = await service.admin.get<{ data: { job_id: number }[] }>(
      '/admin/reservations?status=waiting&per_page=100',
    );
    expect(body.data.map(({ job_id }) => job_id)).toContain(jobId);
  });

  it.each<[string, (itemId: number) => Promise<unknown>]>([
    [
      'an adjustment',
      (itemId) =>
        service.ask('adjustStock', `?id=${itemId}&sub=adjust`, {
          location_id: main,
          quantity: 1,
          reason: 'Delivery',
        }),
    ],
    [
      'a transfer',
      async (itemId) => {
        const other = await service.givenLocation();
        await service.ask('adjustStock', `?id=${itemId}&sub=adjust`, {
          location_id: other,
          quantity: 1,
          reason: 'Delivery',
        });
        return service.ask('transferStock', '?sub=transfer', {
          item_id: itemId,
          from_location_id: other,
          to_location_id: main,
          quantity: 1,
        });
      },
    ],
  ])('reserves them once %s brings what is missing', async (_what, deliver) => {
    const itemId = await givenStocked(1);
    const jobId = nextJob();
    await publish(jobId, { required_parts: [part(itemId, 2)] });
    await settled(jobId, { status: 'waiting' });

    await deliver(itemId);
    retries[0]?.wake();

    await settled(jobId, { status: 'reserved' });
    expect(await stockOf(itemId)).toEqual({ quantity: 2, reserved: 2 });
  });

  it('goes to the one that waits longest when another one releases it', async () => {
    const itemId = await givenStocked(2);
    const [holder, first, second] = [nextJob(), nextJob(), nextJob()];
    const required_parts = [part(itemId, 2)];
    await publish(holder, { required_parts });
    await settled(holder, { status: 'reserved' });
    await publish(first, { required_parts });
    await settled(first, { status: 'waiting' });
    await publish(second, { required_parts });
    await settled(second, { status: 'waiting' });

    await publish(holder, { job_status: 'Cancelled', required_parts, version: 2 });

    await settled(first, { status: 'reserved' });
    expect(await reservationOf(second)).toMatchObject({ status: 'waiting' });
  });

  it('is used as soon as it arrives for a job that was completed meanwhile', async () => {
    const itemId = await givenStocked(1);
    const jobId = nextJob();
    const required_parts = [part(itemId, 2)];
    await publish(jobId, { required_parts });
    await publish(jobId, { job_status: 'Completed', required_parts, version: 3 });
    await settled(jobId, { status: 'waiting', version: 3 });

    await service.ask('adjustStock', `?id=${itemId}&sub=adjust`, {
      location_id: main,
      quantity: 4,
      reason: 'Delivery',
    });
    retries[0]?.wake();

    await settled(jobId, { status: 'consumed' });
    expect(await stockOf(itemId)).toEqual({ quantity: 3, reserved: 0 });
  });

  it('lets go of everything when other parts cannot be covered', async () => {
    const [one, other] = [await givenStocked(5), await givenStocked(1)];
    const jobId = nextJob();
    await publish(jobId, { required_parts: [part(one, 5)] });
    await publish(jobId, { required_parts: [part(one, 5), part(other, 2)], version: 2 });

    await settled(jobId, { status: 'waiting', version: 2 });
    expect(await stockOf(one)).toEqual({ quantity: 5, reserved: 0 });
  });
});

describe('events that come again or out of order', () => {
  it('reserves once for an event that arrives twice', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const event = { required_parts: [part(itemId, 3)], eventId: 'evt_twice' };

    await publish(jobId, event);
    await publish(jobId, event);
    await publish(jobId, { ...event, eventId: 'evt_same_version' });

    await handled();
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 3 });
    expect(await service.ledgerOf(itemId)).toHaveLength(2);
  });

  it('ends as if they had come in order, whatever the order', async () => {
    const states: readonly Published[] = [
      { job_status: 'Pending', version: 1 },
      { job_status: 'Assigned', version: 2 },
      { job_status: 'In Progress', version: 3 },
      { job_status: 'Completed', version: 4 },
    ];
    const orders = [
      [3, 0, 1, 2],
      [0, 3, 2, 1],
      [2, 1, 0, 3],
      [3, 2, 1, 0],
    ];
    for (const order of orders) {
      const itemId = await givenStocked(10);
      const jobId = nextJob();
      for (const at of order) {
        await publish(jobId, { ...states[at], required_parts: [part(itemId, 3)] });
      }
      await handled();

      expect(await reservationOf(jobId)).toMatchObject({ status: 'consumed', version: 4 });
      expect(await stockOf(itemId)).toEqual({ quantity: 7, reserved: 0 });
      expect(await service.ledgerOf(itemId)).toEqual([
        ['Job_complete', -3],
        ['Reserve', -3],
        ['Add', 10],
      ]);
    }
  });

  it('does not reserve for a job whose parts were taken off before it was heard of', async () => {
    const itemId = await givenStocked(10);
    const jobId = nextJob();
    const required_parts = [part(itemId, 3)];

    await publish(jobId, { version: 2, previous: { required_parts } });
    await publish(jobId, { required_parts, version: 1 });

    await handled();
    expect(await stockOf(itemId)).toEqual({ quantity: 10, reserved: 0 });
  });
});

describe('three processes', () => {
  const JOBS = 30;
  const STOCKED = 4 * JOBS;
  /** Two of them may deadlock, and the one that is ended comes again later. */
  const MAX_WAIT_MS = 60_000;

  it('reserve, release and use the parts of each job once, as it is in the end', async () => {
    startProcess();
    startProcess();
    const itemId = await givenStocked(STOCKED);
    const all = Array.from({ length: JOBS }, nextJob);
    const isDone = (jobId: number): boolean => jobId % 2 === 0;
    const states = (jobId: number): readonly Published[] => [
      { type: 'job.created', required_parts: [part(itemId, 2)], version: 1 },
      { type: 'job.updated', required_parts: [part(itemId, 3)], version: 2 },
      {
        job_status: isDone(jobId) ? 'Completed' : 'Cancelled',
        required_parts: [part(itemId, 3)],
        version: 3,
      },
    ];

    for (const at of [0, 1, 2]) {
      await Promise.all(all.map((jobId) => publish(jobId, states(jobId)[at] ?? {})));
    }

    for (const jobId of all) {
      const status = isDone(jobId) ? 'consumed' : 'released';
      await settled(jobId, { status, version: 3 }, MAX_WAIT_MS);
    }
    expect(await stockOf(itemId)).toEqual({ quantity: STOCKED - 3 * (JOBS / 2), reserved: 0 });
    const used = (await service.ledgerOf(itemId)).filter(([type]) => type === 'Job_complete');
    expect(used).toEqual(Array.from({ length: JOBS / 2 }, () => ['Job_complete', -3]));
  }, 150_000);

  it('cover what waits for stock once when it arrives', async () => {
    const itemId = await givenStocked(1);
    const all = Array.from({ length: JOBS }, nextJob);
    await Promise.all(all.map((jobId) => publish(jobId, { required_parts: [part(itemId, 2)] })));
    for (const jobId of all) await settled(jobId, { status: 'waiting' }, MAX_WAIT_MS);

    await service.ask('adjustStock', `?id=${itemId}&sub=adjust`, {
      location_id: main,
      quantity: JOBS,
      reason: 'Delivery',
    });
    for (const { wake } of retries) wake();

    await eventually(
      async () => expect(await stockOf(itemId)).toEqual({ quantity: JOBS + 1, reserved: JOBS }),
      { within: MAX_WAIT_MS },
    );
  }, 150_000);
});
