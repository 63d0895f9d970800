import { createDeletion, createRun, statement } from '@svc/database';
import type { DataSource } from 'typeorm';
import {
  toIsoDate,
  type AllowanceStore,
  type AllowanceSubject,
  type BlockReservation,
} from '../limits/daily-allowance';

/** The column `last_grant` exists only for `returning`. */
const reserveBlock = statement<
  AllowanceSubject & { day: string; amount: number; limit: number },
  BlockReservation
>()(
  'reserve_block',
  `insert into daily_allowances as a (company_id, key_id, kind, day, reserved, last_grant)
   values (:companyId, :keyId, :kind, :day, least(:amount::bigint, :limit::bigint),
     least(:amount::bigint, :limit::bigint))
   on conflict on constraint daily_allowances_pkey do update
     set last_grant = least(:amount::bigint, greatest(:limit::bigint - a.reserved, 0)),
         reserved = a.reserved + least(:amount::bigint, greatest(:limit::bigint - a.reserved, 0))
   returning last_grant as granted, reserved as "totalReserved"`,
);

const selectReserved = statement<AllowanceSubject & { day: string }, { reserved: number }>()(
  'select_reserved_allowance',
  `select reserved from daily_allowances
   where company_id = :companyId and key_id = :keyId and kind = :kind and day = :day`,
);

const releaseUnused = statement<{
  day: string;
  companyIds: readonly number[];
  keyIds: readonly number[];
  kinds: readonly string[];
  amounts: readonly number[];
}>()(
  'release_unused',
  `update daily_allowances a set reserved = a.reserved - unused.amount
   from unnest(:companyIds::bigint[], :keyIds::bigint[], :kinds::text[], :amounts::bigint[])
     as unused (company_id, key_id, kind, amount)
   where a.company_id = unused.company_id and a.key_id = unused.key_id
     and a.kind = unused.kind and a.day = :day`,
);

export const deleteOldAllowances = createDeletion({
  table: 'daily_allowances',
  key: 'company_id, key_id, kind, day',
  // From the beginning of the day: it stays for 7 days after its end.
  keptFor: { day: '8 days' },
});

export function createAllowanceStore(db: DataSource): AllowanceStore {
  const run = createRun(db);
  return {
    async reserve({ companyId, keyId, kind }, day, { amount, limit }) {
      const block = { companyId, keyId, kind, day: toIsoDate(day), amount, limit };
      const [row] = await run(reserveBlock, block);
      if (!row) throw new Error('The reservation of an allowance returned no row.');
      return row;
    },
    async readTotalReserved(subject, day) {
      const [row] = await run(selectReserved, { ...subject, day: toIsoDate(day) });
      return row?.reserved ?? 0;
    },
    async releaseUnused(day, unused) {
      await run(releaseUnused, {
        day: toIsoDate(day),
        companyIds: unused.map(({ subject }) => subject.companyId),
        keyIds: unused.map(({ subject }) => subject.keyId),
        kinds: unused.map(({ subject }) => subject.kind),
        amounts: unused.map(({ amount }) => amount),
      });
    },
  };
}
