import { STATUSES, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.clock.set('2026-03-02T14:15:00Z'));

const patch = (id: number | string, body: unknown) =>
  service.ask('changeAssetStatus', `?id=${id}`, body);

const NEXT: Readonly<Record<string, readonly string[]>> = {
  'Active': [
    'Idle',
    'In Maintenance',
    'In Transit',
    'Retired',
    'Lost',
    'Non-Compliant',
    'Decommissioned',
  ],
  'Idle': ['Active', 'In Maintenance', 'In Transit', 'Retired', 'Decommissioned', 'Lost'],
  'In Maintenance': ['Active', 'Idle', 'Retired', 'Decommissioned'],
  'Pending Install': ['Active', 'Idle', 'In Transit', 'Non-Compliant'],
  'In Transit': ['Active', 'Idle', 'Pending Install'],
  'Lost': ['Active', 'Retired', 'Decommissioned'],
  'Non-Compliant': ['Active', 'Idle', 'In Maintenance', 'Retired', 'Decommissioned'],
  'Retired': ['Active', 'Decommissioned'],
  'Decommissioned': [],
};

describe('PATCH /api/v1/assets?id', () => {
  it('moves the asset and answers with both statuses', async () => {
    const id = await service.givenAsset();
    service.clock.set('2026-03-03T14:15:00Z');

    const { status, body } = await patch(id, { status: 'In Maintenance' });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Asset status updated.',
      data: { asset_id: id, status: 'In Maintenance', previous_status: 'Active' },
      request_id: 'req_1',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'asset.status_changed',
        subject: String(id),
        version: 2,
        actor: 'api_key:1',
        data: {
          card: { asset_id: id, asset_status: 'In Maintenance', version: 2 },
          previous: { status: 'Active' },
        },
      },
    ]);
    expect((await service.ask('getAsset', `?id=${id}`)).body).toMatchObject({
      data: { status: 'In Maintenance', updated_at: '2026-03-03T09:15:00-05:00' },
    });
  });

  it.each(STATUSES)(
    'lets an asset that is %s make the moves of the table, and no other',
    async (from) => {
      const made = await Promise.all(
        STATUSES.map(async (to) => {
          const id = await service.givenAsset({ status: from });
          const { status, body } = await patch(id, { status: to });
          if (status === 200) return [to];
          expect(body).toMatchObject({ error: 'invalid_status_transition' });
          return [];
        }),
      );

      expect(made.flat().sort()).toEqual([...(NEXT[from] ?? [])].sort());
    },
  );

  it.each([
    ['Retired', 'Idle', 'allowed moves are: Active, Decommissioned.'],
    [
      'Idle',
      'Idle',
      'allowed moves are: Active, In Maintenance, In Transit, Retired, Decommissioned, Lost.',
    ],
    ['Decommissioned', 'Active', 'allowed moves are: none, Decommissioned is final.'],
  ] as const)('refuses to move from %s to %s, and writes nothing', async (from, to, choice) => {
    const id = await service.givenAsset({ status: from });
    const before = await service.writtenRows();

    const { status, body } = await patch(id, { status: to });

    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      error: 'invalid_status_transition',
      message: `An asset cannot move from ${from} to ${to}; ${choice}`,
      request_id: 'req_1',
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it("answers 404 for another company's asset, a deleted one, and one nobody has", async () => {
    const another = await service.givenAsset({}, 2);
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await patch(id, { status: 'Idle' })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });

  it('checks each of many moves at once against the status that the other left', async () => {
    const id = await service.givenAsset();
    await service.announced();

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => patch(id, { status: 'In Maintenance' })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 400, 400, 400, 400, 400, 400, 400,
    ]);
    expect(await service.announced()).toHaveLength(1);
  });
});
