import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  defineCollection,
  CONTEXT_HEADER,
  DomainError,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SERVICES,
  TOKEN_REJECTED_HEADER,
  type Caller,
  type ProcessName,
  type RouteFamily,
  type Scope,
} from '@svc/contracts';
import { waitUntil } from '@svc/local-servers';
import { createLogger } from '@svc/logging';
import {
  deriveInternalSecret,
  derivePublicKeys,
  readPublicKeys,
  createTrust,
  type TokenTarget,
  type Trust,
} from '@svc/trust';
import {
  createAdminRouter,
  created,
  createServiceApp,
  createHandler,
  fields,
  found,
  createInternalRouter,
  listed,
  toPage,
  createPrivateRoute,
  serve,
  createServiceClient,
  type ServiceClientSettings,
} from '../src';

const NOW = new Date('2026-07-01T12:00:00Z');
const caller: Caller = {
  reach: 'api',
  companyId: 7,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:3',
  scopes: ['jobs:read', 'jobs:write'],
  requestId: 'req_1',
};

const SECRET = 'the one secret of all processes';

const PUBLIC_KEYS = readPublicKeys(derivePublicKeys(SECRET));

const trustIn = (process: ProcessName, secret = SECRET): Trust =>
  createTrust(process, {
    INTERNAL_SECRET: deriveInternalSecret(process, secret).split(','),
    INTERNAL_PUBLIC_KEYS: PUBLIC_KEYS,
  });

/** A compromised process that claims to be the gateway. */
const impostor = (process: ProcessName): Trust =>
  createTrust('gateway', {
    INTERNAL_SECRET: [deriveInternalSecret(process, SECRET)],
    INTERNAL_PUBLIC_KEYS: PUBLIC_KEYS,
  });

interface Vouching {
  readonly by?: Trust;
  readonly as?: Partial<Caller>;
  readonly to?: Partial<TokenTarget>;
  readonly at?: Date;
}

const gateway = trustIn('gateway');

const vouch = ({ by = gateway, as = {}, to = {}, at = NOW }: Vouching = {}): string =>
  by.signFor({ ...caller, ...as })({ audience: 'jobs', ...to }, at.getTime());

const QUOKKAS = defineCollection('/api/v1/quokkas', 'jobs', {
  listQuokkas: ['GET', 'jobs:read', 'list'],
  getQuokka: ['GET ?id', 'jobs:read', 'record'],
  countQuokkas: ['GET ?sub=count', 'inventory:read', 'record'],
  createQuokka: ['POST', 'jobs:write', 'write'],
  removeQuokka: ['POST ?action=remove&id', 'jobs:write', 'write'],
  archiveQuokka: [
    'POST ?action=archive&id',
    'jobs:write',
    'write',
    { since: '2026-03-01', sunset: '2026-09-01' },
  ],
});

const lines: string[] = [];
const log = createLogger({
  name: 'test',
  level: 'info',
  destination: { write: (line: string) => void lines.push(line) },
});

const pageQuery = fields.object({
  ...fields.pageFields,
  order: fields.deprecated(fields.text(), { since: '2026-01-01', sunset: '2027-01-01' }),
});
const quokkaBody = fields.object({
  text: fields.text().required(),
  colour: fields.deprecated(fields.text(), { since: '2026-02-01', sunset: '2026-12-31' }),
  mood: fields.deprecated(fields.text(), { since: '2026-04-01', sunset: '2026-06-30' }),
  place: fields.object({
    floor: fields.deprecated(fields.integer(), { since: '2026-05-01', sunset: '2027-05-01' }),
    room: fields.text(),
  }),
  lines: fields.array(
    fields.object({
      bold: fields.deprecated(fields.text(), { since: '2026-06-01', sunset: '2027-06-01' }),
    }),
    10,
  ),
});

const BUSY_COMPANY = 9;
const held: (() => void)[] = [];

