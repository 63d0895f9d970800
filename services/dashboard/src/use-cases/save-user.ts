import { isDeepStrictEqual } from 'node:util';
import { invalidField, type Outcome } from '@svc/contracts';
import type { Role } from '../../contract/rights';
import { hashPassword, isPasswordOf } from '../persistence/password-hash';
import type { Dependencies } from './dependencies';

export interface SaveUser {
  readonly companyId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Undefined keeps the password that there is. */
  readonly password: string | undefined;
}

/** Creates the user with this e-mail address, or brings the one there is up to date. */
export const saveUser =
  ({ transact, now }: Dependencies) =>
  ({ companyId, password, ...given }: SaveUser): Promise<{ userId: number; outcome: Outcome }> =>
    transact(async ({ users }) => {
      const before = await users.lockByEmail(given.email);
      if (before && before.companyId !== companyId) {
        throw invalidField('email', 'email is the address of a user of another company.');
      }
      const passwordHash = await kept(before?.passwordHash ?? null, password);
      const at = now();
      if (!before) {
        const user = { companyId, ...given, passwordHash, createdAt: at, updatedAt: at };
        return { userId: await users.add(user), outcome: 'created' };
      }
      const after = { ...before, ...given, passwordHash };
      if (isDeepStrictEqual(after, before)) return { userId: before.id, outcome: 'unchanged' };
      await users.update({ ...after, updatedAt: at });
      return { userId: before.id, outcome: 'changed' };
    });

/** A password that is given again unchanged keeps its salt, and so the row. */
async function kept(before: string | null, password: string | undefined): Promise<string | null> {
  if (password === undefined) return before;
  if (before !== null && (await isPasswordOf(before, password))) return before;
  return hashPassword(password);
}
