import { migrate } from '@svc/database';
import { createLogger } from '@svc/logging';
import { schemaAgain, testDatabase } from '@svc/testing';
import {
  gatewayDataSource,
  gatewayEntities,
  gatewayMigrations,
} from '../src/persistence/data-source';

const log = createLogger({ name: 'gateway', level: 'silent' });

it('announces the companies and live keys of a release that told of them long ago', async () => {
  const older = gatewayMigrations.filter(({ name }) => !name.startsWith('AnnounceKeys'));
  const context = 'gateway';
  const { db, url, close } = await testDatabase({ context, migrations: older });
  await db.query(`
    insert into companies (slug, name, timezone, country, plan, features, limits, version)
    values ('acme', 'Acme', 'Asia/Tokyo', 'JP', 'enterprise', '{inventory}', '{}', 3)`);
  await db.query(`
    insert into api_keys
      (company_id, name, mode, hash, last4, scopes, ip_allowlist, version, revoked_at)
    select 1, 'key ' || n, 'live', n::text::bytea, 'abcd', '{jobs:read}', '{10.0.0.0/8}', 2,
      case when n = 1201 then now() end
    from generate_series(1, 1201) as n`);

  await migrate(gatewayDataSource(url, log), log);

  const events: { type: string; event: Record<string, unknown> }[] = await db.query(
    'select type, envelope::json as event from outbox order by seq',
  );
  expect(events).toHaveLength(1_201);
  expect(events[0]?.event).toMatchObject({
    type: 'company.changed',
    subject: '1',
    companyid: 1,
    version: 3,
    data: { slug: 'acme', timezone: 'Asia/Tokyo', country: 'JP', plan: 'enterprise' },
  });
  expect(events[1_200]?.event).toMatchObject({
    type: 'key.changed',
    subject: '1200',
    companyid: 1,
    version: 2,
    data: { name: 'key 1200', last4: 'abcd', scopes: ['jobs:read'], ip_allowlist: ['10.0.0.0/8'] },
  });
  expect(JSON.stringify(events[1_200])).not.toContain('hash');
  await close();
});

it('goes down and up again to the same schema', async () => {
  const { before, after } = await schemaAgain({
    context: 'gateway',
    entities: gatewayEntities,
    migrations: gatewayMigrations,
  });

  expect(after).toEqual(before);
});