const quokkas = serve(QUOKKAS, {
  listQuokkas: createHandler({ query: pageQuery }, async ({ query, caller: { companyId } }) => {
    if (companyId === BUSY_COMPANY) await new Promise<void>((end) => held.push(end));
    return listed(['a'], toPage(query), 51);
  }),
  getQuokka: createHandler({}, async ({ ids, caller: { companyId } }) => {
    if (ids.id === 401) throw new DomainError('unauthorized', 'The API key was revoked.');
    if (ids.id === 500) throw new Error('the disk at 10.0.0.1 is full');
    if (ids.id !== 1) throw new DomainError('not_found', 'Quokka not found.');
    return found({ id: ids.id, companyId });
  }),
  countQuokkas: createHandler({}, async () => found({ count: 51 })),
  createQuokka: createHandler({ body: quokkaBody }, async ({ body }) =>
    created('Quokka created.', body),
  ),
  removeQuokka: createHandler({}, async ({ ids }) => found({ id: ids.id })),
  archiveQuokka: createHandler({}, async ({ ids: { id } }) => {
    if (id !== 1) throw new DomainError('not_found', 'Quokka not found.');
    return found({ id });
  }),
});
const admin = createAdminRouter().post(
  '/quokkas/:id/delete',
  createPrivateRoute({}, async ({ id }) => found({ id, deleted: true })),
);
const internal = createInternalRouter().get(
  '/{*rest}',
  createPrivateRoute({}, async ({ caller: { companyId } }) => found([{ companyId }])),
);
const INTERNAL = '/internal/records/jobs';

let server: Server;
let url: string;

async function listen(app: ReturnType<typeof createServiceApp>): Promise<[Server, string]> {
  const listening = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  return [listening, `http://127.0.0.1:${(listening.address() as AddressInfo).port}`];
}

const close = (listening: Server): Promise<unknown> => {
  listening.closeAllConnections();
  return new Promise((resolve) => listening.close(resolve));
};

let matchedRoute: unknown;

beforeAll(async () => {
  const app = createServiceApp({
    routers: [quokkas, admin, internal],
    trust: trustIn('jobs'),
    now: () => NOW,
    log,
    outerMiddleware: [
      async (ctx, next) => {
        await next();
        matchedRoute = ctx._matchedRoute;
      },
    ],
  });
  [server, url] = await listen(app);
});

afterAll(() => close(server));

const callWith = async (
  context: string,
  method: string,
  path: string,
  { body, requestId = 'req_1' }: { body?: string; requestId?: string } = {},
) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { [CONTEXT_HEADER]: context, [REQUEST_ID_HEADER]: requestId },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    ...(response.headers.has(TOKEN_REJECTED_HEADER) && { isStatementRefused: true }),
    body: (await response.json()) as Record<string, unknown>,
  };
};

function admitted(method: string, path: string): string {
  if (method === 'POST') return path.includes('action=remove') ? 'removeQuokka' : 'createQuokka';
  if (method !== 'GET') return 'none';
  return path.includes('?id=') ? 'getQuokka' : 'listQuokkas';
}

const call = (method: string, path: string, { body }: { body?: string } = {}) =>
  callWith(vouch({ to: { operation: admitted(method, path) } }), method, path, { body });

