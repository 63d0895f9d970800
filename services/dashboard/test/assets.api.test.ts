import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager', name: 'Mona Manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const API = '/dashboard/api';

describe('assets', () => {
  it.each([
    'assets?search=chiller&status=Idle&asset_type_id=3&deleted=true&page=2',
    'assets/7/service-records',
    'assets/7/transfers?page=3',
    'assets/7/meters',
    'meters/5/readings',
    'asset-types?asset_type_id=4&search=pump',
  ])('are listed as their owner does: %s', async (path) => {
    const list = { data: [{ id: 1 }], pagination: { page: 2, total: 51 } };
    service.neighbours.respondWith(`GET /admin/${path.split('?')[0]}`, list);

    const { status, body } = await manager.get(`${API}/${path}`);

    expect(status).toBe(200);
    expect(body).toMatchObject(list);
    expect(service.neighbours.calls()).toEqual([`assets GET /admin/${path}`]);
  });

  it('are found, deleted or not; 404 if their owner has none', async () => {
    service.neighbours.respondWith('GET /admin/assets/7', {
      data: { asset_id: 7, deleted: true },
    });

    expect((await manager.get(`${API}/assets/7`)).body.data).toMatchObject({ deleted: true });
    expect(await manager.get(`${API}/assets/8`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it('are deleted and restored once, and both are logged', async () => {
    let deleted = false;
    service.neighbours.respond('GET /admin/assets/7', () => ({
      body: { data: { asset_id: 7, asset_tag: 'AST-000007', asset_name: 'Chiller', deleted } },
    }));
    for (const verb of ['delete', 'restore'] as const) {
      service.neighbours.respond(`POST /admin/assets/7/${verb}`, () => {
        deleted = verb === 'delete';
        return { body: { data: { id: 7, deleted } } };
      });
    }

    for (const verb of ['delete', 'delete', 'restore', 'restore'] as const) {
      const { status, body } = await manager.change('POST', `assets/7/${verb}`);
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: { id: 7, deleted: verb === 'delete' },
      });
    }

    expect((await manager.get(`${API}/activity?kind=deletion`)).body.data).toMatchObject([
      { who: 'Mona Manager', what: 'Restored the asset AST-000007, Chiller' },
      { who: 'Mona Manager', what: 'Deleted the asset AST-000007, Chiller' },
    ]);
  });
});

describe('meters', () => {
  const hours = { name: 'Run hours', unit: 'h', threshold: 500 };

  it('are added and changed by their owner', async () => {
    service.neighbours.respondWith('POST /admin/assets/7/meters', { data: { meter_id: 5 } }, 201);
    const message = 'The asset has a meter named Run hours already.';
    const errors = [{ field: 'name', message }];
    service.neighbours.respondWith(
      'PUT /admin/meters/5',
      { error: 'conflict', message, errors },
      409,
    );

    expect(await manager.change('POST', 'assets/7/meters', hours)).toMatchObject({
      status: 201,
      body: { data: { meter_id: 5 } },
    });
    expect(await manager.change('PUT', 'meters/5', hours)).toMatchObject({
      status: 409,
      body: { error: 'conflict', message, errors },
    });
    expect(service.neighbours.calls()).toEqual([
      `assets POST /admin/assets/7/meters ${JSON.stringify(hours)}`,
      `assets PUT /admin/meters/5 ${JSON.stringify(hours)}`,
    ]);
  });
});

it('types of assets are saved by name', async () => {
  const data = { asset_type_id: 4, outcome: 'created' };
  service.neighbours.respondWith('PUT /admin/asset-types', { data });

  const { body } = await manager.change('PUT', 'asset-types', { name: 'Pump' });

  expect(body.data).toEqual(data);
  expect(service.neighbours.calls()).toEqual(['assets PUT /admin/asset-types {"name":"Pump"}']);
});
