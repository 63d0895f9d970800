import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

interface Listed {
  readonly data: readonly { readonly location_name: string }[];
}

const list = (query = '', companyId = 1) =>
  service.ask<Listed>('listInventoryLocations', `?sub=locations${query}`, undefined, {
    companyId,
  });
const get = (id: number | string, companyId = 1) =>
  service.ask('getInventoryLocation', `?sub=locations&location_id=${id}`, undefined, { companyId });

describe('GET /api/v1/inventory?sub=locations', () => {
  const companyId = 5;
  beforeAll(async () => {
    for (const [n, location] of (
      [
        { location_name: 'Main', location_type: 'warehouse', address: '12 Dock Street' },
        { location_name: 'Van', location_type: 'vehicle' },
        { location_name: 'Old', location_type: 'warehouse', is_active: false },
      ] as const
    ).entries()) {
      service.clock.set(`2026-03-0${n + 1}T12:00:00Z`);
      await service.givenLocation(location, companyId);
    }
  });
  const names = async (query = '') =>
    (await list(query, companyId)).body.data.map(({ location_name }) => location_name);

  it('answers the active ones, newest first', async () => {
    const { status, body } = await list('', companyId);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        expect.objectContaining({ location_name: 'Van', location_type: 'vehicle' }),
        {
          id: expect.any(Number),
          version: 1,
          location_name: 'Main',
          location_type: 'warehouse',
          address: '12 Dock Street',
          city: null,
          state: null,
          zip: null,
          is_active: true,
          created_at: '2026-03-01T07:00:00-05:00',
          updated_at: '2026-03-01T07:00:00-05:00',
        },
      ],
      pagination: { page: 1, per_page: 50, total: 2, total_pages: 1 },
      request_id: 'req_1',
    });
  });

  it('filters by type and activity, page by page', async () => {
    expect(await names('&active_only=false')).toEqual(['Old', 'Van', 'Main']);
    expect(await names('&active_only=true')).toEqual(['Van', 'Main']);
    expect(await names('&type=warehouse')).toEqual(['Main']);
    expect(await names('&type=warehouse&active_only=false')).toEqual(['Old', 'Main']);
    expect(await names('&active_only=false&per_page=2&page=2')).toEqual(['Main']);
  });
});

describe('GET /api/v1/inventory?sub=locations&location_id', () => {
  it('answers the location with what it has', async () => {
    service.clock.set('2026-03-02T14:15:00Z');
    const id = await service.givenLocation({ location_name: 'Depot', zip: '12207' });
    const stock = [{ location_id: id, quantity: 5 }];
    const first = await service.givenItem({ part_number: 'A-1', part_name: 'One', stock });
    await service.givenItem({ part_number: 'B-1', part_name: 'Two', stock });
    await service.givenJob({
      job_id: 1,
      required_parts: [{ item_id: first, location_id: id, quantity: 2 }],
    });

    const { status, body } = await get(id);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        location: {
          id,
          version: 1,
          location_name: 'Depot',
          location_type: 'warehouse',
          address: null,
          city: null,
          state: null,
          zip: '12207',
          is_active: true,
          created_at: '2026-03-02T09:15:00-05:00',
          updated_at: '2026-03-02T09:15:00-05:00',
        },
        stock_summary: [
          {
            part_name: 'One',
            part_number: 'A-1',
            quantity: 5,
            reserved_quantity: 2,
            available: 3,
          },
          {
            part_name: 'Two',
            part_number: 'B-1',
            quantity: 5,
            reserved_quantity: 0,
            available: 5,
          },
        ],
      },
      request_id: 'req_1',
    });
  });

  it('answers an inactive and an empty one too', async () => {
    const id = await service.givenLocation({ is_active: false });

    expect(await get(id)).toMatchObject({
      status: 200,
      body: { data: { location: { is_active: false }, stock_summary: [] } },
    });
  });

  it('refuses what is no id', async () => {
    expect(await get('x')).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  });
});
