import {
  givenAdminListener,
  refusal,
  success,
  type,
  type AdminListener,
  type Answer,
  type Request,
} from './terminal';

const admin = givenAdminListener(acmeHasTheRecord);

const fsm = (line: string) => type(line.split(' '), { env: admin.env });

const asked = () => admin.requests.map(({ method, path }) => `${method} ${path}`);

function acmeHasTheRecord({ method, path }: Request): Answer {
  if (path === '/companies') return success([{ slug: 'zenith' }, { slug: 'acme' }]);
  if (path.startsWith('/companies/zenith/')) return refusal(404, 'Not found.');
  return success(method === 'GET' ? [{ id: 7 }] : { id: 7, secret: 'whsec_1' });
}

it('lists the endpoints of a company', async () => {
  const endpoint = {
    id: 7,
    url: 'https://a.example/',
    events: ['job.created'],
    status: 'on',
    managed_by: 'dashboard',
    headers: [{ name: 'Authorization', value: '••••••••' }],
    conditions: [{ field: 'data.object.job_status', in: ['Completed'] }],
  };
  admin.answer = () => success([{ ...endpoint, name: null }]);

  const { code, stdout } = await fsm('webhook list --company acme --output json');

  expect({ code, listed: JSON.parse(stdout) as unknown }).toEqual({ code: 0, listed: [endpoint] });
  expect(asked()).toEqual(['GET /companies/acme/webhooks/endpoints?page=1&per_page=100']);
});

it('creates an endpoint and shows its secret', async () => {
  const line =
    'webhook create --company acme --url https://a.example/ --event job.created job.updated';

  expect(await fsm(line)).toMatchObject({
    code: 0,
    stdout: 'Webhook 7. Its secret is shown only now: whsec_1\n',
  });
  expect(admin.requests[0]).toMatchObject({
    method: 'POST',
    path: '/companies/acme/webhooks/endpoints',
    body: { url: 'https://a.example/', events: ['job.created', 'job.updated'] },
  });
});

it.each(['off', 'rotate'])('%s finds the company of the endpoint', async (action) => {
  const { code, stdout } = await fsm(`webhook ${action} 7 --output json`);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ id: 7, secret: 'whsec_1' });
  expect(asked()).toEqual([
    'GET /companies',
    'GET /companies/zenith/webhooks/endpoints/7',
    'GET /companies/acme/webhooks/endpoints/7',
    `POST /companies/acme/webhooks/endpoints/7/${action}`,
  ]);
});

describe.each(['ping', 'on'])('%s', (action) => {
  const tested = (delivery: object) => ({ id: 7, status: 'on', delivery });
  const answering =
    (delivery: object): AdminListener['answer'] =>
    (request) =>
      request.method === 'POST' ? success(tested(delivery)) : acmeHasTheRecord(request);

  it('prints the test event that was accepted', async () => {
    const delivery = { id: 'dlv_1', status: 'succeeded', error: null };
    admin.answer = answering(delivery);

    const { code, stdout, stderr } = await fsm(`webhook ${action} 7 --output json`);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(tested(delivery));
    expect(asked()).toEqual([
      'GET /companies',
      'GET /companies/zenith/webhooks/endpoints/7',
      'GET /companies/acme/webhooks/endpoints/7',
      `POST /companies/acme/webhooks/endpoints/7/${action}`,
    ]);
  });

  it('prints the test event that was refused, and fails', async () => {
    const delivery = { id: 'dlv_1', status: 'failed', error: 'http_500' };
    admin.answer = answering(delivery);

    const { code, stdout, stderr } = await fsm(`webhook ${action} 7 --output json`);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'webhook 7: its receiver did not accept the test event (http_500).\n',
    });
    expect(JSON.parse(stdout)).toEqual(tested(delivery));
  });
});

it('deletes an endpoint', async () => {
  expect(await fsm('webhook delete 7')).toMatchObject({ code: 0, stderr: '' });
  expect(asked()).toEqual([
    'GET /companies',
    'GET /companies/zenith/webhooks/endpoints/7',
    'GET /companies/acme/webhooks/endpoints/7',
    'DELETE /companies/acme/webhooks/endpoints/7',
  ]);
});

it('shows a delivery with its attempts', async () => {
  const delivery = {
    id: 'dlv_1',
    status: 'succeeded',
    attempt_log: [
      { id: 'dlv_2', response_code: 503 },
      { id: 'dlv_3', response_code: 200 },
    ],
  };
  admin.answer = (request) =>
    request.path.includes('/delivery?') && request.path.includes('/acme/')
      ? success(delivery)
      : acmeHasTheRecord(request);

  const json = await fsm('webhook delivery dlv_3 --output json');
  const text = await fsm('webhook delivery dlv_3');

  expect(JSON.parse(json.stdout)).toEqual(delivery);
  expect(text).toEqual({
    code: 0,
    stdout: [
      'id      dlv_1\nstatus  succeeded',
      'id             dlv_2\nresponse_code  503',
      'id             dlv_3\nresponse_code  200\n',
    ].join('\n\n'),
    stderr: '',
  });
  expect(asked()).toContain('GET /companies/acme/webhooks/delivery?id=dlv_3');
});

it('says in one line that nobody has the delivery', async () => {
  admin.answer = ({ path }) =>
    path === '/companies' ? success([{ slug: 'acme' }]) : refusal(404, 'Not found.');

  expect(await fsm('webhook delivery dlv_9')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'delivery dlv_9 does not exist.\n',
  });
});

it('says in one line that nobody has the endpoint', async () => {
  admin.answer = ({ path }) =>
    path === '/companies' ? success([{ slug: 'acme' }]) : refusal(404, 'Not found.');

  expect(await fsm('webhook ping 7')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'webhook 7 does not exist.\n',
  });
});

it('lists deliveries, page after page', async () => {
  const first = Array.from({ length: 100 }, (_, at) => ({ id: `dlv_${9_999 - at}` }));
  admin.answer = ({ path }) => success(path.includes('before=') ? [{ id: 'dlv_1' }] : first);

  const { stdout } = await fsm(
    'webhook deliveries --company acme --endpoint 7 --status failed --output json',
  );

  expect(JSON.parse(stdout)).toHaveLength(101);
  expect(asked()).toEqual([
    'GET /companies/acme/webhooks/deliveries?per_page=100&endpoint_id=7&status=failed',
    'GET /companies/acme/webhooks/deliveries?per_page=100&endpoint_id=7&status=failed&before=dlv_9900',
  ]);
});

it('sends a delivery again', async () => {
  expect(await fsm('webhook resend dlv_1')).toMatchObject({ code: 0 });
  expect(admin.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/companies/acme/webhooks/deliveries/resend',
    body: { delivery_id: 'dlv_1' },
  });
});

it('passes on why something is refused', async () => {
  admin.answer = () => refusal(400, 'url must be an https address.');

  expect(await fsm('webhook create --company acme --url http://a.example/ --event ping')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'company acme: url must be an https address.\n',
  });
});
