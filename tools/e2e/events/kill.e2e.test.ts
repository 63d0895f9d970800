import { eventually } from '@svc/testing';
import { Client } from 'pg';
import { button, section } from '../browser/controls';
import { givenPeople } from '../browser/people';
import { inBrowser, openLive } from '../browser/in-browser';
import { announced } from '../test/announced';
import { fsmHere, givenCompany, givenJob, givenOwnPlatform, kill, runFile } from '../test/platform';
import { startReceiver, subscribe, type Received, type Receiver } from '../test/receiver';
import { keepWriting, listed } from '../test/writing';
import { killNats } from './kill-nats';
import { describeRights } from './rights';

/** More deliveries than webhooks sends or records at once. */
const ENDPOINTS = 10;
const JOBS = 200;
const DELIVERIES = ENDPOINTS * JOBS;
const KILL_AFTER_DELIVERIES = 0.3 * DELIVERIES;

const VICTIMS_OF_WRITES = ['jobs', 'gateway', 'customers', 'nats', 'postgres', 'nats and jobs'];
const VICTIMS_OF_DELIVERIES = ['webhooks', 'nats', 'postgres'];

/** The expected maximum for these kills; the platform allows more. */
const MAX_ATTEMPTS = 8;

givenOwnPlatform({
  args: ['--no-demo'],
  // The rights test needs a receiver that fails for minutes.
  env: { WEBHOOK_RETRY_GAPS: Array.from({ length: 200 }, () => '1s').join(',') },
});

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const jobIn = ({ body }: Received): number =>
  (JSON.parse(body) as { data: { object: { job_id: number } } }).data.object.job_id;

async function leftBehind(companyId: number): Promise<{ pending: number; deadLetters: number }> {
  const client = new Client(runFile().postgres.url);
  await client.connect();
  const { rows } = await client.query<{ pending: number; deadLetters: number }>(
    `select (select count(*)::integer from webhooks.pending_deliveries where company_id = $1) as pending,
       (select count(*)::integer from webhooks.dead_letters) as "deadLetters"`,
    [companyId],
  );
  await client.end();
  return rows[0] ?? { pending: Number.NaN, deadLetters: Number.NaN };
}

interface Logged {
  readonly event_id: string;
  readonly status: string;
  readonly attempts: number;
}

describe(`kill -9 in the middle of ${DELIVERIES} deliveries`, () => {
  it.each(VICTIMS_OF_DELIVERIES)(
    'of %s loses none, and repeats some as they were',
    async (victim) => {
      const slug = `deliveries-${victim}`;
      const { api, ids } = await givenCompany(slug);
      const paths = Array.from({ length: ENDPOINTS }, (_, n) => `/${slug}/${n}`);
      for (const path of paths) await subscribe(api, receiver.urlOf(path), 'job.created');
      const arrived = (): Received[] => paths.flatMap((path) => receiver.at(path));

      const writing = keepWriting(api, ids.customer_locations['shop'], victim);
      const written = writing.more(JOBS).finally(writing.stop);
      await eventually(() => expect(arrived().length).toBeGreaterThan(KILL_AFTER_DELIVERIES), {
        within: 200_000,
      });
      const before = arrived().length;
      const killedAt = Date.now();
      await kill(victim);
      await written;

      expect(before).toBeLessThan(2 * KILL_AFTER_DELIVERIES);
      await eventually(
        () => {
          const distinct = paths.map(
            (path) => new Set(receiver.at(path).map(({ eventId }) => eventId)),
          );
          for (const events of distinct) {
            expect(events.size).toBeGreaterThanOrEqual(writing.acknowledged.length);
          }
        },
        { within: 200_000 },
      );
      const seconds = Math.round((Date.now() - killedAt) / 1_000);
      await eventually(
        async () =>
          expect(await leftBehind(ids.company_id)).toEqual({ pending: 0, deadLetters: 0 }),
        { within: 30_000 },
      );

      // Each endpoint has received each job, always as the same event and body.
      for (const path of paths) {
        const jobs = new Set(receiver.at(path).map(jobIn));
        expect(writing.acknowledged.filter((job) => !jobs.has(job))).toEqual([]);
      }
      const all = arrived();
      const events = new Set(all.map(({ eventId }) => eventId));
      expect(new Set(all.map(jobIn)).size).toBe(events.size);
      expect(new Set(all.map(({ body }) => body)).size).toBe(events.size);
      expect(new Set(all.map(({ deliveryId }) => deliveryId)).size).toBe(all.length);

      const log = await fsmHere<Logged[]>('webhook', 'deliveries', '--company', slug);
      expect(new Set(log.map(({ status }) => status))).toEqual(new Set(['succeeded']));
      expect(Math.max(...log.map(({ attempts }) => attempts))).toBeLessThanOrEqual(MAX_ATTEMPTS);
      expect(log).toHaveLength(ENDPOINTS * events.size);
      expect(new Set(log.map(({ event_id }) => event_id))).toEqual(events);
      process.stdout.write(
        `kill of ${victim} after ${before} of ${log.length} deliveries: ` +
          `all arrived within ${seconds} s, ${all.length - log.length} of them twice\n`,
      );
    },
    600_000,
  );
});

describe('kill -9 during writes', () => {
  it.each(VICTIMS_OF_WRITES)('of %s loses no acknowledged write and no event', async (victim) => {
    const { api, ids } = await givenCompany(`kill-${victim.replaceAll(' ', '-')}`);
    const writing = keepWriting(api, ids.customer_locations['shop'], victim);
    try {
      await writing.more(50);
      await kill(...victim.split(' and '));
      await writing.more(50);
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
        const created = await announced(ids.company_id, 'fsm.jobs.job.created');
        const jobs = new Set(created.map(({ subject }) => Number(subject)));
        expect(writing.acknowledged.filter((job) => !jobs.has(job))).toEqual([]);
      },
      { within: 30_000 },
    );
  });
});

describe('kill -9 of nats under an open page', () => {
  const SLUG = 'people-who-wait';
  const MAX_WAIT_MS = 45_000;
  const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

  inBrowser(
    'live updates come back with NATS, and so does what was missed',
    { as: olive },
    async ({ page }) => {
      const { api, ids } = await givenCompany(SLUG);
      const jobId = await givenJob(
        api,
        ids.customer_locations['shop'],
        'Billed while nobody hears',
      );
      await openLive(page, `/jobs/${jobId}`, 'Billed while nobody hears');
      const letGo = await killNats();
      const headers = { Origin: runFile().gateway };
      const data = { total_cents: 12_300, currency: 'USD', idempotency_key: 'unheard' };
      try {
        const answer = await page.request.post(`/dashboard/api/jobs/${jobId}/invoices`, {
          data,
          headers,
        });
        expect(answer.status()).toBe(201);
      } finally {
        await letGo();
      }
      // Invoice notifications are not stored, so the page must be read again.
      await section(page, 'Invoices')
        .getByText('$123.00')
        .first()
        .waitFor({ timeout: 2 * MAX_WAIT_MS });
      await api.patch(`jobs?id=${jobId}`, { job_status: 'Assigned' });
      await button(page, 'In Progress').waitFor({ timeout: MAX_WAIT_MS });
    },
  );
});

// Last, because its receiver keeps failing.
describeRights();
