import type { Caller } from '@svc/contracts';
import type { ApiResponse } from '@svc/testing';
import { testService, type TestService } from './service';

let service: TestService;
let place: number;

beforeAll(async () => {
  service = await testService();
  place = await service.givenLocation();
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.set('2026-03-02T14:15:00Z');
  service.owners.isUp = true;
});
afterEach(async () => expect(await service.differences()).toEqual([]));

interface Reservation {
  readonly reservation_id: number;
  readonly version: number;
  readonly item_id: number;
  readonly quantity: number;
  readonly status: string;
}

interface Body {
  readonly data: Reservation;
  readonly error?: string;
}

interface Wanted {
  readonly job_id: number;
  readonly item_id: number;
  readonly quantity: number;
  readonly location_id?: number;
}

const post = (wanted: Wanted, as: Partial<Caller> = {}): Promise<ApiResponse<Body>> =>
  service.ask('createReservation', '?sub=reservations', { location_id: place, ...wanted }, as);

const remove = (id: number, as: Partial<Caller> = {}): Promise<ApiResponse<Body>> =>
  service.ask('deleteReservation', `?sub=reservations&reservation_id=${id}`, undefined, as);

const list = async (query = ''): Promise<readonly Reservation[]> => {
  const { body } = await service.ask<{ data: readonly Reservation[] }>(
    'listReservations',
    `?sub=reservations${query}`,
  );
  return body.data;
};

let jobs = 0;
const aJob = (card: object = {}): number => {
  service.jobs.keep({ job_id: (jobs += 1), ...card });
  return jobs;
};

const givenStocked = (quantity: number) =>
  service.givenItem({ stock: [{ location_id: place, quantity }] });

const reservedOf = async (itemId: number) => (await service.stockOf(itemId))[0]?.reserved_quantity;

const part = (item_id: number, quantity: number) => ({ item_id, location_id: place, quantity });

describe('POST /api/v1/inventory?sub=reservations', () => {
  it('has the job require the part, and holds it at once', async () => {
    const [item_id, job_id] = [await givenStocked(5), aJob()];

    const { status, body } = await post({ job_id, item_id, quantity: 3 }, { actor: 'api_key:9' });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Reservation created.',
      data: {
        reservation_id: expect.any(Number),
        version: 1,
        job_id,
        item_id,
        location_id: place,
        quantity: 3,
        status: 'reserved',
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
      },
      request_id: 'req_1',
    });
    expect(service.jobs.cardOf(job_id)?.required_parts).toEqual([part(item_id, 3)]);
    expect(service.owners.requests.at(-1)?.caller).toMatchObject({
      companyId: 1,
      actor: 'api_key:9',
    });
    expect(await service.ledgerOf(item_id)).toEqual([
      ['Reserve', -3],
      ['Add', 5],
    ]);
    expect(await list(`&job_id=${job_id}`)).toEqual([body.data]);
  });

  it('leaves nothing to do for the event that follows', async () => {
    const [item_id, job_id] = [await givenStocked(5), aJob()];
    await post({ job_id, item_id, quantity: 3 });
    const before = await service.writtenRows();

    await service.givenJob({ ...service.jobs.cardOf(job_id), job_id });

    expect(await service.writtenRows()).toEqual(before);
  });

  it('sets the quantity of the one that is there, and adds nothing the second time', async () => {
    const [item_id, job_id] = [await givenStocked(9), aJob()];
    const { body: created } = await post({ job_id, item_id, quantity: 3 });
    service.clock.set('2026-03-02T15:00:00Z');

    const changed = await post({ job_id, item_id, quantity: 4 });
    const again = await post({ job_id, item_id, quantity: 4 });

    const expected = {
      status: 200,
      body: {
        message: 'Reservation updated.',
        data: {
          ...created.data,
          version: 2,
          quantity: 4,
          updated_at: '2026-03-02T10:00:00-05:00',
        },
      },
    };
    expect([changed, again]).toMatchObject([expected, expected]);
    expect(await reservedOf(item_id)).toBe(4);
  });

  it('waits where the stock does not cover all of the job, and says so once it does', async () => {
    const [plenty, short] = [await givenStocked(5), await givenStocked(1)];
    const job_id = aJob();
    const { body: first } = await post({ job_id, item_id: plenty, quantity: 2 });

    const { status, body } = await post({ job_id, item_id: short, quantity: 2 });

    expect([status, body.data.status]).toEqual([201, 'waiting']);
    expect(await list(`&job_id=${job_id}`)).toMatchObject([
      { item_id: short, status: 'waiting' },
      { reservation_id: first.data.reservation_id, status: 'waiting', version: 2 },
    ]);
    expect(await reservedOf(plenty)).toBe(0);
    const adjustment = { location_id: place, quantity: 1, reason: 'Found' };
    await service.ask('adjustStock', `?id=${short}&sub=adjust`, adjustment);
    service.clock.set('2026-03-02T16:00:00Z');
    await service.inventory.retryReservations();

    expect(await list(`&job_id=${job_id}&updated_since=2026-03-02T16:00:00Z`)).toMatchObject([
      { item_id: plenty, status: 'reserved', version: 3 },
      { item_id: short, status: 'reserved', version: 2 },
    ]);
  });

  it('is one set with the parts that the job has from elsewhere, which keep their ids', async () => {
    const [one, other] = [await givenStocked(5), await givenStocked(5)];
    const job_id = aJob({ required_parts: [part(one, 1)], version: 4 });
    await service.givenJob({ job_id, required_parts: [part(one, 1)], version: 4 });
    const [known] = await list(`&job_id=${job_id}`);

    await post({ job_id, item_id: other, quantity: 2 });

    expect(await list(`&job_id=${job_id}`)).toEqual([
      expect.objectContaining({ item_id: other, quantity: 2 }),
      known,
    ]);
  });

  it('changes nothing where something newer is known of the job', async () => {
    const [one, other] = [await givenStocked(5), await givenStocked(5)];
    const job_id = aJob();
    await service.givenJob({ job_id, version: 7, required_parts: [part(one, 1)] });

    const { status, body } = await post({ job_id, item_id: other, quantity: 2 });

    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(await list(`&job_id=${job_id}`)).toMatchObject([{ item_id: one }]);
  });

  it('refuses what is not there, and writes nothing', async () => {
    const item_id = await givenStocked(5);
    const ended = aJob({ job_status: 'Completed', version: 5 });
    const wanted = { job_id: aJob(), item_id, quantity: 1 };
    const [theirItem, theirPlace] = [
      await service.givenItem({}, 2),
      await service.givenLocation({}, 2),
    ];
    const before = await service.writtenRows();

    const answers = [
      await post({ ...wanted, item_id: theirItem }),
      await post({ ...wanted, location_id: theirPlace }),
      await post({ ...wanted, job_id: 987_654_321 }),
      await post({ ...wanted, job_id: ended }),
    ];

    expect(answers).toMatchObject([
      { status: 404, body: { error: 'item_not_found' } },
      { status: 400, body: { error: 'location_not_found' } },
      { status: 404, body: { error: 'not_found' } },
      { status: 409, body: { error: 'conflict', current_version: 5 } },
    ]);
    expect(await service.writtenRows()).toEqual(before);
  });

  it('is refused while jobs is away, and changes nothing', async () => {
    const [item_id, job_id] = [await givenStocked(5), aJob()];
    const before = await service.writtenRows();
    service.owners.isUp = false;

    const { status, body } = await post({ job_id, item_id, quantity: 1 });

    expect([status, body.error]).toEqual([500, 'internal_error']);
    expect(await service.writtenRows()).toEqual(before);
  });

  it('ends in one set with many at the same time', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => givenStocked(10)));
    const job_id = aJob();

    const answers = await Promise.all(
      items.flatMap((item_id) => [1, 2].map((quantity) => post({ job_id, item_id, quantity }))),
    );

    for (const { status } of answers) expect([200, 201]).toContain(status);
    const held = (await list(`&job_id=${job_id}&per_page=100`)).map(({ item_id, quantity }) =>
      part(item_id, quantity),
    );
    expect(new Set(held)).toEqual(new Set(service.jobs.cardOf(job_id)?.required_parts));
    expect(new Set(held.map(({ item_id }) => item_id))).toEqual(new Set(items));
  });
});

