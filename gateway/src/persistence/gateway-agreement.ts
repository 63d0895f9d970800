import { columnValues, runOn, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { AgreementTable, EarlierReport } from '../limits/shared/agreement-table';

interface AgreedRow {
  readonly generation: number;
  readonly is_together: boolean;
  readonly gateways: number;
  readonly live: number;
  readonly others_see_store: boolean;
  readonly behind: number;
  readonly behind_in_lease: number;
}

/** A gateway without a heartbeat for so long no longer takes part in the division of the limits. */
const LIVE = `interval '3 seconds'`;
/** Longer than a gateway uses remembered keys without a heartbeat. */
const LEASE = `interval '10 seconds'`;
const KEPT = `interval '1 hour'`;

const liveGateways = `(select count(*) from gateways where seen_at > now() - ${LIVE})` as const;

const saveHeartbeat = statement<
  {
    gateway: string;
    generation: number;
    seesStore: boolean;
    ages: string | null;
    known: string | null;
  },
  AgreedRow
>()(
  'save_heartbeat',
  `with told as (
     insert into gateways as g ${columnValues({
       id: ':gateway',
       seen_at: 'now()',
       generation: ':generation',
       sees_store: ':seesStore',
       admitted: "coalesce(:ages::jsonb, '{}')",
       known: "coalesce(:known::jsonb, '{}')",
       admitted_at: 'now()',
     })}
     on conflict (id) do update
       set seen_at = now(), generation = excluded.generation, sees_store = excluded.sees_store,
           admitted = coalesce(:ages::jsonb, g.admitted),
           known = coalesce(:known::jsonb, g.known),
           admitted_at = case when :ages::jsonb is null then g.admitted_at else now() end
   ), others as (
     select generation, sees_store, seen_at > now() - ${LIVE} as is_live
     from gateways where id <> :gateway and seen_at > now() - ${LEASE}
   )
   select a.generation, a.is_together, a.gateways,
     (select count(*)::int + 1 from others where is_live) as live,
     (select coalesce(bool_and(sees_store), true) from others where is_live) as others_see_store,
     (select count(*)::int from others
      where is_live and generation < a.generation) as behind,
     (select count(*)::int from others where generation < a.generation) as behind_in_lease
   from gateway_agreement a`,
);

const changeMode = (name: string, isInStore: boolean) =>
  statement<{ generation: number }>()(
    name,
    `update gateway_agreement
     set generation = generation + 1, is_together = ${isInStore}, gateways = ${liveGateways}
     where generation = :generation and is_together = ${!isInStore}`,
  );
const leaveStore = changeMode('leave_store', false);
const enterStore = changeMode('enter_store', true);

const selectReports = statement<{ generation: number }, EarlierReport>()(
  'select_reports',
  `select id as gateway, admitted, known,
     (extract(epoch from clock_timestamp() - admitted_at) * 1000)::float8 as "agoMs"
   from gateways
   where generation >= :generation and admitted_at > now() - interval '1 minute'`,
);

const deleteGateways = statement<{ gateway: string }>()(
  'delete_gateways',
  `delete from gateways where id = :gateway or seen_at < now() - ${KEPT}`,
);

/** The agreement of the gateways in the `gateway` schema; all go by PostgreSQL's clock. */
export function agreementIn(db: DataSource): AgreementTable {
  const run = runOn(db);
  return {
    async sendHeartbeat({ gateway, generation, seesStore, report }) {
      const ages = report ? JSON.stringify(report.admitted) : null;
      const known = report ? JSON.stringify(report.known) : null;
      const [row] = await run(saveHeartbeat, { gateway, generation, seesStore, ages, known });
      if (!row) throw new Error('The agreement of the gateways has no row.');
      return {
        generation: row.generation,
        isInStore: row.is_together,
        gateways: row.gateways,
        live: row.live,
        othersSeeStore: row.others_see_store,
        behind: row.behind,
        behindInLease: row.behind_in_lease,
      };
    },
    async leaveStore(generation) {
      await run(leaveStore, { generation });
    },
    async enterStore(generation) {
      await run(enterStore, { generation });
    },
    reports: (generation) => run(selectReports, { generation }),
    async remove(gateway) {
      await run(deleteGateways, { gateway });
    },
  };
}
