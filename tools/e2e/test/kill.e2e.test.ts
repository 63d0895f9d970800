import { eventually } from '@svc/testing';
import { announced } from './announced';
import { givenCompany, kill } from './platform';
import { keepWriting, listed } from './writing';

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
