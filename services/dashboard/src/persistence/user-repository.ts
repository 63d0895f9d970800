import { textKey } from '@svc/contracts';
import { createRun, statement, lockName } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { User, UserKey } from '../domain/user';
import { userKeys, userTable, type UserRow } from './user-table';

const COLUMNS = `id, company_id as "companyId", email, name, role, password_hash as "passwordHash",
  created_at as "createdAt", updated_at as "updatedAt"`;

const FIND_BY_EMAIL = statement<{ key: string }, UserRow>()(
  'find_user_by_email',
  `select ${COLUMNS} from users where email_key = :key`,
);

const LOCK_BY_EMAIL = statement<{ key: string }, UserRow>()(
  'lock_user_by_email',
  `select ${COLUMNS} from users where email_key = :key for update`,
);

const LOCK = statement<UserKey, UserRow>()(
  'lock_user',
  `select ${COLUMNS} from users where company_id = :companyId and id = :id for update`,
);

const LIST_LOCKED = statement<{ companyId: number }, User>()(
  'list_locked_users',
  `select id, company_id as "companyId", email, name, role, created_at as "createdAt",
     updated_at as "updatedAt"
   from users where company_id = :companyId order by id for key share`,
);

const COUNT_OWNERS = statement<{ companyId: number }, { owners: number }>()(
  'count_owners',
  `select count(*) as owners from users where company_id = :companyId and role = 'owner'`,
);

const COUNT = statement<{ companyId: number }, { users: number }>()(
  'count_users',
  'select count(*) as users from users where company_id = :companyId',
);

const REMEMBER_NAME = statement<UserKey & { at: Date }>()(
  'remember_name',
  `insert into former_users (company_id, id, name, name_key, removed_at)
   select company_id, id, name, name_key, :at::timestamptz from users where company_id = :companyId and id = :id`,
);

/** In the order that foreign keys require. */
const DELETE_RECORDS_OF_USER = [
  'recovery_codes',
  'two_steps',
  'sessions',
  'devices',
  'password_resets',
  'notifications',
  'outbox_mails',
].map((table) =>
  statement<UserKey>()(
    `delete_${table}_of_user`,
    `delete from ${table} where company_id = :companyId and user_id = :id`,
  ),
);

export const createUserRepository = (db: EntityManager) => ({
  /**
   * Also locks the address: otherwise two transactions that create the same user would both find
   * none.
   */
  async lockByEmail(email: string): Promise<UserRow | undefined> {
    await lockName(db, `user ${email}`);
    const [user] = await createRun(db)(LOCK_BY_EMAIL, { key: textKey(email) });
    return user;
  },

  async findByEmail(email: string): Promise<UserRow | undefined> {
    const [user] = await createRun(db)(FIND_BY_EMAIL, { key: textKey(email) });
    return user;
  },

  async lock(companyId: number, id: number): Promise<UserRow | undefined> {
    const [user] = await createRun(db)(LOCK, { companyId, id });
    return user;
  },

  async lockTeam(companyId: number): Promise<void> {
    await lockName(db, `team ${companyId}`);
  },

  async countOwners(companyId: number): Promise<number> {
    const [counted] = await createRun(db)(COUNT_OWNERS, { companyId });
    return counted?.owners ?? 0;
  },

  async count(companyId: number): Promise<number> {
    return (await createRun(db)(COUNT, { companyId }))[0]?.users ?? 0;
  },

  async add(user: Omit<UserRow, 'id'>): Promise<number> {
    const { identifiers } = await db.insert(userTable, { ...user, ...userKeys(user) });
    return identifiers[0]?.['id'] as number;
  },

  async update({ companyId, id, ...changes }: UserRow): Promise<void> {
    await db.update(userTable, { companyId, id }, { ...changes, ...userKeys(changes) });
  },

  /** Lock the user before. The name stays for histories. */
  async remove({ companyId, id }: UserRow, at: Date): Promise<void> {
    for (const deletion of DELETE_RECORDS_OF_USER) await createRun(db)(deletion, { companyId, id });
    await createRun(db)(REMEMBER_NAME, { companyId, id, at });
    await db.delete(userTable, { companyId, id });
  },

  /** Locks the users against removal until the transaction ends; oldest first. */
  listLocked: (companyId: number): Promise<User[]> => createRun(db)(LIST_LOCKED, { companyId }),

  list: (companyId: number): Promise<User[]> =>
    db.find(userTable, { where: { companyId }, order: { id: 'ASC' } }),
});

export type UserRepository = ReturnType<typeof createUserRepository>;
