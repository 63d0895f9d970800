import { runOn, statement, takeTurn } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { User } from '../domain/user';
import { userTable, type UserRow } from './user-table';

const COLUMNS = `id, company_id as "companyId", email, name, role, password_hash as "passwordHash",
  created_at as "createdAt", updated_at as "updatedAt"`;

const FIND_BY_EMAIL = statement<{ email: string }, UserRow>()(
  'find_user_by_email',
  `select ${COLUMNS} from users where lower(email) = lower(:email)`,
);

const LOCK_BY_EMAIL = statement<{ email: string }, UserRow>()(
  'lock_user_by_email',
  `select ${COLUMNS} from users where lower(email) = lower(:email) for update`,
);

const LOCK = statement<{ companyId: number; id: number }, UserRow>()(
  'lock_user',
  `select ${COLUMNS} from users where company_id = :companyId and id = :id for update`,
);

/** Users of all companies. */
export const userRepository = (db: EntityManager) => ({
  /**
   * The user with this e-mail address, in whichever company, whom nobody else saves before the
   * transaction ends.
   *
   * The address is locked, too: of two that create the same user at once, neither finds a row to lock.
   */
  async lockByEmail(email: string): Promise<UserRow | undefined> {
    await takeTurn(db, `user ${email}`);
    const [user] = await runOn(db)(LOCK_BY_EMAIL, { email });
    return user;
  },

  /** The user with this e-mail address, in whichever company. */
  async findByEmail(email: string): Promise<UserRow | undefined> {
    const [user] = await runOn(db)(FIND_BY_EMAIL, { email });
    return user;
  },

  /** The user, whom nobody else changes before the transaction ends. */
  async lock(companyId: number, id: number): Promise<UserRow | undefined> {
    const [user] = await runOn(db)(LOCK, { companyId, id });
    return user;
  },

  /** Answers the new user's id. */
  async add(user: Omit<UserRow, 'id'>): Promise<number> {
    const { identifiers } = await db.insert(userTable, user);
    return identifiers[0]?.['id'] as number;
  },

  async update({ companyId, id, ...changes }: UserRow): Promise<void> {
    await db.update(userTable, { companyId, id }, changes);
  },

  /** The company's users, the oldest first. */
  list: (companyId: number): Promise<User[]> =>
    db.find(userTable, { where: { companyId }, order: { id: 'ASC' } }),
});

export type UserRepository = ReturnType<typeof userRepository>;