describe('a service', () => {
  it('answers a list with its page and the request id', async () => {
    expect(await call('GET', '/api/v1/quokkas?page=2')).toEqual({
      status: 200,
      body: {
        success: true,
        data: ['a'],
        pagination: { page: 2, per_page: 50, total: 51, total_pages: 2 },
        request_id: 'req_1',
      },
    });
  });

  it('answers for the company of the caller', async () => {
    const { body } = await call('GET', '/api/v1/quokkas?id=1');

    expect(body).toMatchObject({ data: { id: 1, companyId: 7 } });
  });

  it('reads a target as the gateway did, for which nothing ends it at a #', async () => {
    const context = vouch({ to: { operation: 'getQuokka' } });
    const headers = { [CONTEXT_HEADER]: context, [REQUEST_ID_HEADER]: 'req_1' };
    const { port } = server.address() as AddressInfo;

    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request({ port, path: '/api/v1/quokkas?#&id=1', headers }, resolve)
        .once('error', reject)
        .end(),
    );

    expect(JSON.parse((await answer.toArray()).join(''))).toMatchObject({ data: { id: 1 } });
  });

  it.each(['http://[::1/api/v1/quokkas', 'http://[::1/internal/quokkas'])(
    'refuses the target %s, which is no URL, like others without a statement',
    async (path) => {
      const { port } = server.address() as AddressInfo;

      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        request({ port, path }, resolve).once('error', reject).end(),
      );

      expect(answer.statusCode).toBe(401);
      expect(JSON.parse((await answer.toArray()).join(''))).toMatchObject({
        error: 'unauthorized',
      });
    },
  );

  it('answers 201 to what it created', async () => {
    expect(await call('POST', '/api/v1/quokkas', { body: '{"text":" hi "}' })).toEqual({
      status: 201,
      body: {
        success: true,
        message: 'Quokka created.',
        data: { text: 'hi' },
        request_id: 'req_1',
      },
    });
  });

  it.each([
    ['GET', '/api/v1/quokkas?id=2', undefined, 404, 'not_found'],
    ['GET', '/api/v1/quokkas?id=9007199254740993', undefined, 404, 'not_found'],
    ['GET', '/api/v1/quokkas?page=0', undefined, 400, 'validation_failed'],
    ['GET', '/api/v1/quokkas?page=%ff', undefined, 400, 'validation_failed'],
    ['PUT', '/api/v1/quokkas', '{}', 405, 'method_not_allowed'],
    ['POST', '/api/v1/quokkas', '', 400, 'invalid_json'],
    ['POST', '/api/v1/quokkas', '{"text":5}', 400, 'validation_failed'],
    ['GET', '/api/v1/quokkas/', undefined, 404, 'not_found'],
    ['GET', '/API/v1/quokkas', undefined, 404, 'not_found'],
    ['GET', '/elsewhere', undefined, 404, 'not_found'],
  ])('answers %s %s %j with %d %s', async (method, path, body, status, error) => {
    expect(await call(method, path, body === undefined ? {} : { body })).toEqual({
      status,
      body: expect.objectContaining({ success: false, error, message: expect.any(String) }),
    });
  });

  it('measures what names no operation by the path of the collection or route, if there is one', async () => {
    const measured = async (path: string): Promise<unknown> => {
      await call('PUT', path, { body: '{}' });
      return matchedRoute;
    };

    expect(await measured('/api/v1/quokkas')).toBe('/api/v1/quokkas');
    expect(await measured('/api/v1/quokkas/')).toBeUndefined();
  });

  it.each<[string, string, string | undefined, readonly [since: string, sunset: string] | []]>([
    ['GET', '', undefined, []],
    ['GET', '?order=text', undefined, ['2026-01-01', '2027-01-01']],
    ['GET', '?order=', undefined, ['2026-01-01', '2027-01-01']],
    ['POST', '', '{"text":"hi"}', []],
    ['POST', '', '{"text":"hi","colour":"red"}', ['2026-02-01', '2026-12-31']],
    // Earliest deprecation and earliest removal.
    ['POST', '', '{"text":"hi","colour":"red","mood":"glad"}', ['2026-02-01', '2026-06-30']],
    ['POST', '', '{"text":"hi","place":{"room":"a"},"lines":[{},{}]}', []],
    ['POST', '', '{"text":"hi","place":{"floor":1}}', ['2026-05-01', '2027-05-01']],
    ['POST', '', '{"text":"hi","lines":[{},{"bold":"a"}]}', ['2026-06-01', '2027-06-01']],
    ['POST', '?action=archive&id=1', undefined, ['2026-03-01', '2026-09-01']],
    ['POST', '?action=archive&id=2', undefined, ['2026-03-01', '2026-09-01']],
    ['POST', '?action=remove&id=1', undefined, []],
  ])(
    'tells of what is deprecated in %s quokkas%s %j',
    async (method, query, body, [since, sunset]) => {
      const path = `/api/v1/quokkas${query}`;
      const operation = query.includes('archive') ? 'archiveQuokka' : admitted(method, path);

      const { headers } = await fetch(`${url}${path}`, {
        method,
        headers: { [CONTEXT_HEADER]: vouch({ to: { operation } }), [REQUEST_ID_HEADER]: 'req_1' },
        ...(body === undefined ? {} : { body }),
      });

      expect(['deprecation', 'sunset', 'link'].map((name) => headers.get(name))).toEqual(
        since && sunset
          ? [
              `@${Date.parse(`${since}T00:00:00Z`) / 1_000}`,
              new Date(`${sunset}T00:00:00Z`).toUTCString(),
              '</docs>; rel="deprecation"; type="text/html"',
            ]
          : [null, null, null],
      );
    },
  );

  it('never reads a body that no schema asks for', async () => {
    const removed = await call('POST', '/api/v1/quokkas?action=remove&id=4', { body: 'not json' });

    expect(removed).toMatchObject({ status: 200, body: { data: { id: 4 } } });
  });

  it('hides a fault from the client and logs it with the request id', async () => {
    const { status, body } = await call('GET', '/api/v1/quokkas?id=500');

    expect([status, body['error']]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('10.0.0.1');
    expect(lines.join()).toContain('the disk at 10.0.0.1 is full');
    expect(lines.join()).toContain('req_1');
  });

  const linesFor = async (...asked: Parameters<typeof call>): Promise<unknown[]> => {
    lines.length = 0;
    await call(...asked);
    return lines.map((line) => JSON.parse(line) as unknown);
  };

  it.each<readonly [Parameters<typeof call>, object]>([
    [
      ['GET', '/api/v1/quokkas?id=2&search=ada@acme.example'],
      {
        company_id: 7,
        api_key_id: 3,
        address: '/api/v1/…?id&search',
        operation: 'getQuokka',
        status: 404,
        error: 'not_found',
      },
    ],
    [
      ['POST', '/api/v1/quokkas', { body: '{"text":5}' }],
      {
        company_id: 7,
        api_key_id: 3,
        address: '/api/v1/…',
        operation: 'createQuokka',
        status: 400,
        error: 'validation_failed',
      },
    ],
  ])('leaves one line, without values, of what it refused: %j', async (asked, facts) => {
    expect(await linesFor(...asked)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        name: 'test',
        request_id: 'req_1',
        method: asked[0],
        duration_ms: expect.any(Number),
        msg: 'request refused',
        ...facts,
      },
    ]);
  });

  it('leaves one line of what an operator was refused, by the pattern of the route', async () => {
    lines.length = 0;
    const context = vouch({ as: { reach: 'admin', actor: 'ui' } });
    await callWith(context, 'POST', '/admin/quokkas/x/delete');

    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'info',
        company_id: 7,
        address: '/admin/quokkas/:id/delete',
        status: 404,
        error: 'not_found',
      }),
    ]);
  });

  it('leaves one line of a call that nobody vouches for', async () => {
    lines.length = 0;
    await callWith('forged', 'GET', '/api/v1/quokkas');

    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'info', status: 401, error: 'unauthorized' }),
    ]);
  });

  it('leaves one line, an error, of a fault', async () => {
    expect(await linesFor('GET', '/api/v1/quokkas?id=500')).toEqual([
      expect.objectContaining({
        level: 'error',
        request_id: 'req_1',
        operation: 'getQuokka',
        status: 500,
        error: 'internal_error',
        err: expect.objectContaining({ message: 'the disk at 10.0.0.1 is full' }),
      }),
    ]);
  });

  it('leaves no line of a success', async () => {
    expect(await linesFor('GET', '/api/v1/quokkas?id=1')).toEqual([]);
  });

  it('refuses a call that nobody vouches for', async () => {
    expect((await fetch(`${url}/api/v1/quokkas`)).status).toBe(401);
  });

  it('keeps each family of routes to the callers it is for', async () => {
    const as = (reach: RouteFamily) =>
      reach === 'internal'
        ? vouch({ by: trustIn('webhooks'), as: { reach } })
        : vouch({ as: { reach }, to: { operation: reach === 'api' ? 'listQuokkas' : undefined } });
    const status = async (reach: RouteFamily, method: string, path: string) =>
      (await callWith(as(reach), method, path)).status;

    const removed = await callWith(as('admin'), 'POST', '/admin/quokkas/3/delete');
    expect(removed.body).toMatchObject({ data: { id: 3, deleted: true } });
    expect(await status('internal', 'GET', INTERNAL)).toBe(200);
    expect(await status('api', 'POST', '/admin/quokkas/3/delete')).toBe(404);
    expect(await status('internal', 'POST', '/admin/quokkas/3/delete')).toBe(404);
    expect(await status('api', 'GET', INTERNAL)).toBe(404);
    expect(await status('admin', 'GET', INTERNAL)).toBe(404);
    expect(await status('admin', 'GET', '/api/v1/quokkas')).toBe(404);
    expect(await status('internal', 'GET', '/api/v1/quokkas')).toBe(404);
  });
});