describe('DELETE /api/v1/inventory?sub=reservations&reservation_id', () => {
  it('takes the part from the job, and releases what is held of it', async () => {
    const [kept, gone] = [await givenStocked(5), await givenStocked(5)];
    const job_id = aJob();
    await post({ job_id, item_id: kept, quantity: 1 });
    const { body: created } = await post({ job_id, item_id: gone, quantity: 2 });
    const { reservation_id } = created.data;

    const { status, body } = await remove(reservation_id);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Reservation removed.',
      data: { reservation_id },
      request_id: 'req_1',
    });
    expect(service.jobs.cardOf(job_id)?.required_parts).toEqual([part(kept, 1)]);
    expect(await list(`&job_id=${job_id}`)).toMatchObject([{ item_id: kept, status: 'reserved' }]);
    expect([await reservedOf(kept), await reservedOf(gone)]).toEqual([1, 0]);
    expect(await remove(reservation_id)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it('releases the last one of a job, which is reserved under another id again', async () => {
    const [item_id, job_id] = [await givenStocked(5), aJob()];
    const { body: first } = await post({ job_id, item_id, quantity: 2 });

    await remove(first.data.reservation_id);
    expect(await list(`&job_id=${job_id}`)).toEqual([]);
    const { status, body } = await post({ job_id, item_id, quantity: 2 });

    expect(status).toBe(201);
    expect(body.data.reservation_id).toBeGreaterThan(first.data.reservation_id);
    expect(await reservedOf(item_id)).toBe(2);
  });

  it('is refused by another company, for a job that has ended, and while jobs is away', async () => {
    const [item_id, job_id] = [await givenStocked(5), aJob()];
    const { reservation_id } = (await post({ job_id, item_id, quantity: 2 })).body.data;
    const before = await service.writtenRows();

    expect((await remove(reservation_id, { companyId: 2 })).status).toBe(404);
    service.owners.isUp = false;
    expect((await remove(reservation_id)).status).toBe(500);
    service.owners.isUp = true;
    service.jobs.keep({ ...service.jobs.cardOf(job_id), job_id, job_status: 'Completed' });
    expect((await remove(reservation_id)).body.error).toBe('conflict');
    expect(await service.writtenRows()).toEqual(before);
  });
});
