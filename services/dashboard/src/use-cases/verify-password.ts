import { DomainError, invalidField } from '@svc/contracts';
import type { Person } from '../domain/person';
import type { UnitOfWork } from '../persistence/transaction';
import type { UserRow } from '../persistence/user-table';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

/** `field` names the password in an error. */
export interface GivenPassword {
  readonly field: string;
  readonly password: string;
}

export type ChangeUser = (
  change: (unit: UnitOfWork, user: UserRow) => Promise<void>,
) => Promise<void>;

/**
 * Returns a function that makes a change if the password is still the same.
 *
 * Failures count like failed sign-ins, so that nobody guesses passwords in an open browser.
 */
export const verifyPassword =
  ({ transact, passwords, verify }: Dependencies) =>
  async (person: Person, { field, password }: GivenPassword): Promise<ChangeUser> => {
    const verified = await verify({ email: person.email, browser: person }, async () => {
      const { passwordHash } = await transact(({ users }) => requireUser(users, person));
      if (await passwords.matches(passwordHash, password)) return passwordHash;
      throw invalidField(field, 'Wrong password.');
    });
    return (change) =>
      transact(async (unit) => {
        const user = await requireUser(unit.users, person);
        if (user.passwordHash !== verified) {
          throw new DomainError('conflict', 'Your password was just changed. Try again.');
        }
        await change(unit, user);
      });
  };