interface ListRead {
  readonly from?: string;
  readonly as?: Partial<Caller>;
  readonly signal?: AbortSignal;
}

describe('a company that reads many lists at once', () => {
  const AT_ONCE = 4;
  const PATIENCE_MS = 4_000;
  const asBusy = { companyId: BUSY_COMPANY };
  const readList = ({ from = url, as = {}, signal }: ListRead = {}) =>
    fetch(`${from}/api/v1/quokkas`, {
      headers: {
        [CONTEXT_HEADER]: vouch({ as, to: { operation: 'listQuokkas' } }),
        [REQUEST_ID_HEADER]: 'req_1',
      },
      ...(signal && { signal }),
    });
  beforeEach(() => held.splice(0));

  it('waits for itself alone, and has nothing begun that it has abandoned', async () => {
    const arrived: Socket[] = [];
    server.on('request', ({ socket }) => arrived.push(socket));
    const leaving = new AbortController();
    const abandoned = Array.from({ length: 3 * AT_ONCE }, () =>
      readList({ as: asBusy, signal: leaving.signal }),
    );
    const outcomes = Promise.allSettled(abandoned);
    expect(await waitUntil(() => arrived.length === 3 * AT_ONCE, PATIENCE_MS)).toBe(true);
    const left = [...arrived];
    expect(held).toHaveLength(AT_ONCE);

    expect((await call('GET', '/api/v1/quokkas')).status).toBe(200);
    const neighbour = vouch({ by: trustIn('webhooks'), as: { ...asBusy, reach: 'internal' } });
    expect((await callWith(neighbour, 'GET', INTERNAL)).status).toBe(200);

    leaving.abort();
    expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await waitUntil(() => left.every(({ destroyed }) => destroyed), PATIENCE_MS)).toBe(true);
    for (const end of held) end();
    const last = readList({ as: asBusy });
    expect(await waitUntil(() => held.length > AT_ONCE, PATIENCE_MS)).toBe(true);
    held.at(-1)?.();

    expect((await last).status).toBe(200);
    expect(held).toHaveLength(AT_ONCE + 1);
  });

  it('is answered in time all the same, and keeps its turns until what it has begun has ended', async () => {
    const respondWithinMs = 300;
    const [hurried, from] = await listen(
      createServiceApp({
        routers: [quokkas],
        trust: trustIn('jobs'),
        now: () => NOW,
        log,
        respondWithinMs,
      }),
    );
    const readMany = () =>
      Promise.all(Array.from({ length: 3 * AT_ONCE }, () => readList({ from, as: asBusy })));
    const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status);

    for (const answers of [await readMany(), await readMany()]) {
      expect(statusesOf(answers)).toEqual(Array(3 * AT_ONCE).fill(500));
      expect(await answers[0]?.json()).toMatchObject({ error: 'internal_error' });
      expect((await readList({ from })).status).toBe(200);
    }
    expect(held).toHaveLength(AT_ONCE);
    for (const end of held) end();
    const next = readList({ from, as: asBusy });
    expect(await waitUntil(() => held.length > AT_ONCE, PATIENCE_MS)).toBe(true);
    held.at(-1)?.();

    expect((await next).status).toBe(200);
    expect(held).toHaveLength(AT_ONCE + 1);
    await close(hurried);
  });

  it('leaves a line of what fails after it has been answered', async () => {
    const failing = new Error('the disk is full');
    let fail: (error: Error) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => (fail = reject));
    const [hurried, from] = await listen(
      createServiceApp({
        routers: [{ routes: () => () => failed }],
        trust: trustIn('jobs'),
        now: () => NOW,
        log,
        respondWithinMs: 50,
      }),
    );
    expect((await readList({ from })).status).toBe(500);
    lines.splice(0);

    fail(failing);

    expect(await waitUntil(() => lines.length > 0, PATIENCE_MS)).toBe(true);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      request_id: 'req_1',
      err: { message: 'the disk is full' },
    });
    await close(hurried);
  });
});

