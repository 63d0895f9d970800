import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface AService {
  readonly url: string;
  readonly seen: ReceivedRequest[];
  behave(listener: RequestListener): void;
  behaveWell(): void;
  close(): Promise<void>;
}

/** Responds with 200 or 201 and the request's id, and records what it saw. */
export async function aService(): Promise<AService> {
  const seen: ReceivedRequest[] = [];
  const wellBehaved: RequestListener = (request, response) => {
    const requestId = request.headers['x-request-id'];
    const status = request.method === 'POST' ? 201 : 200;
    const body = JSON.stringify({ success: true, data: { n: seen.length }, request_id: requestId });
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
  let listener = wellBehaved;
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      listener(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    behave: (next) => void (listener = next),
    behaveWell: () => void (listener = wellBehaved),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
