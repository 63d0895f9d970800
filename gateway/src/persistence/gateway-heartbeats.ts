import { columnValues, createRun, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { GatewayHeartbeats, Heartbeat } from '../limits/shared/limit-mode';

/** Limits are divided by the number of gateways with a heartbeat in this time. */
const ALIVE = `interval '3 seconds'`;
/** More than `MAX_HEARTBEAT_AGE_MS`, after which a silent gateway uses no cached keys. */
const MAY_USE_CACHED_KEYS = `interval '10 seconds'`;
const KEPT_FOR = `interval '1 hour'`;

const saveHeartbeat = statement<{ gateway: string; followedChange: number | null }, Heartbeat>()(
  'save_heartbeat',
  `with saved as (
     insert into gateways ${columnValues({
       id: ':gateway',
       seen_at: 'now()',
       followed_change: 'coalesce(:followedChange::bigint, (select number from latest_change))',
     })}
     on conflict (id) do update
       set seen_at = excluded.seen_at, followed_change = excluded.followed_change
   )
   select number as "latestChange",
     (select count(*)::int + 1 from gateways
      where id <> :gateway and seen_at > now() - ${ALIVE}) as gateways
   from latest_change`,
);

const recordChange = statement<object, { number: number }>()(
  'record_change',
  'update latest_change set number = number + 1 returning number',
);

const selectAllFollowed = statement<{ change: number }, { all: boolean }>()(
  'select_all_followed',
  `select not exists (
     select from gateways where followed_change < :change and seen_at > now() - ${MAY_USE_CACHED_KEYS}
   ) as all`,
);

const deleteGateways = statement<{ gateway: string }>()(
  'delete_gateways',
  `delete from gateways where id = :gateway or seen_at < now() - ${KEPT_FOR}`,
);

export function createGatewayHeartbeats(db: DataSource): GatewayHeartbeats {
  const run = createRun(db);
  return {
    async send(gateway, followedChange) {
      const [found] = await run(saveHeartbeat, { gateway, followedChange: followedChange ?? null });
      if (!found) throw new Error('The table latest_change has no row.');
      return found;
    },
    async recordChange() {
      const [recorded] = await run(recordChange);
      if (!recorded) throw new Error('The table latest_change has no row.');
      return recorded.number;
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
