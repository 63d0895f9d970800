import { setTimeout as delay } from 'node:timers/promises';
import { createRun, statement } from '@svc/database';
import { withClient } from '@svc/local-servers';
import type { Bench, CompanySizes } from '../measurement';
import type { Arrival, Arrived, ReceiversRequest } from '../servers/webhook-receivers';

export interface Receivers {
  readonly pid: number;
  readonly urls: readonly string[];
  forget(): Promise<void>;
  count(): Promise<Arrived>;
  arrived(deliveries: number): Promise<void>;
  list(): Promise<readonly Arrival[]>;
}

const ARRIVED_MS = 120_000;
const LOOK_EVERY_MS = 50;

export async function withReceivers<Result>(
  bench: Bench,
  { answering, silent = 0 }: { readonly answering: number; readonly silent?: number },
  run: (receivers: Receivers) => Promise<Result>,
): Promise<Result> {
  const role = bench.start('webhook-receivers');
  const request = <Result>(body: ReceiversRequest): Promise<Result> => role.request<Result>(body);
  try {
    const { certificate } = bench.receivers;
    const ports = await request<number[]>({ start: { certificate, answering, silent } });
    const count = (): Promise<Arrived> => request({ count: true });
    return await run({
      pid: role.pid,
      urls: ports.map((port) => `https://127.0.0.1:${port}/`),
      async forget() {
        await request({ forget: true });
      },
      count,
      async arrived(deliveries) {
        const deadline = Date.now() + ARRIVED_MS;
        while ((await count()).deliveries < deliveries) {
          if (Date.now() > deadline) throw new Error('Webhooks did not arrive.');
          await delay(LOOK_EVERY_MS);
        }
      },
      list: () => request({ list: true }),
    });
  } finally {
    await role.stop();
  }
}

export async function withEndpoints<Result>(
  { platform }: Bench,
  company: keyof CompanySizes,
  urls: readonly string[],
  run: (endpointIds: readonly number[]) => Promise<Result>,
): Promise<Result> {
  const endpoints = `/companies/${company}/webhooks/endpoints`;
  const ids: number[] = [];
  try {
    for (const url of urls) {
      const body = { url, events: ['job.updated'] };
      ids.push((await platform.admin<{ id: number }>('POST', endpoints, body)).id);
    }
    return await run(ids);
  } finally {
    for (const id of ids) await platform.admin('DELETE', `${endpoints}/${id}`);
  }
}

export interface LoggedEvent {
  readonly eventId: string;
  readonly jobId: number;
  readonly dueAt: number;
}

const LOGGED = statement<{ companyId: number }, LoggedEvent>()(
  'logged_events',
  `select e.id as "eventId", e.record_id::float8 as "jobId",
     extract(epoch from min(d.created_at))::float8 * 1000 as "dueAt"
   from webhooks.events e
   join webhooks.deliveries d
     on d.company_id = e.company_id and d.event_id = e.id and d.day = e.day
   where e.company_id = :companyId group by 1, 2`,
);

export const readLoggedEvents = ({ platform }: Bench, companyId: number): Promise<LoggedEvent[]> =>
  withClient(platform.databaseUrl, (db) => createRun(db)(LOGGED, { companyId }));
