import { runOn, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import { DAY_MS, type AllowanceStore } from '../limits/daily-allowance';

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** `last_grant` is there to be returned: how much this very statement got. */
const reserveBlock = statement(
  'reserve_block',
  `insert into daily_allowances as a (company_id, key_id, kind, day, taken, last_grant)
   values ($1, $2, $3, $4, least($5::bigint, $6::bigint), least($5::bigint, $6::bigint))
   on conflict on constraint daily_allowances_pkey do update
     set last_grant = least($5::bigint, greatest($6::bigint - a.taken, 0)),
         taken = a.taken + least($5::bigint, greatest($6::bigint - a.taken, 0))
   returning last_grant as granted, taken`,
);

const giveUnusedBack = statement(
  'give_unused_back',
  `update daily_allowances a set taken = a.taken - unused.amount
   from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
     as unused (company_id, key_id, kind, amount)
   where a.company_id = unused.company_id and a.key_id = unused.key_id
     and a.kind = unused.kind and a.day = $1`,
);

const deleteDaysBefore = statement(
  'delete_days_before',
  'delete from daily_allowances where day < $1',
);

export function allowanceStoreIn(db: DataSource): AllowanceStore {
  const run = runOn(db);
  return {
    async reserve({ companyId, keyId, kind }, day, { amount, limit }) {
      const values = [companyId, keyId, kind, dateOf(day), amount, limit];
      const [row] = await run<{ granted: number; taken: number }>(reserveBlock, values);
      if (!row) throw new Error('The reservation of an allowance answered no row.');
      return row;
    },
    async giveBack(day, unused) {
      await run(giveUnusedBack, [
        dateOf(day),
        unused.map(({ subject }) => subject.companyId),
        unused.map(({ subject }) => subject.keyId),
        unused.map(({ subject }) => subject.kind),
        unused.map(({ amount }) => amount),
      ]);
    },
    async forgetDaysBefore(day) {
      await run(deleteDaysBefore, [dateOf(day)]);
    },
  };
}
