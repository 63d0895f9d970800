import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { MAX_BODY_BYTES } from '@svc/contracts';
import { ApiError, type Send } from '@svc/sdk';
import { createServer, type Offer } from './create-server';

const HOST = '127.0.0.1';
const PATH = '/mcp';
/** Room for the envelope around an API body. */
const REQUEST_LIMIT_BYTES = 2 * MAX_BODY_BYTES;

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
const BEARER = /^Bearer ([\x21-\x7e]{1,255})$/;

interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Listens on 127.0.0.1 only. It has no sessions, which another key could hijack. */
export async function startHttpServer(
  port: number,
  readOffer: (apiKey: string) => Promise<Offer>,
  sendOf: (apiKey: string) => Send,
): Promise<Server> {
  const http = createHttpServer((request, response) => {
    const refusal = refusalOf(request);
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (refusal) return refuse(response, refusal);
    if (key === undefined) return refuse(response, UNAUTHORIZED);
    readOffer(key)
      .then(
        (offer) => handleRequest(request, response, offer, sendOf(key)),
        (error: unknown) => refuse(response, toRefusal(error)),
      )
      .catch(() => {
        // The connection is broken, so no error can be sent.
        response.destroy();
      });
  });
  http.listen(port, HOST);
  await once(http, 'listening');
  return http;
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  offer: Offer,
  send: Send,
): Promise<void> {
  const server = createServer(offer, send);
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: REQUEST_LIMIT_BYTES,
  });
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

const UNAUTHORIZED: Refusal = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Bearer' },
  message: 'Send your API key as Authorization: Bearer KEY.',
};

function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { status: 502, message: 'The API does not respond.' };
  const { status, body } = error;
  return { ...(status === 401 && UNAUTHORIZED), status, message: body.message };
}

function refusalOf({ method, url, headers }: IncomingMessage): Refusal | undefined {
  const { host = '', origin } = headers;
  // Prevents DNS rebinding by other sites.
  if (!LOCAL.test(host))
    return { status: 403, message: 'Only requests to 127.0.0.1 or localhost are accepted.' };
  if (origin !== undefined && !LOCAL.test(origin.replace(/^https?:\/\//, ''))) {
    return { status: 403, message: 'Pages of other sites are rejected.' };
  }
  if (url !== PATH) return { status: 404, message: `Not found. The server is at ${PATH}.` };
  if (method === 'POST') return undefined;
  return {
    status: 405,
    headers: { Allow: 'POST' },
    message: 'Sessions are not supported; use POST.',
  };
}

function refuse(response: ServerResponse, { status, headers, message }: Refusal): void {
  const error = { code: -32_000, message };
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}
