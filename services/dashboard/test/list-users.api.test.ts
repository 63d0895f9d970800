import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

describe('GET /admin/users', () => {
  it("answers the company's users without anything of their passwords", async () => {
    const owner = await service.givenUser({
      email: 'olive@acme.example',
      name: 'Olive',
      password: 'correct horse',
    });
    const manager = await service.givenUser({
      email: 'max@acme.example',
      name: 'Max',
      role: 'manager',
    });
    await service.givenUser({}, 2);

    const { status, body } = await service.admin.get('/admin/users');

    const times = {
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:15:00-05:00',
    };
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        { user_id: owner, email: 'olive@acme.example', name: 'Olive', role: 'owner', ...times },
        { user_id: manager, email: 'max@acme.example', name: 'Max', role: 'manager', ...times },
      ],
      request_id: 'req_1',
    });
  });
});
