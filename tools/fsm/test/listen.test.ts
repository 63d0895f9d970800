import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  givenAdminListener,
  refusal,
  success,
  type,
  type AdminListener,
  type Answer,
} from './terminal';

interface Received {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const admin = givenAdminListener();
let receiver: Server;
let address: string;
const received: Received[] = [];
let status: number;
let interrupt: () => void;

beforeAll(async () => {
  receiver = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    received.push({ path: incoming.url, headers: incoming.headers, body });
    outgoing.writeHead(status, { 'retry-after': '30' }).end(`Thank you.\0${'x'.repeat(5_000)}`);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  received.length = 0;
  status = 200;
});

const LISTENERS = '/companies/acme/webhooks/listeners';

const TAKEN = {
  delivery_id: 'dlv_1',
  attempt_id: 'dlv_2',
  attempt: 1,
  event_id: 'evt_1',
  event: 'job.created',
  request_headers: [
    { name: 'content-type', value: 'application/json' },
    { name: 'x-svc-signature', value: 't=1,v1=2' },
  ],
  request_body: '{"id":"evt_1"}',
};

function oneDelivery(delivery: object): AdminListener['answer'] {
  let isTaken = false;
  return ({ method, path }): Answer => {
    if (path.endsWith('/listeners')) return success({ id: 7, secret: 'whsec_1' });
    if (path.endsWith('/attempts')) return success(delivery);
    if (path.endsWith('/take') && !isTaken) {
      isTaken = true;
      return success([TAKEN]);
    }
    if (method === 'GET') interrupt();
    return success([]);
  };
}

const listen = (line: string) =>
  type(['listen', '--company', 'acme', ...line.split(' ')], {
    env: admin.env,
    untilInterrupted: () =>
      new Promise((resolve) => {
        interrupt = resolve;
      }),
  });

const asked = () => admin.requests.map(({ method, path }) => `${method} ${path}`);
const reported = () => admin.requests.find(({ path }) => path.endsWith('/attempts'))?.body;

it('passes a delivery on as it is, reports and prints the answer, and ends with Ctrl-C', async () => {
  admin.answer = oneDelivery({ status: 'succeeded', next_attempt_at: null });

  const { code, stdout, stderr } = await listen(
    `--event job.created job.updated --forward-to ${address}/hook?token=1`,
  );

  expect([code, stderr]).toEqual([0, '']);
  expect(asked()).toEqual([
    `POST ${LISTENERS}`,
    `POST ${LISTENERS}/7/take`,
    `POST ${LISTENERS}/7/attempts`,
    `POST ${LISTENERS}/7/take`,
    `GET ${LISTENERS}/7/news`,
    `DELETE ${LISTENERS}/7`,
  ]);
  expect(admin.requests[0]?.body).toEqual({
    url: `${address}/hook`,
    events: ['job.created', 'job.updated'],
  });
  expect(received).toMatchObject([
    {
      path: '/hook?token=1',
      headers: { 'content-type': 'application/json', 'x-svc-signature': 't=1,v1=2' },
      body: '{"id":"evt_1"}',
    },
  ]);
  expect(reported()).toMatchObject({
    delivery_id: 'dlv_1',
    attempt_id: 'dlv_2',
    response_code: 200,
    error: null,
    retry_after_seconds: 30,
    request_headers: TAKEN.request_headers,
    request_body: TAKEN.request_body,
  });
  const { response_body, started_at, duration_ms } = reported() as Record<string, string>;
  expect(response_body).toMatch(/^Thank you\.\uFFFDx{2037}$/);
  const [first, second, ...deliveries] = stdout.trimEnd().split('\n');
  expect(first).toBe(`Forwarding live events of acme to ${address}/hook. Press Ctrl-C to stop.`);
  expect(second).toBe('Signing secret: whsec_1');
  expect(deliveries).toEqual([
    `${started_at}  job.created  dlv_1  200  ${duration_ms} ms  succeeded`,
  ]);
});

it('prints when a delivery that failed is tried again', async () => {
  status = 503;
  const again = '2026-03-02T12:00:15.000Z';
  admin.answer = oneDelivery({ status: 'retrying', next_attempt_at: again });

  const { stdout } = await listen(`--forward-to ${address}/`);

  expect(stdout.trimEnd()).toMatch(/ {2}503 {2}\d+ ms {2}retrying, again at 2026-03-02T12:00:15/);
  expect(reported()).toMatchObject({ response_code: 503, error: null });
});

it('reports a receiver that is not there, of the sandbox, in JSON lines', async () => {
  admin.answer = oneDelivery({ status: 'retrying', next_attempt_at: null });

  const { stdout } = await listen('--mode test --output json --forward-to http://127.0.0.1:1/');

  expect(asked()[0]).toBe('POST /companies/acme/sandbox/webhooks/listeners');
  expect(reported()).toMatchObject({
    response_code: null,
    error: 'unreachable',
    response_body: null,
  });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { listening: 'http://127.0.0.1:1/', mode: 'test', secret: 'whsec_1' },
    { event: 'job.created', delivery_id: 'dlv_1', error: 'unreachable', status: 'retrying' },
  ]);
});

it('says in one line that it was ended, and leaves nothing behind', async () => {
  admin.answer = ({ method, path }) => {
    if (path.endsWith('/listeners')) return success({ id: 7, secret: 'whsec_1' });
    return method === 'DELETE' ? success({}) : refusal(404, 'Listener 7 has ended.');
  };

  expect(await listen(`--forward-to ${address}/`)).toMatchObject({
    code: 1,
    stderr: 'company acme: Listener 7 has ended.\n',
  });
  expect(asked().at(-1)).toBe(`DELETE ${LISTENERS}/7`);
});

it.each([
  [
    '--forward-to http://localhost:1/ --event job.exploded',
    /--event.*Allowed choices.*job\.created/,
  ],
  ['--forward-to localhost:4000', /--forward-to.*http or https address/],
])('refuses %s before it asks anybody', async (line, message) => {
  const { code, stderr } = await listen(line);

  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(admin.requests).toEqual([]);
});
