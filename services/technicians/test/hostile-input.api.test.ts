import fc from 'fast-check';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const PARAMETERS = ['id', 'sub', 'page', 'per_page', 'status', 'availability_status'];

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '-1', '01', '1e3', '9'.repeat(30), 'Active', 'true', 'null', '\0', '%'),
);

it('answers whatever query with a page or a refusal, never with a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), odd)), async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

      const { status } = await service.api.get(`/api/v1/technicians?${query}`);

      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 150 },
  );
});

it('answers whatever body with success or a refusal, never with a fault of ours', async () => {
  const valid = {
    first_name: fc.constant('Ada'),
    last_name: fc.constant('Byron'),
    email: fc.constant('ada@acme.example'),
  };
  const body = fc.oneof(
    fc
      .record(valid)
      .chain((base) =>
        fc
          .dictionary(
            fc.constantFrom('phone', 'status', 'transport_modes', 'skills', 'schedule', 'email'),
            fc.jsonValue(),
          )
          .map((odd) => ({ ...base, ...odd })),
      ),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const { status } = await service.admin.put('/admin/technicians', JSON.stringify(value));

      expect([200, 400]).toContain(status);
    }),
    { numRuns: 150 },
  );
});
