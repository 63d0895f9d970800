import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ERROR_STATUS, SCOPES, WEBHOOK_EVENTS } from '@svc/contracts';
import { createSend } from '@svc/sdk';
import { startHttpServer } from '../src/listen';
import { createOffers } from '../src/offers';
import { createTools } from '../src/tools';
import { ANSWERS, BODIES, DOCUMENT } from './the-document';

const KEY = 'svc_test_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

const SCOPES_BY_KEY: ReadonlyMap<string, object> = new Map(
  Object.entries({ [KEY]: SCOPES, svc_test_other: SCOPES, svc_test_jobs: ['jobs:read'] }).map(
    ([key, scopes]) => [key, { success: true, data: { scopes }, request_id: 'req_1' }],
  ),
);

interface Asked {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let api: Server;
let asked: Asked[];
let http: Server;
let port: number;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  api = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const line = `${method} ${url}`;
    const body = Buffer.concat(await incoming.toArray()).toString();
    if (line !== 'GET /api/v1/key') asked.push({ line, headers, body });
    const missing = { success: false, error: 'not_found', message: 'No.', request_id: 'req_1' };
    const answers: Readonly<Record<string, object | undefined>> = {
      'GET /api/v1/key': SCOPES_BY_KEY.get(String(headers['x-api-key'])),
      'GET /api/v1/jobs?id=1': ANSWERS['getJob']?.value,
      'GET /api/v1/jobs?page=2&status=Assigned': ANSWERS['listJobs']?.value,
      'POST /api/v1/jobs': ANSWERS['createJob']?.value,
    };
    const found = answers[line];
    const refused = line.endsWith('/key') ? 401 : 404;
    outgoing.writeHead(found ? 200 : refused).end(JSON.stringify(found ?? missing));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${portOf(api)}`;
  const sendOf = (apiKey: string) => createSend({ baseUrl, apiKey });
  http = await startHttpServer(0, createOffers(DOCUMENT, sendOf), sendOf);
  port = portOf(http);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  for (const server of [http, api]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function connected(key = KEY): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

const call = async (client: Client, name: string, given: Record<string, unknown>) => {
  const { isError = false, content } = (await client.callTool({
    name,
    arguments: given,
  })) as unknown as Result;
  return { isError, text: content[0]?.text ?? '' };
};

it('offers tools, and makes calls with the key of the request', async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(createTools(DOCUMENT, SCOPES).size);
  const job = await call(client, 'getJob', { id: 1 });
  expect([job.isError, JSON.parse(job.text)]).toEqual([false, ANSWERS['getJob']?.value]);
  const other = await connected('svc_test_other');
  const trimmed = await call(other, 'listJobs', {
    status: 'Assigned',
    page: 2,
    fields: ['job_id'],
  });
  expect(Object.keys(JSON.parse(trimmed.text).data[0])).toEqual(['job_id']);
  const body = BODIES['createJob']?.value;
  expect((await call(client, 'createJob', { body })).isError).toBe(false);

  expect(asked.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, 'svc_test_other', KEY]);
  expect(asked[2]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(String(asked[2]?.body))).toEqual(body);
});

it('offers a key what its scopes allow, and a refused key nothing', async () => {
  const { tools } = await (await connected('svc_test_jobs')).listTools();

  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    ...[...createTools(DOCUMENT, ['jobs:read']).keys()].toSorted(),
  ]);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['listJobs', 'getKey']));
  await expect(connected('svc_test_revoked')).rejects.toThrow('"message":"No."');
});

async function textOf(client: Client, uri: string, mimeType: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  expect(contents).toEqual([{ uri, mimeType, text: expect.any(String) }]);
  return String((contents[0] as { readonly text: string }).text);
}

it('has the guide, whole and by section, the events, and the document as resources', async () => {
  const client = await connected();
  const { resources } = await client.listResources();
  const sizes = new Map<string, unknown>();
  for (const { uri, mimeType } of resources) {
    const text = await textOf(client, uri, String(mimeType));
    sizes.set(uri, Buffer.byteLength(text));
    expect(text).not.toBe('');
  }
  expect(resources.map(({ uri, size }) => [uri, size])).toEqual([...sizes]);

  const guide = await textOf(client, 'field-service://guide', 'text/markdown');
  expect(guide).toContain('## Idempotency');
  const errors = await textOf(
    client,
    'field-service://guide/responses-and-errors',
    'text/markdown',
  );
  expect(errors).toMatch(/^## Responses and errors\n/);
  for (const code of Object.keys(ERROR_STATUS)) expect(errors).toContain(`\`${code}\``);
  expect(errors).not.toContain('## Limits');
  const events = await textOf(client, 'field-service://events', 'text/markdown');
  for (const event of WEBHOOK_EVENTS) expect(events).toContain(`\`${event}\``);
  const document = await textOf(client, 'field-service://openapi.json', 'application/json');
  expect(JSON.parse(document)).toEqual(DOCUMENT);
});

