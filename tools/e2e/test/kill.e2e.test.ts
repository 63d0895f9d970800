import { eventually } from '@svc/testing';
import { connect, DeliverPolicy } from 'nats';
import { aJob, givenCompany, runFile, type Api } from './platform';

/** Writes until told to stop; what was acknowledged must be there afterwards. */
function keepWriting(api: Api, locationId: number | undefined, label: string) {
  const acknowledged: number[] = [];
  let isStopped = false;
  const worker = async (name: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      try {
        const { status, body } = await api.post(
          'jobs',
          aJob(locationId, `${label} ${name}-${count}`),
        );
        if (status === 201) acknowledged.push((body['data'] as { job_id: number }).job_id);
      } catch {
        // The connection broke: nothing was acknowledged, and the next attempt tells how it goes on.
      }
    }
  };
  const workers = [1, 2, 3, 4].map(worker);
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await Promise.all(workers);
    },
  };
}

/** The jobs that the stream says were created, for a company. */
async function announced(companyId: number): Promise<Set<number>> {
  const nats = await connect({ servers: runFile().nats.url });
  const consumer = await nats.jetstream().consumers.get('FSM', {
    filterSubjects: 'fsm.jobs.job.created',
    deliver_policy: DeliverPolicy.All,
  });
  const jobs = new Set<number>();
  let { num_pending: left } = await consumer.info();
  while (left > 0) {
    for await (const message of await consumer.fetch({ max_messages: 500, expires: 1_000 })) {
      const event = message.json<{ companyid: number; subject: string }>();
      if (event.companyid === companyId) jobs.add(Number(event.subject));
      left = message.info.pending;
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

describe('kill -9 during writes', () => {
  it.each(VICTIMS)('of %s loses no acknowledged write and no event', async (victim) => {
    const { api, ids } = await givenCompany(`kill-${victim.replaceAll(' ', '-')}`);
    const writing = keepWriting(api, ids.customer_locations['shop'], victim);
    await eventually(() => expect(writing.acknowledged.length).toBeGreaterThan(50), {
      within: 20_000,
    });

    const killed = processesOf(victim);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    const before = writing.acknowledged.length;
    await eventually(
      () => {
        expect(processesOf(victim).filter((pid) => killed.includes(pid))).toEqual([]);
        expect(writing.acknowledged.length).toBeGreaterThan(before + 50);
      },
      { within: 60_000 },
    );
    await writing.stop();

    for (const job of writing.acknowledged) {
      expect((await api.get(`jobs?id=${job}`)).status).toBe(200);
    }
    await eventually(
      async () => {
        const jobs = await announced(ids.company_id);
        expect(writing.acknowledged.filter((job) => !jobs.has(job))).toEqual([]);
      },
      { within: 30_000 },
    );
  });
});
