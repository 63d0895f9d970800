import { isDeepStrictEqual } from 'node:util';
import { invalidField, type ApplyOutcome } from '@svc/contracts';
import type { SaveUserBody } from '../../contract/bodies';
import { createOperatorActivity } from '../domain/activity';
import type { PasswordHashes } from '../persistence/password-hash';
import type { Dependencies } from './dependencies';

export interface SaveUser extends SaveUserBody {
  readonly companyId: number;
}

/** A new role or password ends the user's sessions; without a password, the current one stays. */
export const saveUser =
  ({ transact, passwords, now }: Dependencies) =>
  async ({
    companyId,
    password,
    ...given
  }: SaveUser): Promise<{ userId: number; outcome: ApplyOutcome }> => {
    // Hashing on a busy machine takes longer than a transaction may.
    const known = await transact(({ users }) => users.findByEmail(given.email));
    const newHash =
      password === undefined
        ? undefined
        : await reuseHash(passwords, known?.passwordHash ?? null, password);
    return transact(async ({ users, sessions, passwordResets, activities }) => {
      const before = await users.lockByEmail(given.email);
      if (before && before.companyId !== companyId) {
        throw invalidField('email', 'email belongs to a user of another company.');
      }
      const passwordHash = newHash ?? before?.passwordHash ?? null;
      const at = now();
      const log = (what: string): Promise<void> =>
        activities.add(createOperatorActivity(companyId, 'team', what), at);
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
      if (isAnotherRole || isAnotherPassword) await sessions.endAll(before);
      if (isAnotherRole) await log(`Changed the role of ${email} to ${role}`);
      if (isAnotherPassword) {
        await passwordResets.deleteAll(before);
        await log(`Changed the password of ${email}`);
      }
      return { userId: before.id, outcome: 'changed' };
    });
  };

/** Keeps the hash of an unchanged password, and so the row. */
async function reuseHash(
  passwords: PasswordHashes,
  before: string | null,
  password: string,
): Promise<string> {
  if (before !== null && (await passwords.matches(before, password))) return before;
  return passwords.hash(password);
}
