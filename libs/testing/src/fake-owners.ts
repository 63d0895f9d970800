import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { CONTEXT_HEADER, REQUEST_ID_HEADER, type Caller, type Context } from '@svc/contracts';
import { createServiceClient, type ServiceClient } from '@svc/http';
import { getTestTrust } from './signed-headers';

type StoredRecord = Readonly<Record<string, unknown>>;

/** Stands in for the contexts whose records a service refers to. */
export interface FakeOwners<Owner extends Context> {
  readonly clients: Readonly<Record<Owner, ServiceClient>>;
  store(path: string, companyId: number, id: number, record: StoredRecord): void;
  /** By path, for calls that are no reads. */
  readonly handlers: Map<string, (body: never, caller: Caller) => Reply>;
  readonly requests: { readonly url: string; readonly caller: Caller }[];
  /** When false, reads fail with 503. */
  isUp: boolean;
  /** Delays all responses until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

const LATEST = '/latest';

export async function startFakeOwners<Owner extends Context>(
  contexts: readonly Owner[],
  now: () => Date,
): Promise<FakeOwners<Owner>> {
  const recordsByPath = new Map<string, Map<number, StoredRecord>>();
  const requests: FakeOwners<Owner>['requests'] = [];

  const getRecords = (path: string, companyId: number): Map<number, StoredRecord> => {
    const key = `${companyId} ${path}`;
    const records = recordsByPath.get(key) ?? new Map<number, StoredRecord>();
    recordsByPath.set(key, records);
    return records;
  };

  function findData({ pathname, searchParams }: URL, { companyId }: Caller): unknown {
    const isLatest = pathname.endsWith(LATEST);
    const records = getRecords(isLatest ? pathname.slice(0, -LATEST.length) : pathname, companyId);
    const ids = searchParams.get('ids')?.split(',').map(Number);
    if (ids) return ids.map((id) => records.get(id)).filter((record) => record !== undefined);
    const inOrder = [...records].sort(([one], [other]) => one - other);
    if (isLatest) return inOrder.at(-1)?.[1];
    const after = Number(searchParams.get('after'));
    const limit = Number(searchParams.get('limit'));
    return inOrder
      .filter(([id]) => id > after)
      .slice(0, limit)
      .map(([, record]) => record);
  }

  const trusts = contexts.map((context) => getTestTrust(context));
  const standIn = { isUp: true };
  let held = Promise.resolve();
  const handlers: FakeOwners<Owner>['handlers'] = new Map();
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const header = String(request.headers[CONTEXT_HEADER]);
    const [token] = trusts.flatMap(({ verify }) => verify(header, now().getTime()) ?? []);
    if (token?.reach !== 'internal') return send(response, 401, []);
    const { reach, companyId, zone, country, actor, scopes } = token;
    const requestId = String(request.headers[REQUEST_ID_HEADER]);
    const caller = { reach, companyId, zone, country, actor, scopes, requestId };
    requests.push({ url: request.url ?? '', caller });
    await held;
    if (!standIn.isUp) return send(response, 503, []);
    const call = handlers.get(request.url ?? '');
    if (call && request.method !== 'GET') {
      const reply = call((await json(request)) as never, caller);
      return sendBody(response, reply.status, reply.body);
    }
    const url = new URL(request.url ?? '', 'http://owner');
    if (request.method === 'POST') {
      const { ids } = (await json(request)) as { ids: string };
      const records = getRecords(url.pathname, caller.companyId);
      const existing = ids
        .split(',')
        .map(Number)
        .filter((id) => records.has(id));
      return send(response, 200, existing);
    }
    const data = findData(url, caller);
    return send(response, data === undefined ? 404 : 200, data);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const url = `http://127.0.0.1:${port}`;
  // Owners treat all other contexts alike.
  const trust = getTestTrust('webhooks');
  const clients = Object.fromEntries(
    contexts.map((context) => [context, createServiceClient({ context, url, trust, now })]),
  ) as Record<Owner, ServiceClient>;
  return Object.assign(standIn, {
    clients,
    handlers,
    requests,
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    store: (path: string, companyId: number, id: number, record: StoredRecord) =>
      void getRecords(path, companyId).set(id, record),
    async close() {
      await Promise.all(Object.values<ServiceClient>(clients).map((client) => client.close()));
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const send = (response: ServerResponse, status: number, data: unknown): void =>
  sendBody(response, status, { success: status === 200, data });

const sendBody = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
