import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

interface ListBody {
  readonly data: readonly { readonly technician_id: number }[];
  readonly pagination: object;
}

let service: TestService;
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
      request_id: 'req_1',
    });
    expect(body.data[0]).toEqual({
      technician_id: newestFirst[0],
      version: 1,
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
});
