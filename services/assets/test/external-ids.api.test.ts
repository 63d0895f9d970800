import { ASSETS } from '@svc/contracts';
import { describeExternalIds } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService } from './service';

describeExternalIds({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  kinds: [
    {
      list: 'listAssets',
      create: 'createAsset',
      updates: { updateAsset: () => ({ asset_name: 'Another pump' }) },
      upsert: 'upsertAsset',
      selector: 'id',
      key: 'asset_id',
      body: async (service) => ({
        asset_name: 'Pump',
        asset_type_id: await service.givenAssetType(),
      }),
      change: { asset_name: 'Another pump' },
      remove: (service, id) => service.admin.post(`/admin/assets/${id}/delete`),
      restore: (service, id) => service.admin.post(`/admin/assets/${id}/restore`),
    },
  ],
});
