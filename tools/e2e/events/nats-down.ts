import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@svc/testing';
import { announced, type Announced } from '../test/announced';
import { killNats } from './kill-nats';
import { aJob, givenCompany, givenJob, pidOf, type Api } from '../test/platform';
import { subscribe, type Receiver } from '../test/receiver';

/** Longer than a client waits for pings. */
const HUNG_MS = 35_000;
const GONE_MS = 25_000;
const BREATH_MS = 500;

interface Job {
  readonly job_id: number;
  readonly version: number;
}

async function keepChanging(api: Api, locationId: number | undefined) {
  const statuses: number[] = [];
  let isStopped = false;
  const create = async (title: string): Promise<number> => {
    const { status, body } = await api.post('jobs', aJob(locationId, title));
    statuses.push(status);
    return (body['data'] as Job).job_id;
  };
  const read = async (job: number): Promise<Job> => {
    const { status, body } = await api.get(`jobs?id=${job}`);
    statuses.push(status);
    return body['data'] as Job;
  };
  const work = async (job: number, worker: number): Promise<void> => {
    for (let count = 1, version = 1; !isStopped; count += 1) {
      const change = { job_title: `Change ${count} by ${worker}` };
      statuses.push((await api.put(`jobs?id=${job}`, change)).status);
      const { version: after } = await read(job);
      expect(after).toBeGreaterThan(version);
      version = after;
      await pause(BREATH_MS);
    }
  };
  const jobs = await Promise.all(['A', 'B', 'C'].map(create));
  const working = Promise.all(jobs.flatMap((job) => [work(job, 1), work(job, 2)]));
  return {
    statuses,
    async stop(): Promise<Job[]> {
      isStopped = true;
      await working;
      return Promise.all(jobs.map(read));
    },
  };
}

/** No event can have announced this location yet. */
async function createLateJob(api: Api): Promise<number> {
  const customer = await api.post('customers', {
    customer_name: 'Late Bakery',
    customer_email: 'office@late.example',
    customer_phone: '+12125550199',
    default_sla_hours: 24,
    location: {
      location_name: 'Shop',
      address_street: '2 Main Street',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
    },
  });
  expect(customer.status).toBe(201);
  const { location_id } = customer.body['data'] as { location_id: number };
  return givenJob(api, location_id, 'The late job');
}

function versionsOf(events: readonly Announced[]): Map<number, number[]> {
  const versions = new Map<number, number[]>();
  const once = new Map(events.map((event) => [event.id, event]));
  for (const { subject, version } of once.values()) {
    versions.set(Number(subject), [...(versions.get(Number(subject)) ?? []), version]);
  }
  return versions;
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

export const describeNatsDown = (receiverOf: () => Receiver): void =>
  describe('without NATS', () => {
    it('NATS down for a minute: writes go on, and their events arrive afterwards in order', async () => {
      const receiver = receiverOf();
      const { api, ids } = await givenCompany('nats-down');
      const url = receiver.urlOf('/down');
      for (const event of ['job.created', 'job.updated']) await subscribe(api, url, event);
      const writing = await keepChanging(api, ids.customer_locations['shop']);
      await eventually(() => expect(receiver.at('/down').length).toBeGreaterThan(20), {
        within: 30_000,
      });
      const hungPid = pidOf('nats');

      process.kill(hungPid, 'SIGSTOP');
      await pause(HUNG_MS);
      const letGo = await killNats();
      let late: number;
      let silence: number;
      try {
        const before = receiver.at('/down').length;
        late = await createLateJob(api);
        await pause(GONE_MS);
        silence = receiver.at('/down').length - before;
      } finally {
        await letGo();
      }
      const backAt = Date.now();
      await eventually(() => expect(pidOf('nats')).not.toBe(hungPid), { within: 60_000 });
      const jobs = await writing.stop();

      expect(silence).toBe(0);
      expect(new Set(writing.statuses)).toEqual(new Set([200, 201]));
      const expected = new Map(jobs.map(({ job_id, version }) => [job_id, upTo(version)]));
      expected.set(late, [1]);
      const events = await eventually(
        async () => {
          const found = await announced(ids.company_id, 'fsm.jobs.job.');
          expect(versionsOf(found)).toEqual(expected);
          return found;
        },
        { within: 30_000 },
      );
      await eventually(
        () =>
          expect(new Set(receiver.at('/down').map(({ eventId }) => eventId))).toEqual(
            new Set(events.map(({ id }) => id)),
          ),
        { within: 60_000 },
      );
      const seconds = Math.round((Date.now() - backAt) / 1_000);
      process.stdout.write(
        `NATS down for ${(HUNG_MS + GONE_MS) / 1_000} s: ${writing.statuses.length} answers in the ` +
          `meantime, ${events.length} events afterwards within ${seconds} s\n`,
      );
    }, 300_000);
  });
