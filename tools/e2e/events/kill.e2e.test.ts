import { eventually } from '@svc/testing';
import { button, section } from '../browser/controls';
import { givenPeople } from '../browser/people';
import { inBrowser, openLive } from '../browser/visit';
import { announced } from '../test/announced';
import { givenCompany, givenJob, givenOwnPlatform, kill, runFile } from '../test/platform';
import { keepWriting, listed } from '../test/writing';
import { killNats } from './kill-nats';

const VICTIMS = ['jobs', 'gateway', 'customers', 'nats', 'postgres', 'nats and jobs'] as const;

givenOwnPlatform({ args: ['--no-demo'] });

describe('kill -9 during writes', () => {
  it.each(VICTIMS)('of %s loses no acknowledged write and no event', async (victim) => {
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
  const LONGEST_MS = 45_000;
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
      await openLive(page, `/jobs/${jobId}`, 'Job');
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
      // Invoices are told of by hints, which nobody keeps.
      await section(page, 'Invoices')
        .getByText('$123.00')
        .first()
        .waitFor({ timeout: 2 * LONGEST_MS });
      await api.patch(`jobs?id=${jobId}`, { job_status: 'Assigned' });
      await button(page, 'In Progress').waitFor({ timeout: LONGEST_MS });
    },
  );
});