it('has each operation and each event by its name, without a reference to look up', async () => {
  const client = await connected();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'field-service://operations/{name}',
    'field-service://events/{name}',
  ]);
  for (const name of ['operations/createJob', 'events/job.assigned']) {
    const text = await textOf(client, `field-service://${name}`, 'application/json');
    expect(text).not.toContain('$ref');
    expect(text).toContain('"job_title"');
  }
  for (const name of ['operations/constructor', 'events/constructor', 'events/', 'guide/']) {
    await expect(client.readResource({ uri: `field-service://${name}` })).rejects.toThrow(
      'Unknown resource',
    );
  }

  const completed = async (uri: string, value: string) =>
    (
      await client.complete({
        ref: { type: 'ref/resource', uri },
        argument: { name: 'name', value },
      })
    ).completion.values;
  expect(await completed('field-service://operations/{name}', 'createJ')).toEqual(['createJob']);
  expect(await completed('field-service://events/{name}', 'job.a')).toEqual(['job.assigned']);
  expect(await completed('field-service://others/{name}', '')).toEqual([]);
});

it("answers with the API's refusal, which the model can read", async () => {
  const { isError, text } = await call(await connected(), 'getJob', { id: 2 });
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ error: 'not_found', request_id: 'req_1' });
  expect(text).not.toContain(KEY);
});

it.each([
  ['an unknown argument', 'getJob', { id: 1, colour: 'red' }, 'getJob has no argument "colour"'],
  ['a missing id', 'getJob', {}, 'getJob needs id.'],
  ['a missing body', 'createJob', {}, 'createJob needs body.'],
  ['a body that is a list', 'createJob', { body: [] }, 'body must be an object.'],
  ['fields that are none', 'getJob', { id: 1, fields: 'job_id' }, 'fields must be a list'],
  ['too many fields', 'getJob', { id: 1, fields: Array(101).fill('a') }, 'fields must be a list'],
])('explains %s without a request', async (_, name, given, why) => {
  const { isError, text } = await call(await connected(), name, given);
  expect([isError, text]).toEqual([true, expect.stringContaining(why)]);
  expect(asked).toEqual([]);
});

it('knows no tool and no resource by another name', async () => {
  const client = await connected();
  await expect(call(client, 'deleteEverything', {})).rejects.toThrow('Unknown tool');
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(
    'Unknown resource',
  );
});

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** `fetch` cannot send another Host. */
const statusOf = (headers: Record<string, string>, path = '/mcp', method = 'POST') =>
  new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode);
    });
    outgoing.once('error', reject).end(method === 'POST' ? LIST : undefined);
  });

const HEADERS = {
  'Authorization': `Bearer ${KEY}`,
  'Content-Type': 'application/json',
  'Accept': 'application/json, text/event-stream',
};

it.each([
  ['a request as it should be', {}, 200],
  ['a page of this machine', { Origin: 'http://localhost:3000' }, 200],
  ["another site's page", { Origin: 'https://evil.example' }, 403],
  ['a page without an origin', { Origin: 'null' }, 403],
  ['an origin that looks like this machine', { Origin: 'http://localhost.evil.example' }, 403],
  ['another name of this machine', { Host: 'evil.example' }, 403],
  ['no key', { Authorization: '' }, 401],
  ['another kind of key', { Authorization: 'Basic c3Zj' }, 401],
])('answers %s', async (_, headers, status) => {
  expect(await statusOf({ ...HEADERS, ...headers })).toBe(status);
});

it('has one path and one method', async () => {
  expect(await statusOf(HEADERS, '/')).toBe(404);
  expect(await statusOf(HEADERS, '/mcp', 'GET')).toBe(405);
  expect(await statusOf(HEADERS, '/mcp', 'DELETE')).toBe(405);
});
