import { deletionOf, runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { linkedAfter } from '../domain/password-link';
import type { User } from '../domain/user';
import { hashOfToken } from './tokens';

type Owner = Pick<User, 'companyId' | 'id'>;
interface OfUser {
  readonly companyId: number;
  readonly userId: number;
}

const ADD = statement<OfUser & { hash: Buffer; at: Date }>()(
  'add_password_reset',
  `insert into password_resets (company_id, user_id, token_hash, created_at)
   values (:companyId, :userId, :hash, :at)`,
);

const FIND = statement<{ hash: Buffer; after: Date }, { companyId: number; id: number }>()(
  'find_password_reset',
  `select company_id as "companyId", user_id as id from password_resets
   where token_hash = :hash and created_at > :after`,
);

const TAKE = statement<OfUser & { hash: Buffer; after: Date }>()(
  'take_password_reset',
  `delete from password_resets
   where company_id = :companyId and user_id = :userId and token_hash = :hash
     and created_at > :after
   returning 1`,
);

const DROP_ALL = statement<OfUser>()(
  'drop_password_resets',
  'delete from password_resets where company_id = :companyId and user_id = :userId',
);

export const deleteOldPasswordResets = deletionOf({
  table: 'password_resets',
  key: 'company_id, user_id, token_hash',
  keptFor: { created_at: '1 hour' },
});

export const passwordResets = (tx: EntityManager) => {
  const run = runOn(tx);

  async function dropAllOf({ companyId, id: userId }: Owner): Promise<void> {
    await run(DROP_ALL, { companyId, userId });
  }

  return {
    async add({ companyId, id: userId }: Owner, token: string, at: Date): Promise<void> {
      await run(ADD, { companyId, userId, hash: hashOfToken(token), at });
    },

    async find(token: string, at: Date): Promise<Owner | undefined> {
      const [user] = await run(FIND, { hash: hashOfToken(token), after: linkedAfter(at) });
      return user;
    },

    /** Also invalidates the user's other links. */
    async take(owner: Owner, token: string, at: Date): Promise<boolean> {
      const { companyId, id: userId } = owner;
      const hash = hashOfToken(token);
      const taken = await run(TAKE, { companyId, userId, hash, after: linkedAfter(at) });
      if (taken.length > 0) await dropAllOf(owner);
      return taken.length > 0;
    },

    dropAllOf,
  };
};

export type PasswordResets = ReturnType<typeof passwordResets>;
