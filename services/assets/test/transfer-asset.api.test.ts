import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

const transfer = (id: number | string, body: unknown) =>
  service.ask<{ data: { transfer_id: number } }>('transferAsset', `?id=${id}&sub=transfer`, body);

const rowOf = async (transferId: number) => {
  const rows: Record<string, unknown>[] = await service.db.query(
    'select reason, transfer_date, status from asset_transfers where company_id = 1 and id = $1',
    [transferId],
  );
  return rows[0];
};

describe('POST /api/v1/assets?id&sub=transfer', () => {
  it('moves the asset to the location, records it and announces it', async () => {
    const from = service.givenLocation();
    const to = service.givenLocation({ location_name: 'New office' });
    const id = await service.givenAsset({ location_id: from });
    service.clock.set('2026-03-03T14:15:00Z');

    const { status, body } = await transfer(id, {
      to_location_id: to,
      transfer_reason: 'Office moved.',
      transfer_date: '2026-03-01',
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Asset transferred.',
      data: {
        transfer_id: expect.any(Number),
        asset_id: id,
        from_location_id: from,
        to_location_id: to,
        status: 'Completed',
      },
      request_id: 'req_1',
    });
    expect((await service.ask('getAsset', `?id=${id}`)).body).toMatchObject({
      data: {
        location_id: to,
        location_name: 'New office',
        status: 'Active',
        updated_at: '2026-03-03T09:15:00-05:00',
      },
    });
    expect(await rowOf(body.data.transfer_id)).toEqual({
      reason: 'Office moved.',
      transfer_date: '2026-03-01',
      status: 'Completed',
    });
    expect(await service.announced()).toMatchObject([
      { type: 'asset.updated', version: 2, data: { previous: { location_id: from } } },
      { type: 'asset.transferred', version: 2, data: { previous: { location_id: from } } },
    ]);
  });

  it('answers null for where an asset without location comes from', async () => {
    const id = await service.givenAsset();

    const { body } = await transfer(id, { to_location_id: service.givenLocation() });

    expect(body).toMatchObject({ data: { from_location_id: null } });
  });

  it("dates the transfer today in the company's zone when no date is sent", async () => {
    const id = await service.givenAsset();
    service.clock.set('2026-03-03T04:59:59Z');

    const { body } = await transfer(id, { to_location_id: service.givenLocation() });

    expect(await rowOf(body.data.transfer_id)).toEqual({
      reason: null,
      transfer_date: '2026-03-02',
      status: 'Completed',
    });
  });

  it.each([
    ['Active', 200],
    ['Idle', 200],
    ['In Maintenance', 200],
    ['Pending Install', 200],
    ['In Transit', 200],
    ['Non-Compliant', 200],
    ['Lost', 400],
    ['Retired', 400],
    ['Decommissioned', 400],
  ] as const)('answers for an asset that is %s with %d', async (assetStatus, expected) => {
    const id = await service.givenAsset({ status: assetStatus });
    const before = await service.writtenRows();

    const { status, body } = await transfer(id, { to_location_id: service.givenLocation() });

    expect(status).toBe(expected);
    if (expected === 200) return;
    expect(body).toMatchObject({ error: 'validation_failed' });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses where the asset already is, what is unknown, and what has been removed', async () => {
    const here = service.givenLocation();
    const id = await service.givenAsset({ location_id: here });
    const before = await service.writtenRows();

    const refused = [
      here,
      987_654,
      service.givenLocation({}, 2),
      service.givenLocation({ customerIsDeleted: true }),
    ];
    for (const to_location_id of refused) {
      expect(await transfer(id, { to_location_id })).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: 'to_location_id' }] },
      });
    }
    expect(await service.writtenRows()).toEqual(before);
  });

  it('names an asset that cannot move and a location that is not there together', async () => {
    const id = await service.givenAsset({ status: 'Lost' });

    expect(await transfer(id, { to_location_id: 987_654 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'to_location_id' }, { field: 'id' }] },
    });
  });

  it("answers 404 for another company's asset, a deleted one, and one nobody has", async () => {
    const to_location_id = service.givenLocation();
    const another = await service.givenAsset({}, 2);
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await transfer(id, { to_location_id })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });

  it('records each of many transfers at once from where the one before it went', async () => {
    const id = await service.givenAsset({ location_id: service.givenLocation() });
    const targets = Array.from({ length: 6 }, () => service.givenLocation());

    const answers = await Promise.all(
      targets.map((to_location_id) => transfer(id, { to_location_id })),
    );

    expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 200));
    const rows: { from_location_id: number; to_location_id: number }[] = await service.db.query(
      `select from_location_id, to_location_id from asset_transfers
       where company_id = 1 and asset_id = $1 order by id`,
      [id],
    );
    const chained = rows.slice(1).map(({ from_location_id }) => from_location_id);
    expect(chained).toEqual(rows.slice(0, -1).map(({ to_location_id }) => to_location_id));
  });
});
