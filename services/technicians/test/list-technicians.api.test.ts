import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

interface ListBody {
  readonly data: readonly { readonly technician_id: number }[];
  readonly pagination: object;
}

let service: TestService;
/** The technicians of company 1, newest first. */
let newestFirst: number[];

beforeAll(async () => {
  service = await testService();
  const { clock, givenTechnician } = service;
  const first = await givenTechnician({ status: 'Inactive', availability_status: 'Offline' });
  clock.advance(1_000);
  const second = await givenTechnician({ availability_status: 'Offline' });
  const third = await givenTechnician({ availability_status: 'Busy' });
  clock.advance(1_000);
  const fourth = await givenTechnician({
    first_name: 'Ada',
    last_name: 'Byron',
    vehicle_type: 'Van',
    transport_modes: ['van'],
    phone: '+12125550101',
    skills: [{ skill_name: 'HVAC', skill_level: 4 }],
  });
  await givenTechnician({}, 2);
  newestFirst = [fourth, third, second, first];
});
afterAll(() => service.close());

const list = async (query = '') => {
  const answer = await service.api.get<ListBody>(`/api/v1/technicians${query}`);
  expectDocumented('listTechnicians', answer.status, answer.body);
  return answer;
};
const idsOf = ({ data }: ListBody) => data.map(({ technician_id }) => technician_id);

describe('GET /api/v1/technicians', () => {
  it("lists the company's technicians, newest first, without contact, skills and schedule", async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(newestFirst);
    expect(body).toEqual({
      success: true,
      data: expect.any(Array),
      pagination: { page: 1, per_page: 50, total: 4, total_pages: 1 },
      request_id: 'req-1',
    });
    expect(body.data[0]).toEqual({
      technician_id: newestFirst[0],
      first_name: 'Ada',
      last_name: 'Byron',
      status: 'Active',
      availability_status: 'Available',
      vehicle_type: 'Van',
      transport_modes: ['van'],
      created_at: '2026-03-02T09:15:02-05:00',
      updated_at: '2026-03-02T09:15:02-05:00',
    });
  });

  it.each([
    ['?status=Inactive', [3]],
    ['?status=Active', [0, 1, 2]],
    ['?availability_status=Offline', [2, 3]],
    ['?availability_status=Available', [0]],
    ['?status=Active&availability_status=Offline', [2]],
    ['?status=Inactive&availability_status=Busy', []],
    ['?vehicle_type=Van', [0, 1, 2, 3]],
  ])('answers %s with the technicians at %j', async (query, positions) => {
    const { body } = await list(query);

    expect(idsOf(body)).toEqual(positions.map((position) => newestFirst[position]));
    expect(body.pagination).toMatchObject({ total: positions.length });
  });

  it('cuts the list into pages', async () => {
    const { body } = await list('?page=2&per_page=3');

    expect(idsOf(body)).toEqual(newestFirst.slice(3));
    expect(body.pagination).toEqual({ page: 2, per_page: 3, total: 4, total_pages: 2 });
  });

  it('answers a page past the end with no data and true totals', async () => {
    const { body } = await list('?page=7&per_page=2');

    expect(body.data).toEqual([]);
    expect(body.pagination).toEqual({ page: 7, per_page: 2, total: 4, total_pages: 2 });
  });

  it('serves more than 100 per page as 100', async () => {
    expect((await list('?per_page=101')).body.pagination).toMatchObject({ per_page: 100 });
  });

  it('answers an empty company with nothing', async () => {
    const { body } = await service.api.as({ companyId: 3 }).get('/api/v1/technicians');

    expect(body).toMatchObject({
      data: [],
      pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
    });
  });

  it.each([
    ['?status=active', 'status'],
    ['?status=', 'status'],
    ['?status=Active&status=Inactive', 'status'],
    ['?availability_status=Away', 'availability_status'],
    ['?availability_status=', 'availability_status'],
    ['?page=0', 'page'],
    ['?page=1.5', 'page'],
    ['?page=', 'page'],
    ['?per_page=0', 'per_page'],
    ['?per_page=many', 'per_page'],
    ['?sub=skills', 'sub'],
  ])('refuses %s', async (query, field) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: { success: false, error: 'validation_failed', errors: [{ field }] },
    });
  });
});
