import { runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { User } from '../domain/user';
import { hashOfToken } from './tokens';
import { openedSecret, type KeptSecret, type OfUser, type TwoStepBox } from './two-step-box';

/** What a user's authenticator app knows, and how far its codes are used up. */
export interface TwoStep {
  /** @throws NotOpened where no value of ENCRYPTION_KEY opens what is kept. */
  secret(): string;
  /** Null until the first code was right; only then it is asked for. */
  readonly onSince: Date | null;
  /** The half minute of the last code that was used. */
  readonly lastStep: number | null;
}

type Owner = Pick<User, 'companyId' | 'id'>;

const FIND = statement<OfUser, Omit<TwoStep, 'secret'> & KeptSecret>()(
  'find_two_step',
  `select secret as plain, sealed_secret as sealed, on_since as "onSince", last_step as "lastStep" from two_steps
   where company_id = :companyId and user_id = :userId`,
);

const BEGIN = statement<OfUser & { sealed: Buffer; at: Date }>()(
  'begin_two_step',
  `insert into two_steps (company_id, user_id, sealed_secret, created_at)
   values (:companyId, :userId, :sealed, :at)
   on conflict (company_id, user_id) do update
     set secret = null, sealed_secret = :sealed, created_at = :at, on_since = null, last_step = null`,
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

/** Two-step verification of users; whoever changes it has locked the user. */
export const twoSteps = (db: DataSource | EntityManager, box: TwoStepBox) => {
  const run = runOn(db);
  const of = ({ companyId, id: userId }: Owner): OfUser => ({ companyId, userId });
  return {
    async find(user: Owner): Promise<TwoStep | undefined> {
      const [found] = await run(FIND, of(user));
      if (!found) return undefined;
      const { plain, sealed, ...twoStep } = found;
      return { ...twoStep, secret: () => openedSecret(box, of(user), { plain, sealed }) };
    },

    /** Keeps a secret that is not in use yet, in place of any before. */
    async begin(user: Owner, secret: string, at: Date): Promise<void> {
      await run(BEGIN, { ...of(user), sealed: box.seal(secret, of(user)), at });
    },

    /** The code of this half minute was used; from the first one on, codes are asked for. */
    async useStep(user: Owner, step: number, at: Date): Promise<void> {
      await run(USE_STEP, { ...of(user), step, at });
    },

    async end(user: Owner): Promise<void> {
      await run(DROP_CODES, of(user));
      await run(END, of(user));
    },

    /** Keeps of recovery codes their hashes, in place of those before; 80 random bits need no slow one. */
    async replaceCodes(user: Owner, codes: readonly string[]): Promise<void> {
      await run(DROP_CODES, of(user));
      await run(ADD_CODES, { ...of(user), hashes: codes.map(hashOfToken) });
    },

    /** Whether it was one of the user's codes, which it is no more. */
    async takeCode(user: Owner, code: string): Promise<boolean> {
      return (await run(TAKE_CODE, { ...of(user), hash: hashOfToken(code) })).length > 0;
    },
  };
};

export type TwoSteps = ReturnType<typeof twoSteps>;
