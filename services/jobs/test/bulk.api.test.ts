import { BULK_HEADER, JOBS } from '@svc/contracts';
import { deleteDoneOperations, runOn } from '@svc/database';
import { describeBulks } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { DESCRIPTION, testService } from './service';

describeBulks({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  create: (service) => ({
    method: 'POST',
    body: {
      job_title: 'Fix the unit',
      job_description: DESCRIPTION,
      customer_location_id: service.givenLocation(),
      asset_ids: [service.givenAsset()],
    },
  }),
  idOf: ({ data }) => Number(data?.['job_id']),
  change: (id, n) => ({ method: 'PUT', id, body: { job_title: `Fix unit ${n}` } }),
  others: (_, id) => [{ method: 'PATCH', id, body: { job_status: 'Assigned' } }],
  readingScopes: ['jobs:read'],
});

describe('what was done under an Idempotency-Key', () => {
  it('is forgotten after a day', async () => {
    const service = await testService();
    const body = { job_description: DESCRIPTION, customer_location_id: service.givenLocation() };
    const operations = [{ method: 'POST', body: { ...body, job_title: 'Fix the unit' } }];
    const address = '/api/v1/jobs?action=bulk';
    const create = async (name: string) => {
      const headers = { [BULK_HEADER]: name };
      const answer = await service.api.send('POST', address, { operations }, headers);
      return JSON.stringify(answer.body);
    };
    const first = await create('old');
    const age = (hours: number) =>
      service.db.query(
        `update done_operations set done_at = now() - interval '${hours} hours' where bulk = 'old'`,
      );

    await age(23);
    expect(await create('old')).toBe(first);
    await age(25);
    expect(await create('old')).not.toBe(first);

    await create('new');
    await age(25);
    expect(await runOn(service.db)(deleteDoneOperations)).toEqual([{ deleted: 1 }]);
    expect(await service.db.query('select bulk from done_operations')).toEqual([{ bulk: 'new' }]);
    await service.close();
  });
});
