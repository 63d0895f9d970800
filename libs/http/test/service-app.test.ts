import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collection, CONTEXT_HEADER, DomainError, type Caller } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import Joi from 'joi';
import {
  adminRouter,
  created,
  createServiceApp,
  endpoint,
  fields,
  found,
  internalRouter,
  listed,
  pageOf,
  privateRoute,
  serve,
  serviceClient,
  signCaller,
} from '../src';

const NOW = new Date('2026-07-01T12:00:00Z');
const caller: Caller = {
  reach: 'api',
  companyId: 7,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:3',
  scopes: ['jobs:read'],
  requestId: 'req_1',
};

const NOTES = collection(
  '/api/v1/notes',
  { owner: 'jobs' },
  {
    listNotes: ['GET', 'jobs:read', 'list'],
    getNote: ['GET ?id', 'jobs:read', 'record'],
    createNote: ['POST', 'jobs:write', 'write'],
    removeNote: ['POST ?action=remove&id', 'jobs:write', 'write'],
  },
);

const lines: string[] = [];
const log = createLogger({
  name: 'test',
  level: 'info',
  destination: { write: (line: string) => void lines.push(line) },
});

const pageQuery = Joi.object<fields.PageQuery>(fields.pageFields);
const noteBody = Joi.object<{ text: string }>({ text: fields.text().required() });

const notes = serve(NOTES, {
  listNotes: endpoint({ query: pageQuery }, async ({ query }) => listed(['a'], pageOf(query), 51)),
  getNote: endpoint({}, async ({ ids, caller: { companyId } }) => {
    if (ids.id === 500) throw new Error('the disk at 10.0.0.1 is full');
    if (ids.id !== 1) throw new DomainError('not_found', 'Note not found.');
    return found({ id: ids.id, companyId });
  }),
  createNote: endpoint({ body: noteBody }, async ({ body }) => created('Note created.', body)),
  removeNote: endpoint({}, async ({ ids }) => found({ id: ids.id })),
});
const admin = adminRouter().post(
  '/notes/:id/delete',
  privateRoute({}, async ({ id }) => found({ id, deleted: true })),
);
const internal = internalRouter().get(
  '/notes',
  privateRoute({}, async ({ caller: { companyId } }) => found([{ companyId }])),
);

let server: Server;
let url: string;

