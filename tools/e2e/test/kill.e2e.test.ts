import { eventually } from '@svc/testing';
import { announced } from './announced';
import { givenCompany, kill, type Api } from './platform';
import { keepWriting } from './writing';

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

const VICTIMS = ['jobs', 'gateway', 'customers', 'nats', 'postgres', 'nats and jobs'] as const;

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
