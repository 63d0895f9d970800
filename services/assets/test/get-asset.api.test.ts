import { SCOPES } from '@svc/contracts';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const get = (id: number | string, overrides = {}) =>
  service.ask('getAsset', `?id=${id}`, undefined, overrides);

const withoutTechnicians = SCOPES.filter((scope) => scope !== 'technicians:read');

describe('GET /api/v1/assets?id', () => {
  it('answers the asset with the names of what it points to', async () => {
    const assetTypeId = await service.givenAssetType('Chiller');
    const locationId = service.givenLocation({ location_name: 'Roof' });
    const technicianId = service.givenTechnician({ technician_name: 'Ada Byron' });
    const id = await service.givenAsset({
      asset_name: 'Chiller 1',
      asset_type_id: assetTypeId,
      location_id: locationId,
      assigned_to: technicianId,
      purchase_cost: 9_999_999.99,
    });

    const { status, body } = await get(id);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        asset_id: id,
        version: 1,
        external_id: null,
        asset_tag: expect.stringMatching(/^AST-\d{6}$/),
        asset_name: 'Chiller 1',
        asset_type_id: assetTypeId,
        asset_type_name: 'Chiller',
        status: 'Active',
        location_id: locationId,
        location_name: 'Roof',
        assigned_to: technicianId,
        assigned_to_name: 'Ada Byron',
        serial_number: null,
        model: null,
        manufacturer: null,
        purchase_date: null,
        purchase_cost: 9_999_999.99,
        warranty_expiry: null,
        notes: null,
        condition: null,
        ownership_type: null,
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
      },
      request_id: 'req_1',
    });
  });

  it('names the technician only with the scope technicians:read', async () => {
    const technicianId = service.givenTechnician();
    const id = await service.givenAsset({ assigned_to: technicianId });

    expect((await get(id, { scopes: withoutTechnicians })).body).toMatchObject({
      data: { assigned_to: technicianId, assigned_to_name: null },
    });
  });

  it("shows timestamps in the zone of the caller's company", async () => {
    const id = await service.givenAsset();

    expect((await get(id, { zone: 'UTC' })).body).toMatchObject({
      data: { created_at: '2026-03-02T14:15:00+00:00' },
    });
  });

  it("answers 404 for another company's asset, a deleted one, and one nobody has", async () => {
    const another = await service.givenAsset({}, 2);
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999, '9007199254740993']) {
      expect(await get(id)).toMatchObject({
        status: 404,
        body: { success: false, error: 'not_found', request_id: 'req_1' },
      });
    }
  });
});
