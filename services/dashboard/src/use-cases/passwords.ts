import { invalidField, type DomainError } from '@svc/contracts';
import { toClientKey } from '@svc/kernel';
import type { ResetPasswordBody } from '../../contract/bodies';
import {
  createPasswordChangedMessage,
  createPasswordLinkMessage,
} from '../domain/account-messages';
import { createActivity } from '../domain/activity';
import type { CompanyPlace } from '../domain/company';
import { createPasswordLink } from '../domain/password-link';
import { requireGoodPassword } from '../domain/password-rules';
import type { Browser, Person } from '../domain/person';
import { getResetLimits } from '../domain/sign-in-limits';
import { createToken } from '../persistence/tokens';
import type { UnitOfWork } from '../persistence/transaction';
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

/** Responds alike in all cases, so that nobody learns who is a user. */
export const forgetPassword =
  ({ transact, limitPerClient, publicUrl, now }: Dependencies) =>
  (email: string, { address }: Browser): Promise<void> => {
    const client = toClientKey(address);
    const mailLink = async (unit: UnitOfWork): Promise<void> => {
      const at = now();
      const limits = getResetLimits(email, client);
      if (await unit.attempts.findBlockingAttempt(limits, at)) return;
      await unit.attempts.add(limits, at);
      // The lock keeps a concurrent removal from leaving a valid link.
      const user = await unit.users.lockByEmail(email);
      if (!user) return;
      const token = createToken();
      await unit.passwordResets.add(user, token, at);
      const message = createPasswordLinkMessage(createPasswordLink(publicUrl, token));
      await mailUser(unit, user, message, at);
    };
    return limitPerClient(client, () => transact(mailLink));
  };

export interface ResetPassword extends ResetPasswordBody {
  readonly browser: Browser;
  readonly requestId: string;
}

const notValid = (): DomainError =>
  invalidField('token', 'This link is no longer valid. Request a new one.');

export const resetPassword =
  ({ transact, passwords, limitPerClient, readCompany, now }: Dependencies) =>
  async ({ token, password, browser, requestId }: ResetPassword): Promise<void> => {
    const find = async ({ users, passwordResets }: UnitOfWork) => {
      const owner = await passwordResets.find(token, now());
      return owner && users.lock(owner.companyId, owner.id);
    };
    const found = await limitPerClient(toClientKey(browser.address), () => transact(find));
    if (!found) throw notValid();
    requireGoodPassword(password, found.email);
    const company = await readCompany(found.companyId, requestId);
    const passwordHash = await passwords.hash(password);
    await transact(async (unit) => {
      const at = now();
      const user = await unit.users.lock(found.companyId, found.id);
      if (!user || !(await unit.passwordResets.consume(user, token, at))) throw notValid();
      await unit.users.update({ ...user, passwordHash, updatedAt: at });
      await unit.sessions.endAll(user);
      const who = { ...user, userId: user.id, address: browser.address };
      await unit.activities.add(
        createActivity(who, 'settings', 'Reset their password by e-mail'),
        at,
      );
      await mailUser(unit, user, createPasswordChangedMessage(browser, at, company), at);
    });
  };
