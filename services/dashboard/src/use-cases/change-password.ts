import { createPasswordChangedMessage } from '../domain/account-messages';
import { createActivity } from '../domain/activity';
import type { CompanyPlace } from '../domain/company';
import { requireGoodPassword } from '../domain/password-rules';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { mailUser } from './mail-user';
import { verifyPassword } from './verify-password';

export interface ChangePassword {
  readonly current: string;
  readonly next: string;
  readonly company: CompanyPlace;
}

/** Also ends the person's other sessions and password links. */
export const changePassword =
  (dependencies: Dependencies) =>
  async (person: Person, { current, next, company }: ChangePassword): Promise<void> => {
    requireGoodPassword(next, person.email, 'new_password');
    const given = { field: 'current_password', password: current };
    const changeUser = await verifyPassword(dependencies)(person, given);
    const passwordHash = await dependencies.passwords.hash(next);
    await changeUser(async (unit, user) => {
      const at = dependencies.now();
      await unit.users.update({ ...user, passwordHash, updatedAt: at });
      await unit.sessions.endAll(user, person.sessionId);
      await unit.passwordResets.deleteAll(user);
      await unit.activities.add(createActivity(person, 'settings', 'Changed their password'), at);
      await mailUser(unit, user, createPasswordChangedMessage(person, at, company), at);
    });
  };
