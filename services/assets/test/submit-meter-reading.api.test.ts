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

const submit = (assetId: number | string, body: unknown) =>
  service.ask<{ data: { reading_id: number } }>(
    'submitMeterReading',
    `?id=${assetId}&sub=meter_reading`,
    body,
  );

const aReading = { reading_value: 100, reading_date: '2026-03-01' };

describe('POST /api/v1/assets?id&sub=meter_reading', () => {
  it('keeps the reading', async () => {
    const { assetId, meterId } = await service.givenMeter({ threshold: 500 });

    const { status, body } = await submit(assetId, {
      meter_id: meterId,
      reading_value: 499.999,
      reading_date: '2026-03-01',
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Meter reading submitted.',
      data: {
        reading_id: expect.any(Number),
        asset_id: assetId,
        meter_id: meterId,
        reading_value: 499.999,
        reading_date: '2026-03-01',
      },
      request_id: 'req_1',
    });
    expect(
      await service.db.query(
        'select id, value, reading_date from meter_readings where meter_id = $1',
        [meterId],
      ),
    ).toEqual([{ id: body.data.reading_id, value: 499.999, reading_date: '2026-03-01' }]);
    expect(await service.announced()).toEqual([]);
  });

  it('announces a reading that reaches the threshold, with all that a job for it needs', async () => {
    const location_id = service.givenLocation();
    const { assetId, meterId } = await service.givenMeter(
      { unit: 'h', threshold: 500 },
      { asset_name: 'Chiller', location_id },
    );

    const { body } = await submit(assetId, {
      meter_id: meterId,
      reading_value: 500,
      reading_date: '2026-03-01',
    });

    expect(await service.announced()).toEqual([
      expect.objectContaining({
        type: 'asset.meter_threshold_reached',
        subject: String(assetId),
        version: 1,
        actor: 'api_key:1',
        time: '2026-03-02T14:15:00.000Z',
        data: {
          card: {
            asset_id: assetId,
            asset_tag: expect.stringMatching(/^AST-/),
            asset_name: 'Chiller',
            asset_status: 'Active',
            deleted: false,
            version: 1,
          },
          asset_id: assetId,
          location_id,
          meter_id: meterId,
          meter_name: 'Run hours',
          unit: 'h',
          threshold: 500,
          reading_id: body.data.reading_id,
          reading_value: 500,
          reading_date: '2026-03-01',
          object: {
            meter_reading: {
              meter_id: meterId,
              meter_name: 'Run hours',
              unit: 'h',
              threshold: 500,
              reading_id: body.data.reading_id,
              reading_value: 500,
              reading_date: '2026-03-01',
            },
          },
        },
      }),
    ]);
  });

  it('announces every reading at or above the threshold, since a former job may be done', async () => {
    const { assetId, meterId } = await service.givenMeter({ threshold: 500 });

    for (const reading_value of [499, 500, 510, 10, 600]) {
      await submit(assetId, { meter_id: meterId, reading_value, reading_date: '2026-03-01' });
    }

    const announced = await service.announced();
    expect(announced.map(({ data }) => data['reading_value'])).toEqual([500, 510, 600]);
  });

  it('announces each of many readings at once exactly once', async () => {
    const { assetId, meterId } = await service.givenMeter({ threshold: 500 });
    const values = Array.from({ length: 20 }, (_, at) => 491 + at);

    const answers = await Promise.all(
      values.map((reading_value) =>
        submit(assetId, { meter_id: meterId, reading_value, reading_date: '2026-03-01' }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 201));
    const announced = (await service.announced()).map(({ data }) => Number(data['reading_value']));
    expect(announced.sort((a, b) => a - b)).toEqual(values.filter((value) => value >= 500));
  });

  it('keeps a reading older than the newest, and announces nothing', async () => {
    const { assetId, meterId } = await service.givenMeter({ threshold: 500 });

    for (const [reading_value, reading_date] of [
      [100, '2026-03-01'],
      [900, '2026-02-28'],
      [600, '2026-03-01'],
    ]) {
      const { status } = await submit(assetId, { meter_id: meterId, reading_value, reading_date });
      expect(status).toBe(201);
    }

    const announced = await service.announced();
    expect(announced.map(({ data }) => data['reading_value'])).toEqual([600]);
  });

  it.each([
    ['America/New_York', '2026-03-03', '2026-03-04'],
    ['Pacific/Kiritimati', '2026-03-04', '2026-03-05'],
  ])('takes tomorrow of a company in %s, and no later day', async (zone, tomorrow, later) => {
    const { assetId, meterId } = await service.givenMeter({ threshold: 500 });
    const dated = (reading_date: string) =>
      service.ask(
        'submitMeterReading',
        `?id=${assetId}&sub=meter_reading`,
        { ...aReading, meter_id: meterId, reading_date },
        { zone },
      );

    expect(await dated(later)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'reading_date' }] },
    });
    expect(await dated(tomorrow)).toMatchObject({ status: 201 });
  });

  it('announces nothing for a meter without threshold', async () => {
    const { assetId, meterId } = await service.givenMeter({ threshold: null });

    await submit(assetId, { meter_id: meterId, reading_value: 1e6, reading_date: '2026-03-01' });

    expect(await service.announced()).toEqual([]);
  });

  it.each([0, 0.125, 123456789.123456, 1e12])(
    'answers a reading of %d as it was sent',
    async (reading_value) => {
      const { assetId, meterId } = await service.givenMeter({ threshold: null });

      expect(
        await submit(assetId, { ...aReading, meter_id: meterId, reading_value }),
      ).toMatchObject({
        status: 201,
        body: { data: { reading_value } },
      });
    },
  );

  it('answers meter_not_found for a meter that nobody has, or that is on another asset', async () => {
    const { assetId } = await service.givenMeter();
    const { meterId: another } = await service.givenMeter();
    const before = await service.writtenRows();

    for (const meter_id of [another, 987_654, Number.MAX_SAFE_INTEGER, 2 ** 60]) {
      expect(await submit(assetId, { ...aReading, meter_id })).toMatchObject({
        status: 400,
        body: { success: false, error: 'meter_not_found' },
      });
    }
    expect(await service.writtenRows()).toEqual(before);
  });

  it.each([
    ['no value', { reading_value: undefined }, 'reading_value'],
    ['a value below 0', { reading_value: -0.5 }, 'reading_value'],
  ])('refuses %s before it looks for asset and meter', async (_what, change, field) => {
    const before = await service.writtenRows();

    expect(await submit(999_999, { ...aReading, meter_id: 1, ...change })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('answers 404 for an asset it does not have before it looks for the meter', async () => {
    const { assetId: deleted, meterId } = await service.givenMeter();
    const another = await service.givenAsset({}, 2);
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await submit(id, { ...aReading, meter_id: meterId })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });
});
