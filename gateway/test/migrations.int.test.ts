import { migrate } from '@svc/database';
import { createLogger } from '@svc/logging';
import { migrateAgain, testDatabase } from '@svc/testing';
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

it('begins the numbers of each day with what the past week has used', async () => {
  const older = gatewayMigrations.filter(({ name }) => !name.startsWith('CreateDailyRequests'));
  const context = 'gateway';
  const { db, url, close } = await testDatabase({ context, migrations: older });
  await db.query(`
    insert into daily_allowances (company_id, key_id, kind, day, taken, last_grant)
    values (1, 0, 'reads', '2026-03-01', 250, 250), (1, 0, 'writes', '2026-03-01', 5, 5),
      (1, 7, 'key_writes', '2026-03-01', 5, 5), (2, 0, 'reads', '2026-03-02', 8, 8)`);

  await migrate(gatewayDataSource(url, log), log);

  const days: unknown[] = await db.query(
    'select company_id, day::text, reads, writes from daily_requests order by company_id',
  );
  expect(days).toEqual([
    { company_id: 1, day: '2026-03-01', reads: 250, writes: 5 },
    { company_id: 2, day: '2026-03-02', reads: 8, writes: 0 },
  ]);
  await close();
});

it('goes down and up again to the same schema', async () => {
  const { before, after } = await migrateAgain({
    context: 'gateway',
    entities: gatewayEntities,
    migrations: gatewayMigrations,
  });

  expect(after).toEqual(before);
});
