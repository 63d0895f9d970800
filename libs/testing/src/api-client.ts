import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller, ServiceName } from '@svc/contracts';
import { Agent, request } from 'undici';
import { createCaller } from './create-caller';
import { createHeaderSigner } from './signed-headers';

export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Body;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type WithBody = <Body = unknown>(
  pathAndQuery: string,
  body?: unknown,
) => Promise<ApiResponse<Body>>;

export interface ApiClient {
  get<Body = unknown>(pathAndQuery: string): Promise<ApiResponse<Body>>;
  readonly post: WithBody;
  readonly put: WithBody;
  readonly patch: WithBody;
  /** Text and bytes are sent unchanged. */
  send<Body = unknown>(
    method: Method,
    pathAndQuery: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiResponse<Body>>;
  as(overrides: Partial<Caller>): ApiClient;
  close(): Promise<void>;
}

export interface ApiClientOptions {
  /** A Koa app, or its URL. */
  readonly app: { callback(): RequestListener } | string;
  readonly audience: ServiceName;
  readonly caller?: Caller;
  readonly now?: () => Date;
}

/** Signs as the gateway does. */
export function createApiClient({
  app,
  audience,
  caller = createCaller(),
  now = () => new Date(),
}: ApiClientOptions): ApiClient {
  const host =
    typeof app === 'string'
      ? { url: async () => app, close: async () => undefined }
      : createHost(app);
  const dispatcher = new Agent();
  const signHeaders = createHeaderSigner();
  const clientFor = (each: Caller): ApiClient => {
    async function send<Body>(
      method: Method,
      pathAndQuery: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ) {
      const response = await request(new URL(pathAndQuery, await host.url()), {
        dispatcher,
        method,
        headers: {
          ...signHeaders(each, { audience, method, pathAndQuery, now: now() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: encode(body),
      });
      const text = await response.body.text();
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: (isJson ? JSON.parse(text) : text) as Body,
      };
    }
    return {
      get: (pathAndQuery) => send('GET', pathAndQuery),
      post: (pathAndQuery, body) => send('POST', pathAndQuery, body),
      put: (pathAndQuery, body) => send('PUT', pathAndQuery, body),
      patch: (pathAndQuery, body) => send('PATCH', pathAndQuery, body),
      send,
      as: (overrides) => clientFor({ ...each, ...overrides }),
      async close() {
        await dispatcher.close();
        await host.close();
      },
    };
  };
  return clientFor(caller);
}

const encode = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    ? body
    : JSON.stringify(body);

/** Does not keep a test run alive. */
function createHost(app: { callback(): RequestListener }) {
  let listening: Promise<Server> | undefined;
  const listen = () =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer(app.callback());
      // Only the client closes connections, never during a request.
      server.keepAliveTimeout = 0;
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(server.unref()));
    });
  return {
    async url() {
      listening ??= listen();
      const { port } = (await listening).address() as AddressInfo;
      return `http://127.0.0.1:${port}`;
    },
    async close() {
      const server = await listening;
      listening = undefined;
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    },
  };
}
