import { createDeletion, createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { getPasswordLinkCutoff } from '../domain/password-link';
import type { UserKey } from '../domain/user';
import { hashToken } from './tokens';

const ADD = statement<UserKey & { hash: Buffer; at: Date }>()(
  'add_password_reset',
  `insert into password_resets (company_id, user_id, token_hash, created_at)
   values (:companyId, :id, :hash, :at)`,
);

const FIND = statement<{ hash: Buffer; after: Date }, UserKey>()(
  'find_password_reset',
  `select company_id as "companyId", user_id as id from password_resets
   where token_hash = :hash and created_at > :after`,
);

const CONSUME = statement<UserKey & { hash: Buffer; after: Date }>()(
  'consume_password_reset',
  `delete from password_resets
   where company_id = :companyId and user_id = :id and token_hash = :hash
     and created_at > :after
   returning 1`,
);

const DELETE_ALL = statement<UserKey>()(
  'delete_password_resets',
  'delete from password_resets where company_id = :companyId and user_id = :id',
);

export const deleteOldPasswordResets = createDeletion({
  table: 'password_resets',
  key: 'company_id, user_id, token_hash',
  keptFor: { created_at: '1 hour' },
});

export const createPasswordResets = (tx: EntityManager) => {
  const run = createRun(tx);

  async function deleteAll(user: UserKey): Promise<void> {
    await run(DELETE_ALL, user);
  }

  return {
    async add(user: UserKey, token: string, at: Date): Promise<void> {
      await run(ADD, { ...user, hash: hashToken(token), at });
    },

    async find(token: string, at: Date): Promise<UserKey | undefined> {
      const [user] = await run(FIND, { hash: hashToken(token), after: getPasswordLinkCutoff(at) });
      return user;
    },

    /** Also invalidates the user's other links. */
    async consume(user: UserKey, token: string, at: Date): Promise<boolean> {
      const link = { ...user, hash: hashToken(token), after: getPasswordLinkCutoff(at) };
      const isValid = (await run(CONSUME, link)).length > 0;
      if (isValid) await deleteAll(user);
      return isValid;
    },

    deleteAll,
  };
};

export type PasswordResets = ReturnType<typeof createPasswordResets>;
