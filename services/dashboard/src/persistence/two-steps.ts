import { runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { User } from '../domain/user';
import { hashOfToken } from './tokens';

export interface TwoStep {
  readonly secret: string;
  /** Null until the first code was right; codes are required only from then on. */
  readonly onSince: Date | null;
  /** The 30-second step of the last used code. */
  readonly lastStep: number | null;
}

type Owner = Pick<User, 'companyId' | 'id'>;
interface OfUser {
  readonly companyId: number;
  readonly userId: number;
}

const FIND = statement<OfUser, TwoStep>()(
  'find_two_step',
  `select secret, on_since as "onSince", last_step as "lastStep" from two_steps
   where company_id = :companyId and user_id = :userId`,
);

const BEGIN = statement<OfUser & { secret: string; at: Date }>()(
  'begin_two_step',
  `insert into two_steps (company_id, user_id, secret, created_at)
   values (:companyId, :userId, :secret, :at)
   on conflict (company_id, user_id) do update
     set secret = :secret, created_at = :at, on_since = null, last_step = null`,
);

const USE_STEP = statement<OfUser & { step: number; at: Date }>()(
  'use_two_step',
  `update two_steps set last_step = :step, on_since = coalesce(on_since, :at)
   where company_id = :companyId and user_id = :userId`,
);

const END = statement<OfUser>()(
  'end_two_step',
  'delete from two_steps where company_id = :companyId and user_id = :userId',
);

const ADD_CODES = statement<OfUser & { hashes: readonly Buffer[] }>()(
  'add_recovery_codes',
  `insert into recovery_codes (company_id, user_id, code_hash)
   select :companyId, :userId, code_hash from unnest(:hashes::bytea[]) as given (code_hash)`,
);

const TAKE_CODE = statement<OfUser & { hash: Buffer }, { left: number }>()(
  'take_recovery_code',
  `delete from recovery_codes
   where company_id = :companyId and user_id = :userId and code_hash = :hash returning 1`,
);

const DROP_CODES = statement<OfUser>()(
  'drop_recovery_codes',
  'delete from recovery_codes where company_id = :companyId and user_id = :userId',
);

/** Lock the user before changing them. */
export const twoSteps = (db: DataSource | EntityManager) => {
  const run = runOn(db);
  const of = ({ companyId, id: userId }: Owner): OfUser => ({ companyId, userId });
  return {
    async find(user: Owner): Promise<TwoStep | undefined> {
      const [twoStep] = await run(FIND, of(user));
      return twoStep;
    },

    async begin(user: Owner, secret: string, at: Date): Promise<void> {
      await run(BEGIN, { ...of(user), secret, at });
    },

    async useStep(user: Owner, step: number, at: Date): Promise<void> {
      await run(USE_STEP, { ...of(user), step, at });
    },

    async end(user: Owner): Promise<void> {
      await run(DROP_CODES, of(user));
      await run(END, of(user));
    },

    /** 80 random bits need no slow hash. */
    async replaceCodes(user: Owner, codes: readonly string[]): Promise<void> {
      await run(DROP_CODES, of(user));
      await run(ADD_CODES, { ...of(user), hashes: codes.map(hashOfToken) });
    },

    async takeCode(user: Owner, code: string): Promise<boolean> {
      return (await run(TAKE_CODE, { ...of(user), hash: hashOfToken(code) })).length > 0;
    },
  };
};

export type TwoSteps = ReturnType<typeof twoSteps>;
