import { migrateAgain } from '@svc/testing';
import { entities, migrations } from '../src/persistence/data-source';

it('goes down and up again to the same schema', async () => {
  const { before, after } = await migrateAgain({ context: 'customers', entities, migrations });

  expect(after).toEqual(before);
});
