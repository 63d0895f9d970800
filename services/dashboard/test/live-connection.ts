import { get, type IncomingMessage } from 'node:http';
import { CONTEXT_HEADER, REQUEST_ID_HEADER } from '@svc/contracts';
import { createGatewayToken, type Json, type TestBrowser } from './browser';

export interface LiveMessage {
  readonly event: string;
  readonly data: Json;
}

export interface LiveConnection {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly messages: LiveMessage[];
  /** Counts comments, which only keep the connection alive. */
  heartbeats(): number;
  hasEnded(): boolean;
  close(): void;
}

const EVENT = /^event: (\w+)\ndata: (.*)$/;

export async function listenLive(
  url: string,
  { cookies }: Pick<TestBrowser, 'cookies'>,
  now: Date,
  path = '/dashboard/api/live',
): Promise<LiveConnection> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      [CONTEXT_HEADER]: createGatewayToken(now),
      [REQUEST_ID_HEADER]: 'req_1',
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'fsm.example',
      'x-unattended': 'true',
      'cookie': [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    get(`${url}${path}`, { headers, agent: false }, resolve).once('error', reject);
  });
  const messages: LiveMessage[] = [];
  let heartbeats = 0;
  let hasEnded = false;
  let begun = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${begun}${text}`.split('\n\n');
    begun = parts.pop() ?? '';
    for (const part of parts) {
      const [, event, data] = EVENT.exec(part) ?? [];
      if (event && data) messages.push({ event, data: JSON.parse(data) });
      else heartbeats += 1;
    }
  });
  response.once('close', () => (hasEnded = true)).on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    heartbeats: () => heartbeats,
    hasEnded: () => hasEnded,
    close: () => void response.destroy(),
  };
}
