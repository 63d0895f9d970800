import { testService, type TestService } from './service';

let service: TestService;
let ids: number[];

beforeAll(async () => {
  service = await testService();
  ids = [
    await service.givenAsset(),
    await service.givenAsset({ asset_name: 'Pump', status: 'Idle' }),
    await service.givenAsset(),
  ];
});
afterAll(() => service.close());

const read = (query: string) =>
  service.internal.get<{ data: { asset_id: number }[] }>(`/internal/assets?${query}`);

const idsIn = async (query: string) =>
  (await read(query)).body.data.map(({ asset_id }) => asset_id).sort((a, b) => a - b);

describe('GET /internal/assets', () => {
  it('answers the cards of those that exist', async () => {
    const { status, body } = await read(`ids=${ids[1]},999999`);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          asset_id: ids[1],
          asset_tag: 'AST-000002',
          asset_name: 'Pump',
          asset_status: 'Idle',
          deleted: false,
          version: 1,
        },
      ],
      request_id: 'req_1',
    });
  });

  it('answers a deleted asset too, and says so', async () => {
    const id = await service.givenAsset();
    await service.admin.post(`/admin/assets/${id}/delete`);

    expect((await read(`ids=${id}`)).body.data).toMatchObject([{ deleted: true, version: 2 }]);
  });

  it("does not know another company's asset", async () => {
    const other = await service.givenAsset({}, 2);

    expect(await idsIn(`ids=${other},${ids[0]}`)).toEqual([ids[0]]);
  });

  it('goes on after an id, in order of id', async () => {
    const { body } = await read(`after=${ids[0]}&limit=1`);

    expect(body.data.map(({ asset_id }) => asset_id)).toEqual([ids[1]]);
  });

  it('is not there for a caller of the public API', async () => {
    expect(await service.api.get('/internal/assets')).toMatchObject({ status: 404 });
  });
});

describe('POST /internal/assets', () => {
  const among = (asked: string) =>
    service.internal.post<{ data: number[] }>('/internal/assets', { ids: asked });

  it('answers which of more ids than an address can hold there are, deleted ones too', async () => {
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);
    const other = await service.givenAsset({}, 2);
    const unknown = Array.from({ length: 19_990 }, (_, at) => 1_000_000 + at);

    const { status, body } = await among([...unknown, ...ids, deleted, other].join());

    expect(status).toBe(200);
    expect(body.data.toSorted((one, next) => one - next)).toEqual([...ids, deleted]);
    expect((await among('999999')).body.data).toEqual([]);
  });

  it('is not there for a caller of the public API', async () => {
    const { status } = await service.api.post('/internal/assets', { ids: '1' });

    expect(status).toBe(404);
  });
});
