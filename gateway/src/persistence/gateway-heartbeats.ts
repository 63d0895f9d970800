import { columnValues, createRun, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { GatewayHeartbeats, Heartbeat } from '../limits/shared/limit-mode';

/** Limits are divided by gateways with a heartbeat in this time. */
const ALIVE = `interval '3 seconds'`;
/** More than `MAX_HEARTBEAT_AGE_MS`: after it, a silent gateway uses no remembered keys. */
const MAY_REMEMBER = `interval '10 seconds'`;
const KEPT = `interval '1 hour'`;

const saveHeartbeat = statement<{ gateway: string; followedChange: number | null }, Heartbeat>()(
  'save_heartbeat',
  `with saved as (
     insert into gateways ${columnValues({
       id: ':gateway',
       seen_at: 'now()',
       policy_version: 'coalesce(:followedChange::bigint, (select version from policy_version))',
     })}
     on conflict (id) do update
       set seen_at = excluded.seen_at, policy_version = excluded.policy_version
   )
   select version as "latestChange",
     (select count(*)::int + 1 from gateways
      where id <> :gateway and seen_at > now() - ${ALIVE}) as gateways
   from policy_version`,
);

const recordChange = statement<object, { version: number }>()(
  'record_change',
  'update policy_version set version = version + 1 returning version',
);

const selectAllFollowed = statement<{ change: number }, { all: boolean }>()(
  'select_all_followed',
  `select not exists (
     select from gateways where policy_version < :change and seen_at > now() - ${MAY_REMEMBER}
   ) as all`,
);

const deleteGateways = statement<{ gateway: string }>()(
  'delete_gateways',
  `delete from gateways where id = :gateway or seen_at < now() - ${KEPT}`,
);

export function createGatewayHeartbeats(db: DataSource): GatewayHeartbeats {
  const run = createRun(db);
  return {
    async send(gateway, followedChange) {
      const [found] = await run(saveHeartbeat, { gateway, followedChange: followedChange ?? null });
      if (!found) throw new Error('The table policy_version has no row.');
      return found;
    },
    async recordChange() {
      const [recorded] = await run(recordChange);
      if (!recorded) throw new Error('The table policy_version has no row.');
      return recorded.version;
    },
    async haveAllFollowed(change) {
      const [found] = await run(selectAllFollowed, { change });
      return found?.all ?? false;
    },
    async remove(gateway) {
      await run(deleteGateways, { gateway });
    },
  };
}
