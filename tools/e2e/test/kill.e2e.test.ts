import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import { AckPolicy, connect, DeliverPolicy, nanos } from 'nats';
import { aJob, givenCompany, runFile, type Api } from './platform';

const RETRY_MS = 25;

/** Writes until told to stop; what was acknowledged must be there afterwards. */
function keepWriting(api: Api, locationId: number | undefined, label: string) {
  const acknowledged: number[] = [];
  let isStopped = false;
  const write = async (title: string): Promise<boolean> => {
    try {
      const { status, body } = await api.post('jobs', aJob(locationId, title));
      if (status === 201) acknowledged.push((body['data'] as { job_id: number }).job_id);
      return status === 201;
    } catch {
      // The connection broke: nothing was acknowledged.
      return false;
    }
  };
  const work = async (worker: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      if (!(await write(`${label} ${worker}-${count}`))) await pause(RETRY_MS);
    }
  };
  const working = Promise.all([1, 2, 3, 4].map(work));
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

/** The jobs that the API lists. */
async function listed(api: Api): Promise<Set<number>> {
  const jobs = new Set<number>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await api.get(`jobs?per_page=100&page=${page}`);
    for (const { job_id } of body['data'] as { job_id: number }[]) jobs.add(job_id);
    pages = (body['pagination'] as { total_pages: number }).total_pages;
  }
  return jobs;
}

const BATCH = 500;

/** The jobs that the stream says were created, for a company. */
async function announced(companyId: number): Promise<Set<number>> {
  const nats = await connect({ servers: runFile().nats.url });
  const manager = await nats.jetstreamManager();
  const { name, num_pending: events } = await manager.consumers.add('FSM', {
    filter_subject: 'fsm.jobs.job.created',
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    inactive_threshold: nanos(60_000),
  });
  const consumer = await nats.jetstream().consumers.get('FSM', name);
  const jobs = new Set<number>();
  for (let read = 0; read < events;) {
    const wanted = Math.min(BATCH, events - read);
    for await (const message of await consumer.fetch({ max_messages: wanted, expires: 5_000 })) {
      const event = message.json<{ companyid: number; subject: string }>();
      if (event.companyid === companyId) jobs.add(Number(event.subject));
      read += 1;
    }
  }
  await nats.close();
  return jobs;
}

const VICTIMS = ['jobs', 'gateway', 'customers', 'nats', 'postgres', 'nats and jobs'] as const;

const processesOf = (victim: (typeof VICTIMS)[number]): number[] => {
  const { services, nats, postgres } = runFile();
  const pids: Record<string, number | undefined> = {
    ...Object.fromEntries(Object.entries(services).map(([name, { pid }]) => [name, pid])),
    nats: nats.pid,
    postgres: postgres.pid,
  };
  return victim.split(' and ').map((name) => Number(pids[name]));
};

const moreThan = (count: number, jobs: readonly number[]): Promise<void> =>
  eventually(() => expect(jobs.length).toBeGreaterThan(count), { within: 60_000 });

describe('kill -9 during writes', () => {
  it.each(VICTIMS)('of %s loses no acknowledged write and no event', async (victim) => {
    const { api, ids } = await givenCompany(`kill-${victim.replaceAll(' ', '-')}`);
    const writing = keepWriting(api, ids.customer_locations['shop'], victim);
    try {
      await moreThan(50, writing.acknowledged);
      const killed = processesOf(victim);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      await eventually(
        () => expect(processesOf(victim).filter((pid) => killed.includes(pid))).toEqual([]),
        { within: 60_000 },
      );
      await moreThan(writing.acknowledged.length + 50, writing.acknowledged);
      await eventually(async () => expect((await api.get('customers')).status).toBe(200), {
        within: 60_000,
      });
    } finally {
      await writing.stop();
    }

    const kept = await listed(api);
    expect(writing.acknowledged.filter((job) => !kept.has(job))).toEqual([]);
    await eventually(
      async () => {
        const jobs = await announced(ids.company_id);
        expect(writing.acknowledged.filter((job) => !jobs.has(job))).toEqual([]);
      },
      { within: 30_000 },
    );
  });
});