describe('a service whose operations share statements', () => {
  const MANY = 12;

  it.each([
    ['none of them waits for another', 'POST', 'createJob', {}, MANY],
    [
      'those under a key do, as each has a transaction',
      'POST',
      'createJob',
      { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: 'one' },
      4,
    ],
    ['bulks do', 'POST', 'bulkJobs', {}, 4],
    ['no read of a record does', 'GET', 'getJob', {}, MANY],
    ['lists do', 'GET', 'listJobs', {}, 4],
  ])('begins the calls of a company: %s', async (_, method, operation, more, most) => {
    const ends: (() => void)[] = [];
    const [sharing, from] = await listen(
      createServiceApp({
        routers: [
          {
            routes: () => async (ctx) => {
              const { companyId } = ctx.state['caller'] as Caller;
              if (companyId === BUSY_COMPANY) await new Promise<void>((end) => ends.push(end));
              ctx.body = {};
            },
          },
        ],
        trust: trustIn('jobs'),
        now: () => NOW,
        log,
        batchedOperations: ['getJob', 'createJob'],
      }),
    );
    let arrived = 0;
    sharing.on('request', () => (arrived += 1));
    const call = (companyId: number) => {
      const context = vouch({ as: { companyId }, to: { operation } });
      const headers = { [CONTEXT_HEADER]: context, [REQUEST_ID_HEADER]: 'req_1', ...more };
      return fetch(`${from}/api/v1/jobs`, { method, headers });
    };

    const answers = Array.from({ length: MANY }, () => call(BUSY_COMPANY));
    expect(await waitUntil(() => arrived === MANY, 4_000)).toBe(true);
    // Every earlier call that may start has started by now.
    expect((await call(7)).status).toBe(200);
    expect(ends).toHaveLength(most);

    for (let ended = 0; ended < MANY; ended += 1) {
      expect(await waitUntil(() => ends.length > ended, 4_000)).toBe(true);
      ends[ended]?.();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(MANY).fill(200));
    await close(sharing);
  });
});

