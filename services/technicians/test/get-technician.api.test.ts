import { expectDocumented } from './documented';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const get = async (id: number | string) => {
  const answer = await service.api.get(`/api/v1/technicians?id=${id}`);
  expectDocumented('getTechnician', answer.status, answer.body);
  return answer;
};

describe('GET /api/v1/technicians?id', () => {
  it('answers the technician with contact, skills and schedule', async () => {
    const id = await service.givenTechnician({
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@acme.example',
      phone: '(212) 555-0101',
      status: 'Active',
      availability_status: 'Busy',
      vehicle_type: 'Van',
      transport_modes: ['van', 'bicycle'],
      skills: [
        { skill_name: 'HVAC', skill_level: 4 },
        { skill_name: 'Plumbing', skill_level: 1 },
      ],
      schedule: [
        { day_of_week: 7, start_time: '10:00:00', end_time: '12:30:00', is_available: false },
        { day_of_week: 1, start_time: '13:00:00', end_time: '17:00:00', is_available: true },
        { day_of_week: 1, start_time: '08:00:00', end_time: '12:00:00', is_available: true },
      ],
    });

    const { status, body } = await get(id);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        technician_id: id,
        version: 1,
        first_name: 'Ada',
        last_name: 'Byron',
        status: 'Active',
        availability_status: 'Busy',
        vehicle_type: 'Van',
        transport_modes: ['van', 'bicycle'],
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
        email: 'ada@acme.example',
        phone: '+12125550101',
        skills: [
          { skill_category_id: expect.any(Number), skill_name: 'HVAC', skill_level: 4 },
          { skill_category_id: expect.any(Number), skill_name: 'Plumbing', skill_level: 1 },
        ],
        schedule: [
          { day_of_week: 1, start_time: '08:00:00', end_time: '12:00:00', is_available: true },
          { day_of_week: 1, start_time: '13:00:00', end_time: '17:00:00', is_available: true },
          { day_of_week: 7, start_time: '10:00:00', end_time: '12:30:00', is_available: false },
        ],
      },
      request_id: 'req_1',
    });
  });

  it('answers null and empty lists for what was never said', async () => {
    const id = await service.givenTechnician();

    expect((await get(id)).body).toMatchObject({
      data: {
        status: 'Active',
        availability_status: 'Available',
        phone: null,
        vehicle_type: null,
        transport_modes: [],
        skills: [],
        schedule: [],
      },
    });
  });

  it('shows an inactive technician too', async () => {
    const id = await service.givenTechnician({ status: 'Inactive' });

    expect((await get(id)).body).toMatchObject({ data: { technician_id: id, status: 'Inactive' } });
  });

  it("shows timestamps in the zone of the caller's company", async () => {
    const id = await service.givenTechnician();

    const { body } = await service.api.as({ zone: 'UTC' }).get(`/api/v1/technicians?id=${id}`);

    expect(body).toMatchObject({ data: { created_at: '2026-03-02T14:15:00+00:00' } });
  });
});
