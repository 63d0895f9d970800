import { testService, type TestService } from './service';

let service: TestService;
let ids: number[];

beforeAll(async () => {
  service = await testService();
  ids = [
    await service.givenTechnician({ first_name: 'Ada', last_name: 'Byron' }),
    await service.givenTechnician({ first_name: 'Bo', last_name: 'Diddley', status: 'Inactive' }),
    await service.givenTechnician({ first_name: 'Cy', last_name: 'Young' }),
  ];
});
afterAll(() => service.close());

const read = (query: string) =>
  service.internal.get<{ data: { technician_id: number }[] }>(`/internal/technicians?${query}`);

const idsIn = async (query: string) =>
  (await read(query)).body.data.map(({ technician_id }) => technician_id).sort((a, b) => a - b);

describe('GET /internal/technicians', () => {
  it('answers the cards of those that exist', async () => {
    const { status, body } = await read(`ids=${ids[1]},999999`);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        { technician_id: ids[1], technician_name: 'Bo Diddley', status: 'Inactive', version: 1 },
      ],
      request_id: 'req_1',
    });
  });

  it("does not know another company's technician", async () => {
    const other = await service.givenTechnician({}, 2);

    expect(await idsIn(`ids=${other},${ids[0]}`)).toEqual([ids[0]]);
  });

  it('goes on after an id, in order of id', async () => {
    const { body } = await read(`after=${ids[0]}&limit=1`);

    expect(body.data.map(({ technician_id }) => technician_id)).toEqual([ids[1]]);
    expect(await idsIn('after=0')).toEqual(ids);
    expect(await idsIn(`after=${ids[2]}`)).toEqual([]);
  });

  it.each(['ids=', 'ids=a', 'ids=1,,2', 'ids=0', 'after=-1', 'limit=0', 'limit=1001'])(
    'refuses %s',
    async (query) => {
      expect(await read(query)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed' },
      });
    },
  );

  it('refuses more than 1,000 ids', async () => {
    const many = Array.from({ length: 1_001 }, (_, at) => at + 1).join();

    expect(await read(`ids=${many}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'ids', message: 'ids must name at most 1000 records.' }] },
    });
  });

  it('is not there for a caller of the public API', async () => {
    expect(await service.api.get('/internal/technicians')).toMatchObject({ status: 404 });
  });
});