beforeAll(async () => {
  const app = createServiceApp({
    routers: [notes, admin, internal],
    secrets: ['secret'],
    now: () => NOW,
    log,
  });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const call = async (
  method: string,
  path: string,
  { body, as = caller, secret = 'secret' }: { body?: string; as?: Caller; secret?: string } = {},
) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { [CONTEXT_HEADER]: signCaller(as, secret, NOW.getTime()) },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('a service', () => {
  it('answers a list with its page and the request id', async () => {
    expect(await call('GET', '/api/v1/notes?page=2')).toEqual({
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
    const { body } = await call('GET', '/api/v1/notes?id=1');

    expect(body).toMatchObject({ data: { id: 1, companyId: 7 } });
  });

  it('reads a target as the gateway did, for which nothing ends it at a #', async () => {
    const headers = { [CONTEXT_HEADER]: signCaller(caller, 'secret', NOW.getTime()) };
    const { port } = server.address() as AddressInfo;

    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request({ port, path: '/api/v1/notes?#&id=1', headers }, resolve).once('error', reject).end(),
    );

    expect(JSON.parse((await answer.toArray()).join(''))).toMatchObject({ data: { id: 1 } });
  });

  it('answers 201 to what it created', async () => {
    expect(await call('POST', '/api/v1/notes', { body: '{"text":" hi "}' })).toEqual({
      status: 201,
      body: { success: true, message: 'Note created.', data: { text: 'hi' }, request_id: 'req_1' },
    });
  });

  it.each([
    ['GET', '/api/v1/notes?id=2', undefined, 404, 'not_found'],
    ['GET', '/api/v1/notes?id=9007199254740993', undefined, 404, 'not_found'],
    ['GET', '/api/v1/notes?page=0', undefined, 400, 'validation_failed'],
    ['GET', '/api/v1/notes?page=%ff', undefined, 400, 'validation_failed'],
    ['PUT', '/api/v1/notes', '{}', 405, 'method_not_allowed'],
    ['POST', '/api/v1/notes', '', 400, 'invalid_json'],
    ['POST', '/api/v1/notes', '{"text":5}', 400, 'validation_failed'],
    ['GET', '/api/v1/notes/', undefined, 404, 'not_found'],
    ['GET', '/API/v1/notes', undefined, 404, 'not_found'],
    ['GET', '/elsewhere', undefined, 404, 'not_found'],
  ])('answers %s %s %j with %d %s', async (method, path, body, status, error) => {
    expect(await call(method, path, body === undefined ? {} : { body })).toEqual({
      status,
      body: expect.objectContaining({ success: false, error, message: expect.any(String) }),
    });
  });

  it('never reads a body that no schema asks for', async () => {
    const removed = await call('POST', '/api/v1/notes?action=remove&id=4', { body: 'not json' });

    expect(removed).toMatchObject({ status: 200, body: { data: { id: 4 } } });
  });

  it('hides a fault from the client and logs it with the request id', async () => {
    const { status, body } = await call('GET', '/api/v1/notes?id=500');

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
      ['GET', '/api/v1/notes?id=2&search=ada@acme.example'],
      {
        company_id: 7,
        api_key_id: 3,
        address: '/api/v1/…?id&search',
        operation: 'getNote',
        status: 404,
        error: 'not_found',
      },
    ],
    [
      ['POST', '/api/v1/notes', { body: '{"text":5}' }],
      {
        company_id: 7,
        api_key_id: 3,
        address: '/api/v1/…',
        operation: 'createNote',
        status: 400,
        error: 'validation_failed',
      },
    ],
    [
      ['POST', '/admin/notes/x/delete', { as: { ...caller, reach: 'admin', actor: 'ui' } }],
      {
        company_id: 7,
        address: '/admin/notes/:id/delete',
        status: 404,
        error: 'not_found',
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

  it('leaves one line of a call that nobody vouches for', async () => {
    expect(await linesFor('GET', '/api/v1/notes', { secret: 'other' })).toEqual([
      expect.objectContaining({ level: 'info', status: 401, error: 'unauthorized' }),
    ]);
  });

  it('leaves one line, an error, of a fault', async () => {
    expect(await linesFor('GET', '/api/v1/notes?id=500')).toEqual([
      expect.objectContaining({
        level: 'error',
        request_id: 'req_1',
        operation: 'getNote',
        status: 500,
        error: 'internal_error',
        err: expect.objectContaining({ message: 'the disk at 10.0.0.1 is full' }),
      }),
    ]);
  });

  it('leaves no line of a success', async () => {
    expect(await linesFor('GET', '/api/v1/notes?id=1')).toEqual([]);
  });

  it('refuses a call that is not signed with its secret', async () => {
    expect(await call('GET', '/api/v1/notes', { secret: 'other' })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized' },
    });
    expect((await fetch(`${url}/api/v1/notes`)).status).toBe(401);
  });

  it('keeps each family of routes to the callers it is for', async () => {
    const as = (reach: Caller['reach']) => ({ as: { ...caller, reach } });

    expect((await call('POST', '/admin/notes/3/delete', as('admin'))).body).toMatchObject({
      data: { id: 3, deleted: true },
    });
    expect((await call('POST', '/admin/notes/3/delete', as('api'))).status).toBe(404);
    expect((await call('POST', '/admin/notes/3/delete', as('internal'))).status).toBe(404);
    expect((await call('GET', '/internal/notes', as('api'))).status).toBe(404);
    expect((await call('GET', '/api/v1/notes', as('admin'))).status).toBe(404);
  });
});

describe('a service client', () => {
  const clientOf = (target: string, deadlineMs = 1_000) =>
    serviceClient({ context: 'jobs', url: target, secret: 'secret', now: () => NOW, deadlineMs });

  it('reads on behalf of the caller', async () => {
    const client = clientOf(url);

    expect(await client.read('/internal/notes', caller)).toEqual([{ companyId: 7 }]);
    expect(await client.read('/internal/absent', caller)).toBeUndefined();
    await client.close();
  });

  it('fails when the service does not answer in time', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const client = clientOf(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, 50);

    await expect(client.read('/internal/notes', caller)).rejects.toThrow();
    await client.close();
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('stops asking a service that keeps failing', async () => {
    const client = clientOf('http://127.0.0.1:1');
    for (let asked = 0; asked < 5; asked += 1) {
      await expect(client.read('/internal/notes', caller)).rejects.toThrow();
    }

    await expect(client.read('/internal/notes', caller)).rejects.toMatchObject({
      code: 'EOPENBREAKER',
    });
    await client.close();
  });
});
