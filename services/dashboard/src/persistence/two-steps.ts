import { createRun, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { UserKey } from '../domain/user';
import { hashToken } from './tokens';

export interface TwoStep {
  readonly secret: string;
  /** Null until a first code was confirmed; only then are codes required. */
  readonly onSince: Date | null;
  /** The 30-second step of the last used code. */
  readonly lastStep: number | null;
}

const FIND = statement<UserKey, TwoStep>()(
  'find_two_step',
  `select secret, on_since as "onSince", last_step as "lastStep" from two_steps
   where company_id = :companyId and user_id = :id`,
);

const BEGIN = statement<UserKey & { secret: string; at: Date }>()(
  'begin_two_step',
  `insert into two_steps (company_id, user_id, secret, created_at)
   values (:companyId, :id, :secret, :at)
   on conflict (company_id, user_id) do update
     set secret = :secret, created_at = :at, on_since = null, last_step = null`,
);

const USE_STEP = statement<UserKey & { step: number; at: Date }>()(
  'use_two_step',
  `update two_steps set last_step = :step, on_since = coalesce(on_since, :at)
   where company_id = :companyId and user_id = :id`,
);

const END = statement<UserKey>()(
  'end_two_step',
  'delete from two_steps where company_id = :companyId and user_id = :id',
);

const ADD_CODES = statement<UserKey & { hashes: readonly Buffer[] }>()(
  'add_recovery_codes',
  `insert into recovery_codes (company_id, user_id, code_hash)
   select :companyId, :id, code_hash from unnest(:hashes::bytea[]) as given (code_hash)`,
);

const CONSUME_CODE = statement<UserKey & { hash: Buffer }>()(
  'consume_recovery_code',
  `delete from recovery_codes
   where company_id = :companyId and user_id = :id and code_hash = :hash returning 1`,
);

const DELETE_CODES = statement<UserKey>()(
  'delete_recovery_codes',
  'delete from recovery_codes where company_id = :companyId and user_id = :id',
);

/** Lock the user before changing them. */
export const createTwoSteps = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    async find(user: UserKey): Promise<TwoStep | undefined> {
      const [twoStep] = await run(FIND, user);
      return twoStep;
    },

    async begin(user: UserKey, secret: string, at: Date): Promise<void> {
      await run(BEGIN, { ...user, secret, at });
    },

    async useStep(user: UserKey, step: number, at: Date): Promise<void> {
      await run(USE_STEP, { ...user, step, at });
    },

    async end(user: UserKey): Promise<void> {
      await run(DELETE_CODES, user);
      await run(END, user);
    },

    /** 80 random bits need no slow hash. */
    async replaceCodes(user: UserKey, codes: readonly string[]): Promise<void> {
      await run(DELETE_CODES, user);
      await run(ADD_CODES, { ...user, hashes: codes.map(hashToken) });
    },

    async consumeRecoveryCode(user: UserKey, code: string): Promise<boolean> {
      return (await run(CONSUME_CODE, { ...user, hash: hashToken(code) })).length > 0;
    },
  };
};

export type TwoSteps = ReturnType<typeof createTwoSteps>;
