import { ASSETS } from '@svc/contracts';
import { describeVersions } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

const anAsset = async (service: TestService) => ({ id: await service.givenAsset() });

describeVersions({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  reads: { getAsset: anAsset },
  changes: {
    updateAsset: {
      ids: anAsset,
      bodies: () => [{ asset_name: 'First' }, { asset_name: 'Second' }],
    },
    changeAssetStatus: { ids: anAsset, bodies: () => [{ status: 'Idle' }, { status: 'Active' }] },
  },
});