describe('what contexts read of each other', () => {
  it.each<[string, readonly ProcessName[]]>([
    ['/internal/customers', ['jobs', 'assets']],
    ['/internal/locations', ['jobs', 'assets']],
    ['/internal/technicians', ['jobs', 'assets']],
    ['/internal/assets', ['jobs']],
    ['/internal/records/jobs', ['webhooks']],
    ['/internal/records/jobs/latest', ['webhooks']],
    ['/internal/records/invoices', ['webhooks']],
    ['/internal/records/customers', ['webhooks']],
    ['/internal/records/customers/latest', ['webhooks']],
    ['/internal/records/service-requests', ['webhooks']],
    ['/internal/records/assets', ['webhooks']],
    ['/internal/records/items', ['webhooks']],
    ['/internal/records/technicians', ['webhooks']],
    ['/internal/', []],
    ['/internal/quokkas', []],
    ['/internal/customers/', []],
    ['/internal/customers/1', []],
    ['/internal/records/jobs/latest/1', []],
    ['/internal/records', []],
  ])('%s is answered to %j alone', async (path, readers) => {
    const answered: ProcessName[] = [];
    for (const process of SERVICES) {
      const context = vouch({ by: trustIn(process), as: { reach: 'internal', actor: 'ui' } });
      const { status } = await callWith(context, 'GET', `${path}?ids=1`);
      if (status === 200) answered.push(process);
      else expect(status).toBe(404);
    }
    expect(answered).toEqual(readers);
  });
});

