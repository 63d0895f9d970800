import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { dataDir, type Api } from './platform';

export interface Received {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly signature: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  urlOf(path: string): string;
  at(path: string): readonly Received[];
  close(): Promise<void>;
}

/** Responds 200 unless the path has another status. */
export async function startReceiver(
  statusOf: (path: string) => number = () => 200,
): Promise<Receiver> {
  const received = new Map<string, Received[]>();
  const read = (name: string): string => readFileSync(join(dataDir(), name), 'utf8');
  const server = createServer(
    { key: read('receiver.key'), cert: read('receiver.pem') },
    async (incoming, outgoing) => {
      const { url: path = '', headers } = incoming;
      const body = Buffer.concat(await incoming.toArray()).toString();
      const all = received.get(path) ?? [];
      received.set(path, all);
      all.push({
        eventId: String(headers['x-svc-event-id']),
        deliveryId: String(headers['x-svc-delivery-id']),
        signature: String(headers['x-svc-signature']),
        headers,
        body,
      });
      outgoing.writeHead(statusOf(path)).end(`Received at ${path}`);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path) => `https://127.0.0.1:${port}${path}`,
    at: (path) => received.get(path) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const subscribe = async (api: Api, target_url: string, event: string) =>
  (await api.post('hooks.php', { target_url, event })).body as {
    readonly id: number;
    readonly secret: string;
  };
