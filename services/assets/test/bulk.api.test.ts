import { ASSETS } from '@svc/contracts';
import { describeBulks } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

/** One type for all. */
let typeId: number | undefined;
const aType = async (service: TestService) => (typeId ??= await service.givenAssetType());

describeBulks({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  create: async (service) => ({
    method: 'POST',
    body: { asset_name: 'Pump', asset_type_id: await aType(service) },
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
