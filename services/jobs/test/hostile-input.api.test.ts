import fc from 'fast-check';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;
let job: number;
let location: number;

beforeAll(async () => {
  service = await testService();
  location = service.givenLocation();
  job = await service.givenJob({ customer_location_id: location });
});
afterAll(() => service.close());

const PARAMETERS = [
  'id',
  'sub',
  'page',
  'per_page',
  'status',
  'priority',
  'assigned_technician_id',
  'customer_location_id',
  'created_after',
  'created_before',
  'updated_since',
];

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '-1', '01', '1e3', '9'.repeat(30), 'Pending', 'null', '\0', '%'),
  fc.constantFrom('2026-03-01', '0001-01-01', '9999-12-31T23:59:59-14:00', '2026-03-08 02:30:00'),
);

it('answers whatever query with a page or a refusal, never with a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), odd)), async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

      const { status } = await service.api.get(`/api/v1/jobs?${query}`);

      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 100 },
  );
});

const FIELDS = [
  'job_title',
  'job_description',
  'customer_location_id',
  'job_priority',
  'assigned_technician_id',
  'scheduled_start',
  'scheduled_end',
  'asset_ids',
  'asset_relationship_type',
  'job_status',
  'expected_version',
  'version',
];

const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 1e308, 2 ** 53, '\ud800', '\0', [1, 1], [], {}),
  fc.constantFrom('0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', 'Assigned', 'High'),
);

const bodies = fc.oneof(
  fc.dictionary(fc.constantFrom(...FIELDS), values).map((fields) => ({
    job_title: 'Fix the unit',
    job_description: DESCRIPTION,
    customer_location_id: location,
    ...fields,
  })),
  fc.jsonValue(),
);

it('answers whatever body with success or a refusal, never with a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const text = JSON.stringify(body);
      const answers = [
        await service.api.post('/api/v1/jobs', text),
        await service.api.put(`/api/v1/jobs?id=${job}`, text),
        await service.api.patch(`/api/v1/jobs?id=${job}`, text),
      ];

      for (const { status } of answers) expect([200, 201, 400, 409]).toContain(status);
    }),
    { numRuns: 100 },
  );
});

it('leaves a job as it is when what was read is sent back', async () => {
  const timestamps = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString());
  await fc.assert(
    fc.asyncProperty(timestamps, fc.string({ minLength: 30 }), async (start, description) => {
      const { status } = await service.api.put(`/api/v1/jobs?id=${job}`, {
        scheduled_start: start,
        scheduled_end: null,
        job_description: description,
      });
      fc.pre(status === 200);
      const read = await service.api.get<{ data: object }>(`/api/v1/jobs?id=${job}`);

      await service.api.put(`/api/v1/jobs?id=${job}`, read.body.data);

      expect(await service.api.get(`/api/v1/jobs?id=${job}`)).toMatchObject({
        body: { data: read.body.data },
      });
    }),
    { numRuns: 40 },
  );
});
