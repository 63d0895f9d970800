import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  CONTEXT_HEADER,
  CONTEXTS,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  type ProcessName,
  type CallerToken,
} from '@svc/contracts';
import { createServiceClient, type ServiceClient } from '@svc/http';
import { getTestTrust } from '@svc/testing';
import type { OwnerClients } from '../src/owners/owners';

const OWNERS = [...CONTEXTS, 'gateway'] as const;

export interface ReceivedCall {
  readonly owner: ProcessName;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly statement: CallerToken;
  /** Idempotency key and expected versions. */
  readonly demands: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly status?: number;
  readonly body: object;
}

/** Stands in for the other processes as one small HTTP server that trusts the dashboard. */
export interface Neighbours {
  readonly clients: OwnerClients;
  readonly received: ReceivedCall[];
  /** Calls in short form: `jobs PUT /api/v1/jobs?id=1 {"job_title":"…"}`. */
  calls(): readonly string[];
  /** Sets the response of a call such as `GET /admin/endpoints`; all others are 404. */
  respond(call: string, reply: (received: ReceivedCall) => Reply | Promise<Reply>): void;
  respondWith(call: string, body: object, status?: number): void;
  /** Sets the response of all calls without one. */
  respondToAllWith(body: object, status: number): void;
  close(): Promise<void>;
}

export async function createNeighbours(now: () => Date): Promise<Neighbours> {
  const trusts = OWNERS.map((owner) => getTestTrust(owner));
  const replies = new Map<string, (received: ReceivedCall) => Reply | Promise<Reply>>();
  const received: ReceivedCall[] = [];
  let otherwise: () => Reply = notFound;
  const server = createServer((request, response) => {
    void (async () => {
      const header = String(request.headers[CONTEXT_HEADER]);
      const [statement] = trusts.flatMap(({ verify }) => verify(header, now().getTime()) ?? []);
      const { method = '', url: path = '' } = request;
      const given = await text(request);
      const body: unknown = given === '' ? undefined : JSON.parse(given);
      const { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: idempotencyKey, 'if-match': ifMatch } =
        request.headers;
      const demands = { idempotencyKey, ifMatch };
      const call = statement && {
        owner: statement.audience,
        method,
        path,
        body,
        statement,
        demands,
      };
      if (call) received.push(call);
      const reply = replies.get(`${method} ${path.split('?', 1)[0]}`) ?? otherwise;
      const { status = 200, body: content } = call ? await reply(call) : unauthorized;
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ success: status < 300, ...content, request_id: 'req_1' }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trust = getTestTrust('dashboard');
  const clients = Object.fromEntries(
    OWNERS.map((context) => [
      context,
      createServiceClient({ context, url, trust, now, connections: 64, deadlineMs: 10_000 }),
    ]),
  ) as Record<(typeof OWNERS)[number], ServiceClient>;
  return {
    clients,
    received,
    calls: () =>
      received.map(({ owner, method, path, body }) =>
        [owner, method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' '),
      ),
    respond: (call, reply) => void replies.set(call, reply),
    respondWith: (call, body, status = 200) => void replies.set(call, () => ({ status, body })),
    respondToAllWith(body, status) {
      otherwise = () => ({ status, body });
    },
    async close() {
      await Promise.all(Object.values(clients).map((client) => client.close()));
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const notFound = (): Reply => ({
  status: 404,
  body: { error: 'not_found', message: 'Nothing is there.' },
});

const unauthorized: Reply = {
  status: 401,
  body: { error: 'unauthorized', message: 'The call has no valid caller token.' },
};
