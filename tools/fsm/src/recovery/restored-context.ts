import type { Publisher } from '@svc/contracts';
import { asJson, createRun, statement, type Json } from '@svc/database/statement';
import { withClient } from '@svc/local-servers';
import type { ReceivedEvent } from '@svc/messaging';
import { CommandError } from '../command-error';

export type RestoredOutbox = Awaited<ReturnType<typeof readOutbox>>;

/** Tables with a version in their events, by event type prefix. */
export const VERSIONED_TABLES: Readonly<Record<Publisher, Readonly<Record<string, string>>>> = {
  gateway: { company: 'companies', key: 'api_keys' },
  jobs: { job: 'jobs', invoice: 'invoices' },
  customers: { customer: 'customers', location: 'locations', service_request: 'service_requests' },
  assets: { asset: 'assets' },
  inventory: { item: 'items', stock: 'items' },
  technicians: { technician: 'technicians' },
  webhooks: { webhook: 'endpoints' },
};

/** More records than a context creates between an archive point and the loss. */
const SKIPPED_IDS = 1_000_000;

/** @throws CommandError while the context's processes are connected, or if its position in the stream is unknown */
export const readOutbox = (context: Publisher, databaseUrl: string) =>
  withClient(databaseUrl, async (db) => {
    const { rows: others } = await db.query<{ connections: number }>(
      `select count(*)::integer as connections from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    const { connections } = others[0] ?? { connections: 0 };
    if (connections > 0) {
      throw new CommandError(
        `${context}: ${connections} connections are open; stop its processes first.`,
      );
    }
    const { rows } = await db.query<{
      position: string | null;
      event_id: string | null;
      first: string | null;
    }>(
      `select stream_sequence as position, event_id, (select min(seq) from outbox) as first
       from outbox_relay`,
    );
    const { position = null, event_id: eventId = null, first = null } = rows[0] ?? {};
    // An outbox that was never emptied still has every event.
    const isWhole = first === '1' || first === null;
    if (position === null && !isWhole) {
      throw new CommandError(
        `${context}: its outbox does not tell what the stream had; see deploy/recovery.md.`,
      );
    }
    const { rows: events } = await db.query<{ event_id: string }>('select event_id from outbox');
    return {
      context,
      /** Stream sequence of the last confirmed event; 0 if none. */
      position: Number(position ?? 0),
      /** Event at that sequence; null if the outbox does not know. */
      eventId,
      eventIds: new Set(events.map(({ event_id }) => event_id)),
    };
  });

// A sequence without room for the skip is left as it is.
const SKIP_IDS = statement<{ highestId: number }>()(
  'skip_ids',
  `select setval(format('%I.%I', schemaname, sequencename)::regclass, next)
   from pg_sequences
   cross join lateral (
     select greatest(coalesce(last_value, 0), :highestId::bigint) + ${SKIPPED_IDS} as next) as raised
   where schemaname = current_schema() and sequencename <> 'migrations_id_seq'
     and next <= max_value`,
);

const MARK_ANNOUNCED = statement<{ eventIds: readonly string[] }>()(
  'mark_announced',
  `update outbox set relayed_at = now()
   where relayed_at is null and event_id = any(:eventIds::text[])`,
);

const raiseVersions = (table: string) =>
  statement<{ versions: Json<readonly LostVersion[]> }, { raised: number }>()(
    `raise_versions_of_${table}`,
    `with raised as (
       update ${table} as record set version = lost.version
       from (
         select "companyId", "recordId", max(version) as version
         from json_to_recordset(:versions)
           as event ("companyId" bigint, "recordId" bigint, version integer)
         group by 1, 2) as lost
       where record.${table === 'companies' ? 'id' : 'company_id'} = lost."companyId"
         and record.id = lost."recordId" and record.version < lost.version
       returning 1)
     select count(*)::integer as raised from raised`,
  );

const REVOKE_KEY = statement<Pick<ReceivedEvent, 'companyId' | 'recordId' | 'occurredAt'>>()(
  'revoke_key',
  `update api_keys set revoked_at = :occurredAt
   where company_id = :companyId and id = :recordId and revoked_at is null`,
);

type LostVersion = Pick<ReceivedEvent, 'companyId' | 'recordId' | 'version'>;

export interface Restored {
  readonly lost: readonly ReceivedEvent[];
  readonly announced: readonly string[];
  /** True if messages after the context's position are deleted. */
  readonly losesMessages: boolean;
}

/**
 * Raises ids and versions above lost ones, keeps revoked keys revoked, and marks announced events. Can be
 * repeated. Returns the number of raised records.
 */
export const resumeContext = (
  context: Publisher,
  databaseUrl: string,
  { lost, announced, losesMessages }: Restored,
): Promise<number> =>
  withClient(databaseUrl, async (db) => {
    const run = createRun(db);
    await db.query('begin');
    const highestId = lost.reduce((highest, { recordId }) => Math.max(highest, recordId), 0);
    await run(SKIP_IDS, { highestId });
    await run(MARK_ANNOUNCED, { eventIds: announced });
    if (losesMessages) {
      // NATS reports no last event of a subject whose last message is deleted, so the relay would announce
      // everything again.
      await db.query('update outbox_relay set event_id = null');
    }
    let raisedInAll = 0;
    for (const [record, table] of Object.entries(VERSIONED_TABLES[context])) {
      const versions = lost
        .filter(({ type }) => type.startsWith(`${record}.`))
        .map(({ companyId, recordId, version }) => ({ companyId, recordId, version }));
      const [counted] = await run(raiseVersions(table), { versions: asJson(versions) });
      raisedInAll += counted?.raised ?? 0;
    }
    for (const { type, recordId, companyId, occurredAt } of lost) {
      if (type === 'key.revoked') await run(REVOKE_KEY, { companyId, recordId, occurredAt });
    }
    await db.query('commit');
    return raisedInAll;
  });
