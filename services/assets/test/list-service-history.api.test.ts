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
      request_id: 'req_1',
    });
  });

  it('answers 404 for a deleted asset', async () => {
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    expect(await history(deleted)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});
