import { testService, type TestService } from './service';

let service: TestService;
let assetId: number;

beforeAll(async () => {
  service = await testService();
  assetId = await service.givenAsset();
  const dates = ['2026-03-01', '2026-03-05', '2026-03-01', '2026-02-28'];
  for (const [at, service_date] of dates.entries()) {
    await service.ask('createServiceRecord', `?id=${assetId}&sub=service`, {
      service_type: 'inspection',
      description: `Service ${at}`,
      service_date,
    });
  }
  await service.ask('createServiceRecord', `?id=${await service.givenAsset()}&sub=service`, {
    service_type: 'repair',
    description: 'Another asset',
    service_date: '2026-03-09',
  });
});
afterAll(() => service.close());

interface HistoryBody {
  readonly data: readonly { readonly description: string }[];
  readonly pagination: object;
}

const history = (id: number | string, query = '') =>
  service.ask<HistoryBody>('listServiceHistory', `?id=${id}&sub=service_history${query}`);

const descriptions = ({ data }: HistoryBody) => data.map(({ description }) => description);

describe('GET /api/v1/assets?id&sub=service_history', () => {
  it('lists the service of the asset, latest date first, then latest record', async () => {
    const { status, body } = await history(assetId);

    expect(status).toBe(200);
    expect(descriptions(body)).toEqual(['Service 1', 'Service 2', 'Service 0', 'Service 3']);
    expect(body).toEqual({
      success: true,
      data: expect.any(Array),
      pagination: { page: 1, per_page: 50, total: 4, total_pages: 1 },
      request_id: 'req-1',
    });
  });

  it('cuts the history into pages', async () => {
    const { body } = await history(assetId, '&page=2&per_page=3');

    expect(descriptions(body)).toEqual(['Service 3']);
    expect(body.pagination).toEqual({ page: 2, per_page: 3, total: 4, total_pages: 2 });
  });

  it('answers a page past the end with no data and true totals', async () => {
    expect((await history(assetId, '&page=9')).body).toMatchObject({
      data: [],
      pagination: { page: 9, total: 4, total_pages: 1 },
    });
  });

  it('answers an asset without history with nothing', async () => {
    expect((await history(await service.givenAsset())).body).toMatchObject({
      data: [],
      pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
    });
  });

  it('serves more than 100 per page as 100', async () => {
    expect((await history(assetId, '&per_page=1000')).body.pagination).toMatchObject({
      per_page: 100,
    });
  });

  it("answers 404 for another company's asset, a deleted one, and one nobody has", async () => {
    const another = await service.givenAsset({}, 2);
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await history(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });

  it.each([
    ['&page=0', 'page'],
    ['&page=x', 'page'],
    ['&per_page=0', 'per_page'],
    ['&per_page=', 'per_page'],
  ])('refuses %s', async (query, field) => {
    expect(await history(assetId, query)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });
});
