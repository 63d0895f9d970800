import { Agent, request } from 'node:http';
import { MAX_BULK_OPERATIONS } from '@svc/contracts';
import { JOB_TO_CREATE } from '../seed';

export interface Disturbance {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
}

const ABANDONED_AFTER_MS = 20;

const bulk = (job_description: string) => ({
  method: 'POST',
  path: '/api/v1/jobs?action=bulk',
  body: JSON.stringify({
    operations: Array.from({ length: MAX_BULK_OPERATIONS }, () => ({
      method: 'POST',
      body: { ...JOB_TO_CREATE, job_description },
    })),
  }),
});

const REQUESTS = [
  bulk(JOB_TO_CREATE.job_description),
  { method: 'GET', path: '/api/v1/jobs?per_page=100', body: undefined },
  // 1 MiB: a description has at most ten thousand characters.
  bulk('x'.repeat(10_000)),
];

/** Sends a company's most expensive requests, abandons every second one, and returns how many it sent. */
export async function disturb({ port, key, connections, seconds }: Disturbance): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const endsAt = performance.now() + seconds * 1_000;
  let sent = 0;
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const { method, path, body } = REQUESTS[sent % REQUESTS.length] ?? {};
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const sending = request({ agent, host: '127.0.0.1', port, method, path, headers });
      sending
        .on('response', (response) => response.resume())
        .on('error', () => undefined)
        .once('close', resolve)
        .end(body);
      if (sent % 2 === 1) setTimeout(() => sending.destroy(), ABANDONED_AFTER_MS);
      sent += 1;
    });
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) await send();
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return sent;
}
