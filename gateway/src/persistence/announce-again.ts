import type { DomainEvent, EventType } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import { createOutbox } from '@svc/outbox';
import type { EntityManager } from 'typeorm';

interface Row {
  readonly id: number;
  readonly version: number;
}

const MAX_KEYS_PER_QUERY = 500;

const selectCompany = statement<{ companyId: number }, Row>()(
  'company_to_announce',
  `select id, version, slug, name, timezone, country, plan, features, sandbox_id
   from companies where id = :companyId`,
);

const selectKeys = statement<{ companyId: number; after: number }, Row>()(
  'keys_to_announce',
  `select key.id, key.version, key.name, mode, last4, scopes, ip_allowlist, sandbox_id
   from api_keys key join companies company on company.id = key.company_id
   where key.company_id = :companyId and key.id > :after and revoked_at is null
   order by key.id limit ${MAX_KEYS_PER_QUERY}`,
);

export async function announceAgain(tx: EntityManager, companyId: number, at: Date): Promise<void> {
  const announce = (type: EventType, rows: readonly Row[]): Promise<void> =>
    createOutbox(tx, 'gateway').append(
      rows.map(({ id, version, ...data }): DomainEvent => ({
        type,
        companyId,
        recordId: id,
        version,
        occurredAt: at,
        actor: 'scheduled',
        data,
      })),
    );

  const run = createRun(tx);
  await announce('company.changed', await run(selectCompany, { companyId }));
  for (let after = 0, isMore = true; isMore;) {
    const keys = await run(selectKeys, { companyId, after });
    await announce('key.changed', keys);
    after = keys.at(-1)?.id ?? 0;
    isMore = keys.length === MAX_KEYS_PER_QUERY;
  }
}