describe('a statement', () => {
  const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
  const list = { operation: 'listQuokkas' };
  const get = (context: string) => callWith(context, 'GET', '/api/v1/quokkas');
  const unauthorized = { status: 401, isStatementRefused: true, body: { error: 'unauthorized' } };

  it('serves many requests, each under its own id', async () => {
    const context = vouch({ to: list });

    for (const requestId of ['req_1', 'req_2', 'evt_01J-x']) {
      const answer = await callWith(context, 'GET', '/api/v1/quokkas', { requestId });
      expect(answer).toMatchObject({ status: 200, body: { request_id: requestId } });
    }
  });

  it.each(['', 'a b', 'x'.repeat(65), 'req_1, req_2'])(
    'is not enough with the request id %j',
    async (requestId) => {
      const answer = await callWith(vouch({ to: list }), 'GET', '/api/v1/quokkas', { requestId });

      expect(answer).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    },
  );

  it.each<[string, () => string]>([
    [
      'of a gateway with another secret',
      () => vouch({ by: trustIn('gateway', 'x'.repeat(32)), to: list }),
    ],
    ['of another context, for an integrator', () => vouch({ by: trustIn('webhooks'), to: list })],
    ['of the service itself, for an integrator', () => vouch({ by: trustIn('jobs'), to: list })],
    ['of the dashboard, for an integrator', () => vouch({ by: trustIn('dashboard'), to: list })],
    [
      'of another context, for a person',
      () => vouch({ by: trustIn('webhooks'), as: { actor: 'ui' }, to: list }),
    ],
    ['for another service', () => vouch({ to: { ...list, audience: 'assets' } })],
    ['for another operation', () => vouch({ to: { operation: 'getQuokka' } })],
    ['for no operation', () => vouch()],
    ['that has expired', () => vouch({ to: list, at: later(-40) })],
    ['that lives for more than a minute', () => vouch({ to: list, at: later(21) })],
    ['that lives for thirty years', () => vouch({ to: list, at: later(30 * 365 * 86_400) })],
    ['that was changed', () => vouch({ to: list }).replace('"companyId":7', '"companyId":8')],
    [
      'of another context, in the name of the gateway',
      () => vouch({ by: impostor('webhooks'), to: list }),
    ],
    ['of nobody', () => vouch({ to: list }).replace('gateway.', 'nobody.')],
  ])('%s is refused', async (_, context) => {
    expect(await get(context())).toMatchObject(unauthorized);
  });

  it('that is believed leaves no mark on a 401 about something else', async () => {
    const answer = await call('GET', '/api/v1/quokkas?id=401');

    expect(answer).toMatchObject({ status: 401, body: { message: 'The API key was revoked.' } });
    expect(answer).not.toHaveProperty('isStatementRefused');
  });

  it('of a read is no good for a write, whose body is not even looked at', async () => {
    const context = vouch({ to: list });

    const answer = await callWith(context, 'POST', '/api/v1/quokkas', { body: 'not json' });

    expect(answer).toMatchObject(unauthorized);
  });

  it('of a context is no good for the routes of the operator', async () => {
    const by = trustIn('webhooks');
    for (const reach of ['admin', 'api'] as const) {
      const answer = await callWith(
        vouch({ by, as: { reach }, to: reach === 'api' ? list : {} }),
        'POST',
        '/admin/quokkas/3/delete',
      );
      expect(answer).toMatchObject(unauthorized);
    }
  });

  it('of the dashboard is good for what a person asks of the API and of the operator’s routes', async () => {
    const by = trustIn('dashboard');
    const as = { actor: 'ui' };
    const removal = (reach: RouteFamily, actor = 'ui') =>
      callWith(vouch({ by, as: { reach, actor } }), 'POST', '/admin/quokkas/3/delete');

    expect((await get(vouch({ by, as, to: list }))).status).toBe(200);
    expect((await removal('admin')).body).toMatchObject({ data: { id: 3, deleted: true } });
    expect((await removal('internal')).status).toBe(404);
    expect(await get(vouch({ by, as, to: { operation: 'getQuokka' } }))).toMatchObject(
      unauthorized,
    );
    expect(await removal('admin', 'api_key:3')).toMatchObject(unauthorized);
  });

  it('of the gateway is no good for what contexts read of each other', async () => {
    const answer = await callWith(vouch({ as: { reach: 'internal' } }), 'GET', INTERNAL);

    expect(answer).toMatchObject(unauthorized);
  });

  it.each<[readonly Scope[], string, number]>([
    [['jobs:read'], 'listQuokkas', 200],
    [['jobs:write'], 'listQuokkas', 403],
    [['jobs:read'], 'createQuokka', 403],
    [[], 'createQuokka', 403],
  ])('with the scopes %j is good for %s: %d', async (scopes, operation, status) => {
    const context = vouch({ as: { scopes }, to: { operation } });

    const answer = operation.startsWith('list')
      ? await get(context)
      : await callWith(context, 'POST', '/api/v1/quokkas', { body: '{"text":"hi"}' });

    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body['error']).toBe('insufficient_scope');
  });

  it('with inventory:write is good for what needs inventory:read', async () => {
    const context = vouch({
      as: { scopes: ['inventory:write'] },
      to: { operation: 'countQuokkas' },
    });

    expect((await callWith(context, 'GET', '/api/v1/quokkas?sub=count')).status).toBe(200);
  });
});

