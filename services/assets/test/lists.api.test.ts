import { ASSETS } from '@svc/contracts';
import { describeLists } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService } from './service';

describeLists({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  lists: {
    listAssets: {
      key: 'asset_id',
      order: 'newest first',
      given: (service, companyId, given) => service.givenAsset(given, companyId),
      remove: (service, companyId, asset) =>
        service.admin.as({ companyId }).post(`/admin/assets/${asset}/delete`),
      filters: {
        status: {
          value: 'In Transit',
          matching: { status: 'In Transit' },
          other: { status: 'Idle' },
        },
        asset_type_id: async (service, companyId) => {
          const value = await service.givenAssetType(undefined, companyId);
          const another = await service.givenAssetType(undefined, companyId);
          return { value, matching: { asset_type_id: value }, other: { asset_type_id: another } };
        },
        condition: { value: 'good', matching: { condition: 'good' }, other: { condition: 'new' } },
        location_id: async (service, companyId) => {
          const value = service.givenLocation({}, companyId);
          const another = service.givenLocation({}, companyId);
          return { value, matching: { location_id: value }, other: { location_id: another } };
        },
        ownership_type: {
          value: 'leased',
          matching: { ownership_type: 'leased' },
          other: { ownership_type: 'rented' },
        },
        search: {
          value: 'chiller',
          matching: { asset_name: 'Chiller on the roof' },
          other: { asset_name: 'Chilled pump' },
        },
      },
      searched: ['asset_name', 'serial_number'],
    },
    listServiceHistory: {
      key: 'service_id',
      order: 'newest first',
      parent: async (service, companyId) => ({ id: await service.givenAsset({}, companyId) }),
      async given(service, companyId, _given, { id }) {
        const { body } = await service.ask<{ data: { service_id: number } }>(
          'createServiceRecord',
          `?id=${id}&sub=service`,
          { service_type: 'inspection', description: 'Looked at.', service_date: '2026-03-01' },
          { companyId },
        );
        return body.data.service_id;
      },
    },
    listAssetHistory: 'history',
  },
});
