import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../src/send';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The connection is closed instead of a response. */
  readonly breaks?: true;
}

export interface StandIn {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** Sends the n-th response to the n-th request, and repeats the last one. */
export async function standIn(answerTo: (asked: Asked, n: number) => Answer): Promise<StandIn> {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const body = Buffer.concat(await incoming.toArray()).toString();
    const one = { method, url, headers, body };
    asked.push(one);
    const answer = answerTo(one, asked.length - 1);
    if (answer.breaks) return void incoming.socket.destroy();
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    outgoing.writeHead(answer.status ?? 200, answer.headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const refusal = (status: number, error: string, details: object = {}): Answer => ({
  status,
  body: { success: false, error, message: 'No.', ...details, request_id: 'req_1' },
});

export function fakeClock(): Clock & { readonly pauses: readonly number[] } {
  const pauses: number[] = [];
  let now = 0;
  return {
    pauses,
    now: () => now,
    wait: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
    random: () => 1,
  };
}
