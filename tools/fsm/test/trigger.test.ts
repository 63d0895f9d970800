import { adminListener, success, type, type AdminListener } from './terminal';

let admin: AdminListener;

beforeAll(async () => {
  admin = await adminListener();
});
beforeEach(() => {
  admin.requests.length = 0;
  admin.answer = () =>
    success({
      customer_id: 1,
      locations: [{ location_id: 2 }],
      job_id: 3,
      invoice_id: 4,
      service_request_id: 5,
    });
});
afterAll(() => admin.close());

const fsm = (line: string) =>
  type(line.split(' '), { env: { FSM_ADMIN_URL: admin.url, FSM_ADMIN_TOKEN: 'let me in' } });

it.each([
  ['customer.created', { customer_id: 1 }, []],
  ['service_request.created', { service_request_id: 5 }, ['POST customers/service-requests']],
  ['job.created', { job_id: 3 }, ['PUT jobs/jobs']],
  ['job.updated', { job_id: 3 }, ['PUT jobs/jobs', 'PUT jobs/jobs']],
  ['job.status_changed', { job_id: 3 }, ['PUT jobs/jobs', 'PUT jobs/jobs']],
  ['job.completed', { job_id: 3 }, ['PUT jobs/jobs', 'PUT jobs/jobs']],
  ['job.deleted', { job_id: 3 }, ['PUT jobs/jobs', 'POST jobs/jobs/3/delete']],
  [
    'job.restored',
    { job_id: 3 },
    ['PUT jobs/jobs', 'POST jobs/jobs/3/delete', 'POST jobs/jobs/3/restore'],
  ],
  [
    'invoice.paid',
    { invoice_id: 4, job_id: 3 },
    ['PUT jobs/jobs', 'POST jobs/jobs/3/invoices', 'POST jobs/invoices/4/payments'],
  ],
])('trigger %s makes its change in the sandbox alone', async (event, triggered, calls) => {
  const { code, stdout } = await fsm(`trigger ${event} --company acme --output json`);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ event, ...triggered });
  const asked = admin.requests.map(({ method, path }) => `${method} ${path}`);
  expect(asked).toEqual(
    ['PUT customers/customers', ...calls].map((call) =>
      call.replace(' ', ' /companies/acme/sandbox/'),
    ),
  );
});

it('trigger refuses an event that there is none of', async () => {
  expect(await fsm('trigger job.exploded --company acme')).toMatchObject({ code: 1 });
  expect(admin.requests).toEqual([]);
});
