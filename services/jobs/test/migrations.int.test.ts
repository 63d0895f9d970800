import { migrateAgain } from '@svc/testing';
import { migrations } from '../src/persistence/data-source';

it('goes down and up again to the same schema', async () => {
  const { before, after } = await migrateAgain({ context: 'jobs', migrations });

  expect(after).toEqual(before);
});
