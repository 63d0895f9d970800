import { ASSETS, BULK_HEADER, INTERNAL_READS } from '@svc/contracts';
import { describeBulks, itHoldsNoConnection } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const types = new Map<number, Promise<number>>();
const aType = (service: TestService, companyId: number): Promise<number> => {
  const type = types.get(companyId) ?? service.givenAssetType(undefined, companyId);
  types.set(companyId, type);
  return type;
};

describeBulks({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  create: async (service, companyId) => ({
    method: 'POST',
    body: { asset_name: 'Pump', asset_type_id: await aType(service, companyId) },
  }),
  idOf: ({ data }) => Number(data?.['asset_id']),
  change: (id, n) => ({ method: 'PUT', id, body: { asset_name: `Pump ${n}` } }),
  others: async (service, id) => {
    const { assetId, meterId } = await service.givenMeter();
    return [
      { method: 'PATCH', id, body: { status: 'Idle' } },
      {
        method: 'POST',
        id,
        sub: 'service',
        body: { service_type: 'repair', description: 'A new seal.', service_date: '2026-03-01' },
      },
      { method: 'POST', id, sub: 'transfer', body: { to_location_id: service.givenLocation() } },
      {
        method: 'POST',
        id: assetId,
        sub: 'meter_reading',
        body: { meter_id: meterId, reading_value: 12, reading_date: '2026-03-01' },
      },
    ];
  },
  readingScopes: ['assets:read'],
});

itHoldsNoConnection('the owner of a location', ASSETS, async () => {
  const service = await testService();
  const letGo = service.owners.hold();
  return {
    service,
    creation: async (companyId) => ({
      query: '',
      body: {
        asset_name: 'Pump',
        asset_type_id: await service.givenAssetType(undefined, companyId),
        location_id: service.givenLocation({}, companyId),
      },
    }),
    asked: () => service.owners.requests.length,
    letGo,
  };
});

describe('operations that point to records that there are none of', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  /** Also returns the calls to owners. */
  async function send(operations: readonly object[], headers = {}) {
    const before = service.owners.requests.length;
    const { body } = await service.api.send<{ data: readonly { status: number; body: unknown }[] }>(
      'POST',
      '/api/v1/assets?action=bulk',
      { operations },
      headers,
    );
    const asked = service.owners.requests.slice(before).map(({ url }) => url.split('?')[0]);
    return { statuses: body.data.map(({ status }) => status), answers: body.data, asked };
  }

  it.each([
    ['without an Idempotency-Key', {}],
    ['under an Idempotency-Key', { [BULK_HEADER]: 'creations' }],
  ])('are looked up together: creations %s', async (_, headers) => {
    const asset_type_id = await service.givenAssetType();
    const operations = Array.from({ length: 100 }, (_operation, at) => ({
      method: 'POST',
      body: {
        asset_name: 'Pump',
        asset_type_id,
        location_id: 900_000 + at,
        assigned_to: 900_000 + at,
      },
    }));

    const { statuses, asked } = await send(operations, headers);

    expect(statuses).toEqual(operations.map(() => 400));
    const { locations, technicians } = INTERNAL_READS;
    expect(asked.toSorted()).toEqual([locations, technicians]);
  });

  it('are looked up together: updates and transfers', async () => {
    const id = await service.givenAsset();
    const operations = Array.from({ length: 50 }, (_, at) => [
      { method: 'PUT', id, body: { assigned_to: 900_000 + at } },
      { method: 'POST', id, sub: 'transfer', body: { to_location_id: 900_000 + at } },
    ]).flat();

    const { statuses, asked } = await send(operations);

    expect(statuses).toEqual(operations.map(() => 400));
    const { locations, technicians } = INTERNAL_READS;
    expect(asked.toSorted()).toEqual([locations, technicians]);
  });

  it('are answered as they were when they were done, if they would be refused by now', async () => {
    const body = {
      asset_name: 'Pump',
      asset_type_id: await service.givenAssetType(),
      location_id: service.givenLocation(),
    };
    const headers = { [BULK_HEADER]: 'done' };
    const operations = [{ method: 'POST', body }];
    const { statuses, answers } = await send(operations, headers);
    expect(statuses).toEqual([201]);
    await service.db.query('update customer_names set deleted = true');
    expect((await send(operations)).statuses).toEqual([400]);

    expect((await send(operations, headers)).answers).toEqual(answers);
  });
});
