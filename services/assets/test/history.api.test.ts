import { ASSETS, type Scope } from '@svc/contracts';
import { describeHistory } from '@svc/testing-services';
import { assetsDocumentation } from '../src/http/documentation';
import { testService, type TestService } from './service';

describeHistory({
  contract: ASSETS,
  documentation: assetsDocumentation,
  start: testService,
  operation: 'listAssetHistory',
  table: 'record_changes',
  field: 'asset_name',
  first: 'Title 0',

  async given(service, companyId) {
    const { body } = await service.api
      .as({ companyId })
      .post<{ data: { asset_id: number } }>('/api/v1/assets', {
        asset_name: 'Title 0',
        asset_type_id: await service.givenAssetType('Pump', companyId),
      });
    return { id: body.data.asset_id };
  },
  change: (api, { id }, asset_name) => api.put(`/api/v1/assets?id=${id}`, { asset_name }),
  remove: (service, companyId, { id }) =>
    service.admin.as({ companyId }).post(`/admin/assets/${id}/delete`),
  restore: (service, companyId, { id }) =>
    service.admin.as({ companyId }).post(`/admin/assets/${id}/restore`),
});

interface HistoryBody {
  readonly data: readonly { readonly version: number; readonly changes: readonly object[] }[];
}

describe('the history of an asset', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  const read = async (id: number, scopes?: readonly Scope[]) => {
    const { body } = await service.ask<HistoryBody>(
      'listAssetHistory',
      `?id=${id}&sub=history`,
      undefined,
      scopes && { scopes },
    );
    return body.data.map(({ version, changes }) => [version, changes]);
  };

  it('tells of moves, transfers and edits, whoever makes them, and not of readings or service', async () => {
    const { assetId: id, meterId } = await service.givenMeter({}, { serial_number: 'SN-1' });
    const depot = service.givenLocation({ location_name: 'Depot' });
    await service.ask('changeAssetStatus', `?id=${id}`, { status: 'Idle' });
    await service.ask('transferAsset', `?id=${id}&sub=transfer`, { to_location_id: depot });
    await service.ask('submitMeterReading', `?id=${id}&sub=meter_reading`, {
      meter_id: meterId,
      reading_value: 5,
      reading_date: '2026-03-02',
    });
    await service.ask('createServiceRecord', `?id=${id}&sub=service`, {
      service_type: 'repair',
      description: 'Replaced the filter.',
      service_date: '2026-03-02',
    });
    const { status } = await service.admin.put('/admin/assets', {
      asset_name: 'Spare pump',
      asset_type_id: await service.givenAssetType('Spare'),
      serial_number: 'SN-1',
      status: 'Retired',
    });

    expect(status).toBe(200);
    expect(await read(id)).toMatchObject([
      [5, [{ field: 'status', before: 'Idle', after: 'Retired' }]],
      [4, [{ field: 'asset_name', after: 'Spare pump' }, { field: 'asset_type_id' }]],
      [3, [{ field: 'location_id', after: depot, name_after: 'Depot' }]],
      [2, [{ field: 'status', before: 'Active', after: 'Idle' }]],
      [1, []],
    ]);
  });

  it('names types and locations, and technicians to those who may read them', async () => {
    const ada = service.givenTechnician({ technician_name: 'Ada Byron' });
    const [pump, boiler] = [
      await service.givenAssetType('Pump'),
      await service.givenAssetType('Boiler'),
    ];
    const id = await service.givenAsset({ asset_type_id: pump });
    await service.ask('updateAsset', `?id=${id}`, { asset_type_id: boiler, assigned_to: ada });

    const type = { field: 'asset_type_id', name_before: 'Pump', name_after: 'Boiler' };
    const technician = { field: 'assigned_to', before: null, after: ada, name_before: null };
    expect(await read(id, ['assets:read', 'technicians:read'])).toMatchObject([
      [2, [type, { ...technician, name_after: 'Ada Byron' }]],
      [1, []],
    ]);
    expect(await read(id, ['assets:read'])).toMatchObject([
      [2, [type, { ...technician, name_after: null }]],
      [1, []],
    ]);
  });
});
