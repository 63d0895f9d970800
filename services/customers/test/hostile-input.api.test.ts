import fc from 'fast-check';
import { aCustomer, aLocation, testService, type TestService } from './service';

let service: TestService;
let customerId: number;
let locationId: number;

beforeAll(async () => {
  service = await testService();
  customerId = await service.givenCustomer();
  locationId = await service.givenLocation(customerId);
});
afterAll(() => service.close());

const PARAMETERS = [
  'id',
  'locations',
  'location_id',
  'include',
  'search',
  'created_after',
  'created_before',
  'has_locations',
  'page',
  'per_page',
  'sub',
];

const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '1', '-1', '01', '1e3', '9'.repeat(30), '%', '\\', '%_', '\0', 'null'),
  fc.constantFrom('2026-03-08T02:30:00', '0001-01-01', '9999-12-31', '2026-02-30', '+1 (2'),
);

/** A valid body in which some fields are something else. */
const spoiled = (valid: object) =>
  fc
    .dictionary(
      fc.constantFrom(...Object.keys(valid), '__proto__', 'constructor', 'customer_id'),
      fc.oneof(fc.jsonValue(), oddText, fc.double(), fc.constant(null)),
    )
    .map((odd) => ({ ...valid, ...odd }));

const never5xx = (status: number) => expect(status).toBeLessThan(500);

it('answers whatever query with records or a refusal, never with a fault of ours', async () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), oddText), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pairs, async (given) => {
      const query = given
        .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&');

      never5xx((await service.api.get(`/api/v1/customers?${query}`)).status);
    }),
    { numRuns: 300 },
  );
});

it.each(['POST', 'PUT'] as const)(
  'answers whatever body of a %s with success or a refusal, never with a fault of ours',
  async (method) => {
    const customer = { ...aCustomer(1), tax_exempt: true, tax_exemption_reason: 'A school' };
    const location = { ...aLocation, contact_email: 'a@b.example', contact_phone: '5', notes: '' };
    const id = method === 'PUT' ? `?id=${customerId}` : '';
    const locations = `?id=${customerId}&locations=1`;
    const locationPath = method === 'PUT' ? `${locations}&location_id=${locationId}` : locations;
    const request = fc.oneof(
      fc.tuple(fc.constant(id), spoiled({ ...customer, location })),
      fc.tuple(
        fc.constant(id),
        spoiled(location).map((odd) => ({ ...customer, location: odd })),
      ),
      fc.tuple(fc.constant(locationPath), spoiled(location)),
      fc.tuple(fc.constantFrom(id, locationPath), fc.jsonValue()),
    );
    await fc.assert(
      fc.asyncProperty(request, async ([path, body]) => {
        const answer = await service.api.send(
          method,
          `/api/v1/customers${path}`,
          JSON.stringify(body),
        );

        never5xx(answer.status);
      }),
      { numRuns: 200 },
    );
  },
);

it('answers whatever the operator saves with success or a refusal', async () => {
  const saved = { ...aCustomer(2), locations: [aLocation], deleted: false };
  await fc.assert(
    fc.asyncProperty(fc.oneof(spoiled(saved), fc.jsonValue()), async (body) => {
      never5xx((await service.admin.put('/admin/customers', JSON.stringify(body))).status);
    }),
    { numRuns: 150 },
  );
});
