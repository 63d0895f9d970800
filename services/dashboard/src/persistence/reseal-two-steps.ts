import { resealRows, runOn, statement, type Resealed } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { KeptSecret, TwoStepBox } from './two-step-box';

/** Seals the two-step secrets of a company's users with the first value of ENCRYPTION_KEY. */
export type ResealTwoSteps = (companyId: number) => Promise<Resealed>;

interface Row extends KeptSecret {
  readonly userId: number;
}

const SELECT = statement<{ companyId: number; after: number }, Row>()(
  'select_two_step_secrets',
  `select user_id as "userId", secret as plain, sealed_secret as sealed from two_steps
   where company_id = :companyId and user_id > :after order by user_id limit 100`,
);

const REPLACE = statement<{
  companyId: number;
  userIds: readonly number[];
  plain: readonly (string | null)[];
  before: readonly (Buffer | null)[];
  sealed: readonly Buffer[];
}>()(
  'replace_two_step_secrets',
  `update two_steps set secret = null, sealed_secret = fresh.sealed
   from unnest(:userIds::bigint[], :plain::text[], :before::bytea[], :sealed::bytea[])
     as fresh (user_id, plain, before, sealed)
   where company_id = :companyId and two_steps.user_id = fresh.user_id
     and two_steps.secret is not distinct from fresh.plain
     and two_steps.sealed_secret is not distinct from fresh.before
   returning 1`,
);

/** Each secret is replaced only where it still is the one that was read: its user may begin anew meanwhile. */
export const resealTwoStepsIn = (db: DataSource, box: TwoStepBox): ResealTwoSteps => {
  const run = runOn(db);
  return (companyId) =>
    resealRows<Row>({
      after: (row) => run(SELECT, { companyId, after: row?.userId ?? 0 }),
      reseal({ userId, plain, sealed }) {
        const user = { companyId, userId };
        if (plain !== null) return box.seal(plain, user);
        return sealed === null ? undefined : box.reseal(sealed, user);
      },
      async replace(resealed) {
        const replaced = await run(REPLACE, {
          companyId,
          userIds: resealed.map(([{ userId }]) => userId),
          plain: resealed.map(([{ plain }]) => plain),
          before: resealed.map(([row]) => row.sealed),
          sealed: resealed.map(([, sealed]) => sealed),
        });
        return replaced.length;
      },
    });
};
