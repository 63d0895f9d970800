import { invalidField, type DomainError } from '@svc/contracts';
import { clientOf } from '@svc/kernel';
import { changedPassword } from '../domain/account-messages';
import { activityOf } from '../domain/activity';
import { requireGoodPassword } from '../domain/password-rules';
import type { Browser } from '../domain/person';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { mailUser } from './mail-user';

export interface ResetPassword {
  readonly token: string;
  readonly password: string;
  readonly browser: Browser;
  readonly requestId: string;
}

const notValid = (): DomainError =>
  invalidField('token', 'This link is not valid any more. Please ask for another one.');

export const resetPassword =
  ({ transact, passwords, inTurnOfClient, companyOf, now }: Dependencies) =>
  async ({ token, password, browser, requestId }: ResetPassword): Promise<void> => {
    const find = async ({ users, passwordResets }: UnitOfWork) => {
      const owner = await passwordResets.find(token, now());
      return owner && users.lock(owner.companyId, owner.id);
    };
    const found = await inTurnOfClient(clientOf(browser.address), () => transact(find));
    if (!found) throw notValid();
    requireGoodPassword(password, found.email);
    const company = await companyOf(found.companyId, requestId);
    const passwordHash = await passwords.hash(password);
    await transact(async (unit) => {
      const at = now();
      const user = await unit.users.lock(found.companyId, found.id);
      if (!user || !(await unit.passwordResets.take(user, token, at))) throw notValid();
      await unit.users.update({ ...user, passwordHash, updatedAt: at });
      await unit.sessions.endAllOf(user);
      const who = { ...user, userId: user.id, address: browser.address };
      await unit.activities.add(activityOf(who, 'settings', 'Chose another password by mail'), at);
      await mailUser(unit, user, changedPassword(browser, at, company), at);
    });
  };
