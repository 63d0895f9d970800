import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { BODY_LIMIT_BYTES } from '@svc/contracts';
import type { Send } from '@svc/sdk';
import { createServer, type Offer } from './create-server';

const HOST = '127.0.0.1';
const PATH = '/mcp';
/** The envelope of a call is around the body of the API's. */
const REQUEST_LIMIT_BYTES = 2 * BODY_LIMIT_BYTES;

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
const BEARER = /^Bearer ([\x21-\x7e]{1,255})$/;

interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

/**
 * Serves HTTP on this machine alone. No state is kept between requests: each brings its key, so that
 * no session can be entered with another one's id.
 */
export async function listen(
  port: number,
  offer: Offer,
  sendOf: (apiKey: string) => Send,
): Promise<Server> {
  const http = createHttpServer((request, response) => {
    const refusal = refusalOf(request);
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (refusal) return refuse(response, refusal);
    if (key === undefined) return refuse(response, UNAUTHORIZED);
    answer(request, response, offer, sendOf(key)).catch(() => {
      // The connection has failed, or the answer could not be made: nobody is left to be told why.
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, HOST, resolve);
  });
  return http;
}

async function answer(
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
  message: 'Authorization must be: Bearer, and an API key.',
};

function refusalOf({ method, url, headers }: IncomingMessage): Refusal | undefined {
  const { host = '', origin } = headers;
  // A page of another site could reach this address through a name of its own (DNS rebinding).
  if (!LOCAL.test(host)) return { status: 403, message: 'Host must be this machine.' };
  if (origin !== undefined && !LOCAL.test(origin.replace(/^https?:\/\//, ''))) {
    return { status: 403, message: 'Origin must be this machine.' };
  }
  if (url !== PATH) return { status: 404, message: `There is only ${PATH}.` };
  if (method === 'POST') return undefined;
  return {
    status: 405,
    headers: { Allow: 'POST' },
    message: 'There are no sessions to listen to.',
  };
}

function refuse(response: ServerResponse, { status, headers, message }: Refusal): void {
  const error = { code: -32_000, message };
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}
