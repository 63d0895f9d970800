import { isDeepStrictEqual } from 'node:util';
import { invalidField, type Outcome } from '@svc/contracts';
import type { Role } from '../../contract/rights';
import { activityOfOperator } from '../domain/activity';
import type { PasswordHashes } from '../persistence/password-hash';
import type { Dependencies } from './dependencies';

export interface SaveUser {
  readonly companyId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Undefined keeps the current password. */
  readonly password: string | undefined;
}

/**
 * Creates or updates the user with this e-mail address. A new role or password ends the user's
 * sessions.
 */
export const saveUser =
  ({ transact, passwords, now }: Dependencies) =>
  async ({
    companyId,
    password,
    ...given
  }: SaveUser): Promise<{ userId: number; outcome: Outcome }> => {
    // Hashing on a busy machine takes longer than a transaction may.
    const known = await transact(({ users }) => users.findByEmail(given.email));
    const newHash =
      password === undefined
        ? undefined
        : await kept(passwords, known?.passwordHash ?? null, password);
    return transact(async ({ users, sessions, passwordResets, activities }) => {
      const before = await users.lockByEmail(given.email);
      if (before && before.companyId !== companyId) {
        throw invalidField('email', 'email is the address of a user of another company.');
      }
      const passwordHash = newHash ?? before?.passwordHash ?? null;
      const at = now();
      const log = (what: string): Promise<void> =>
        activities.add(activityOfOperator(companyId, 'team', what), at);
      const { email, role } = given;
      if (!before) {
        const user = { companyId, ...given, passwordHash, createdAt: at, updatedAt: at };
        const userId = await users.add(user);
        await log(`Added ${email} as ${role}`);
        return { userId, outcome: 'created' };
      }
      const after = { ...before, ...given, passwordHash };
      if (isDeepStrictEqual(after, before)) return { userId: before.id, outcome: 'unchanged' };
      await users.update({ ...after, updatedAt: at });
      const isAnotherRole = role !== before.role;
      const isAnotherPassword = passwordHash !== before.passwordHash;
      if (isAnotherRole || isAnotherPassword) await sessions.endAllOf(before);
      if (isAnotherRole) await log(`Made ${email} ${role}`);
      if (isAnotherPassword) {
        await passwordResets.dropAllOf(before);
        await log(`Changed the password of ${email}`);
      }
      return { userId: before.id, outcome: 'changed' };
    });
  };

/** Keeps the hash of an unchanged password, and so the row. */
async function kept(
  passwords: PasswordHashes,
  before: string | null,
  password: string,
): Promise<string> {
  if (before !== null && (await passwords.isOf(before, password))) return before;
  return passwords.hash(password);
}