describe('a service client', () => {
  const clientOf = (target: string, settings: Partial<ServiceClientSettings> = {}) =>
    createServiceClient({
      context: 'jobs',
      url: target,
      trust: trustIn('webhooks'),
      now: () => NOW,
      deadlineMs: 1_000,
      ...settings,
    });

  it('reads on behalf of the caller', async () => {
    const client = clientOf(url);

    expect(await client.read(INTERNAL, caller)).toEqual([{ companyId: 7 }]);
    expect(await client.read('/internal/absent', caller)).toBeUndefined();
    await client.close();
  });

  it('asks any route for a person, and answers refusals as they are', async () => {
    const client = clientOf(url, { trust: trustIn('dashboard') });
    const person = { ...caller, actor: 'ui' };
    const path = '/api/v1/quokkas';
    const create = (body: string) =>
      client.call(
        { method: 'POST', path, operation: 'createQuokka', body: Buffer.from(body) },
        person,
      );

    const written = await create('{"text":"hi"}');
    const refused = await create('{}');

    expect(written).toMatchObject({ status: 201, contentType: 'application/json; charset=utf-8' });
    expect(JSON.parse(written.body.toString())).toMatchObject({ data: { text: 'hi' } });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ errors: [{ field: 'text' }] });
    const removed = await client.call(
      { method: 'POST', path: '/admin/quokkas/3/delete' },
      { ...person, reach: 'admin' },
    );
    expect(removed.status).toBe(200);
    await client.close();
  });

  it('fails when the service does not answer in time', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const client = clientOf(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, {
      deadlineMs: 50,
    });

    await expect(client.read(INTERNAL, caller)).rejects.toThrow();
    const hurried = { method: 'GET', path: '/', deadlineMs: 10 } as const;
    await expect(client.call(hurried, caller)).rejects.toThrow();
    await client.close();
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('goes on asking a service that refuses what is wrong with the calls themselves', async () => {
    const client = clientOf(url);
    for (let asked = 0; asked < 10; asked += 1) {
      const wrong = client.read(INTERNAL, { ...caller, requestId: 'no id' });
      await expect(wrong).rejects.toThrow('responded with 400');
    }

    expect(client.breaker.opened).toBe(false);
    expect(await client.read(INTERNAL, caller)).toEqual([{ companyId: 7 }]);
    await client.close();
  });

  it('stops asking a service that keeps failing', async () => {
    const client = clientOf('http://127.0.0.1:1');
    for (let asked = 0; asked < 5; asked += 1) {
      await expect(client.read(INTERNAL, caller)).rejects.toThrow();
    }

    await expect(client.read(INTERNAL, caller)).rejects.toMatchObject({
      code: 'EOPENBREAKER',
    });
    await client.close();
  });
});
