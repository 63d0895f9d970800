import { schemaAgain } from '@svc/testing';
import { gatewayEntities, gatewayMigrations } from '../src/persistence/data-source';

it('goes down and up again to the same schema', async () => {
  const { before, after } = await schemaAgain({
    context: 'gateway',
    entities: gatewayEntities,
    migrations: gatewayMigrations,
  });

  expect(after).toEqual(before);
});
