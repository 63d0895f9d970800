import type { DomainEvent, EventType } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import { outbox } from '@svc/outbox';
import type { EntityManager } from 'typeorm';

interface Row {
  readonly id: number;
  readonly version: number;
}

const KEYS_AT_ONCE = 500;

const selectCompany = statement<{ companyId: number }, Row>()(
  'company_to_announce',
  `select id, version, slug, name, timezone, country, plan, features
   from companies where id = :companyId`,
);

const selectKeys = statement<{ companyId: number; after: number }, Row>()(
  'keys_to_announce',
  `select id, version, name, mode, last4, scopes, ip_allowlist from api_keys
   where company_id = :companyId and id > :after and revoked_at is null
   order by id limit ${KEYS_AT_ONCE}`,
);

/**
 * Announces a company and its live keys once more, as they are, for the contexts that keep copies.
 *
 * A migration uses this too, so it must not read a column that is newer than that migration.
 */
export async function announceAgain(tx: EntityManager, companyId: number, at: Date): Promise<void> {
  const announce = (type: EventType, rows: readonly Row[]): Promise<void> =>
    outbox(tx, 'gateway').append(
      rows.map(({ id, version, ...data }): DomainEvent => ({
        type,
        companyId,
        recordId: Number(id),
        version,
        occurredAt: at,
        actor: 'scheduled',
        data,
      })),
    );

  const run = runOn(tx);
  await announce('company.changed', await run(selectCompany, { companyId }));
  for (let after = 0, isMore = true; isMore;) {
    const keys = await run(selectKeys, { companyId, after });
    await announce('key.changed', keys);
    after = Number(keys.at(-1)?.id);
    isMore = keys.length === KEYS_AT_ONCE;
  }
}
