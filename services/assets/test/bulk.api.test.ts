import { ASSETS, BULK_HEADER } from '@svc/contracts';
import { describeBulks, itKeepsNoConnection } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

/** One type for all assets of a company. */
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

itKeepsNoConnection('the owner of a location', ASSETS, async () => {
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
    asked: () => service.owners.asked.length,
    letGo,
  };
});

describe('an operation that points to records that are no longer there', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  it('is answered as it was when it was done', async () => {
    const send = async (headers = {}) => {
      const { body } = await service.api.send<{ data: readonly { status: number }[] }>(
        'POST',
        '/api/v1/assets?action=bulk',
        { operations: [{ method: 'POST', body: asset }] },
        headers,
      );
      return body.data;
    };
    const asset = {
      asset_name: 'Pump',
      asset_type_id: await service.givenAssetType(),
      location_id: service.givenLocation(),
    };
    const headers = { [BULK_HEADER]: 'done' };
    const done = await send(headers);
    expect(done).toMatchObject([{ status: 201 }]);
    await service.db.query('update customer_names set deleted = true');
    expect(await send()).toMatchObject([{ status: 400 }]);

    expect(await send(headers)).toEqual(done);
  });
});
