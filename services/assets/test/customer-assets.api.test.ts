import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const CUSTOMER = 900;

const list = (customer: number, query = '', companyId = 1) =>
  service.admin
    .as({ companyId })
    .get<{ data: readonly { asset_id: number }[]; pagination: object }>(
      `/admin/customers/${customer}/assets${query}`,
    );

const givenLocationOf = (customerId: number, companyId = 1): number =>
  service.givenLocation({ customer_id: customerId, customer_name: 'Cotton Mill' }, companyId);

describe('GET /admin/customers/:id/assets', () => {
  it('shows the assets at all locations of the customer, newest first, page by page', async () => {
    const [main, annexe] = [givenLocationOf(CUSTOMER), givenLocationOf(CUSTOMER)];
    const first = await service.givenAsset({ location_id: main });
    const second = await service.givenAsset({ location_id: annexe });
    const deleted = await service.givenAsset({ location_id: main });
    await service.admin.post(`/admin/assets/${deleted}/delete`);
    await service.givenAsset({ location_id: service.givenLocation() });
    await service.givenAsset();

    const { body } = await list(CUSTOMER, '?per_page=25');

    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2, total_pages: 1 });
    expect(body.data).toEqual([
      expect.objectContaining({ asset_id: second, location_name: `Location ${annexe}` }),
      expect.objectContaining({ asset_id: first }),
    ]);
    expect((await list(CUSTOMER, '?per_page=1&page=2')).body.data).toMatchObject([
      { asset_id: first },
    ]);
  });

  it("shows none of another company's, nor of a customer that is not known here", async () => {
    await service.givenAsset({ location_id: givenLocationOf(901, 2) }, 2);

    expect((await list(901)).body.data).toEqual([]);
    expect((await list(999_999)).body.data).toEqual([]);
    expect((await list(901, '', 2)).body.data).toHaveLength(1);
  });
});
